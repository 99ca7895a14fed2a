package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Changes of a thread that are sent once more while a later run is in progress. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED})
class RepeatedEditContract extends RuntimeContract {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch goesOn = new CountDownLatch(1);

  private Graph holdingInTheSecondRun() {
    return Graph.builder("held_in_the_second")
        .channels(LOG)
        .node(
            "n",
            context -> {
              if (context.state().get(LOG).contains("two")) {
                reached.countDown();
                goesOn.await();
              }
              return Command.none();
            })
        .edge(START, "n")
        .build();
  }

  private void assertNotHeldUp(Supplier<ThreadSnapshot> change) throws Exception {
    start(holdingInTheSecondRun(), StateUpdate.of(LOG, "one"));
    assertThat(change.get().status()).isEqualTo(ThreadStatus.IDLE);
    RunHandle second =
        runtime()
            .start(
                "held_in_the_second", thread(), StateUpdate.of(LOG, "two"), RunOptions.defaults());
    reached.await();

    ThreadSnapshot repeated = CompletableFuture.supplyAsync(change).get(30, TimeUnit.SECONDS);

    assertThat(repeated.status()).isEqualTo(ThreadStatus.BUSY);
    goesOn.countDown();
    assertThat(await(second).status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldNotWaitForALaterRunWhenAnEditIsSentOnceMore() throws Exception {
    List<NodeEdit> edits = List.of(NodeEdit.as("n", StateUpdate.of(LOG, "by hand")));

    assertNotHeldUp(() -> runtime().editState(thread(), "e", null, edits));
  }

  @Test
  void shouldNotWaitForALaterRunWhenARollbackIsSentOnceMore() throws Exception {
    assertNotHeldUp(() -> runtime().rollback(thread(), "r", 0));
  }
}
