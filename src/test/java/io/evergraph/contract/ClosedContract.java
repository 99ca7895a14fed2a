package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.RuntimeClosedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A runtime that was closed says so at once; nobody waits for what it does not do any more. */
@Timeout(20)
class ClosedContract extends RuntimeContract {

  private static Graph asking() {
    return Graph.builder("asking-closed")
        .channels(LOG)
        .node("a", Graphs.log("a"))
        .node("ask", context -> Graphs.log("" + context.interrupt(Question.of("?"))).run(context))
        .edge(START, "a")
        .edge("a", "ask")
        .edge("ask", END)
        .build();
  }

  private RunHandle begin(GraphRuntime on) {
    on.graphs().register(asking());
    return on.start("asking-closed", thread(), StateUpdate.empty(), RunOptions.defaults());
  }

  @Test
  void shouldRefuseToStartARun() {
    GraphRuntime closed = another();
    closed.close();

    assertThatThrownBy(() -> begin(closed)).isInstanceOf(RuntimeClosedException.class);
    assertThatThrownBy(() -> closed.create(thread(), Map.of()))
        .isInstanceOf(RuntimeClosedException.class);
  }

  @Test
  void shouldRefuseToStartARunAlone() {
    GraphRuntime closed = another();
    closed.graphs().register(asking());
    closed.close();

    assertThatThrownBy(
            () ->
                closed.start(
                    "asking-closed",
                    thread(),
                    StateUpdate.empty(),
                    RunOptions.builder().alone().build()))
        .isInstanceOf(RuntimeClosedException.class);
  }

  @Test
  void shouldRefuseAnAnswerToAThreadThatBeganBefore() {
    GraphRuntime closed = another();
    assertThat(await(begin(closed)).status()).isEqualTo(RunStatus.WAITING);
    closed.close();

    assertThatThrownBy(() -> closed.answer(thread(), Answer.single("yes")))
        .isInstanceOf(RuntimeClosedException.class);
    assertThatThrownBy(() -> begin(closed)).isInstanceOf(RuntimeClosedException.class);
  }

  @Test
  void shouldTellThoseWhoWaitWhenItIsClosed() throws InterruptedException {
    CountDownLatch running = new CountDownLatch(1);
    Graph slow =
        Graph.builder("slow-closed")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  running.countDown();
                  new CountDownLatch(1).await();
                  return Graphs.log("never").run(context);
                })
            .edge(START, "a")
            .edge("a", END)
            .build();
    GraphRuntime memory = InMemoryRuntime.of(slow);
    RunHandle first =
        memory.start("slow-closed", thread(), StateUpdate.empty(), RunOptions.defaults());
    RunHandle queued =
        memory.start("slow-closed", thread(), StateUpdate.empty(), RunOptions.defaults());
    assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();

    memory.close();

    assertThat(await(first).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(await(queued).status()).isEqualTo(RunStatus.CANCELLED);
  }
}
