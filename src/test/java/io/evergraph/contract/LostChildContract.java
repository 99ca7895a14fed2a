package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Threads that work for a task, and that somebody deletes while their callers wait for them. */
@OnRuntimes({Kind.MEMORY, Kind.REAL})
class LostChildContract extends RuntimeContract {
  private static Graph around(Graph inner) {
    return Graph.builder("around")
        .channels(LOG)
        .subgraph("child", inner, Embedding.ownThread())
        .node("out", log("out"))
        .edge(START, "child")
        .edge("child", "out")
        .build();
  }

  private ThreadId child() {
    return ThreadId.ofChild(thread(), runtime().snapshot(thread()).tasks().get(0).id());
  }

  @Test
  void shouldParkTheTaskOfAChildThatIsDeletedWhileItRuns() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    Graph inner =
        Graph.builder("holding")
            .channels(LOG)
            .node(
                "n",
                context -> {
                  begun.countDown();
                  goesOn.await();
                  return Command.update(LOG, "in");
                })
            .edge(START, "n")
            .build();
    RunHandle run = runtime().start(around(inner), thread(), StateUpdate.empty());
    begun.await();

    runtime().delete(child());

    RunResult parked = await(run);
    goesOn.countDown();
    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(runtime().parked(thread()))
        .singleElement()
        .satisfies(it -> assertThat(it.failure().message()).contains(child().value()));
    assertThat(answer(Answer.retry()).state().get(LOG)).containsExactly("in", "out");
  }

  @Test
  void shouldBeginAChildAnewThatIsDeletedWhileItWaits() {
    Graph inner =
        Graph.builder("asking")
            .channels(LOG)
            .node("n", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .edge(START, "n")
            .build();
    start(around(inner), StateUpdate.empty());
    runtime().delete(child());

    RunResult anew = answer(Answer.single("to the one that is gone"));

    assertThat(anew.status()).isEqualTo(RunStatus.WAITING);
    assertThat(answer(Answer.single("again")).state().get(LOG)).containsExactly("again", "out");
  }
}
