package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.Erasure;
import io.evergraph.runtime.ErasureReport;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.WhenInterrupted;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs of a user that wait on a thread of somebody else. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED})
class ErasedQueueContract extends RuntimeContract {
  private static Graph asking() {
    return Graph.builder("asking_in_turn")
        .channels(LOG)
        .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
        .edge(START, "ask")
        .build();
  }

  private RunHandle queuedBy(String user) {
    start(asking(), StateUpdate.empty());
    RunOptions options =
        RunOptions.builder()
            .whenInterrupted(WhenInterrupted.ENQUEUE)
            .metadata(Map.of(Erasure.USER, user))
            .build();
    return runtime().start("asking_in_turn", thread(), StateUpdate.of(LOG, "mine"), options);
  }

  private ErasureReport erased(String user) {
    return Erasure.on(runtime()).dryRun(true).user(user, List.of());
  }

  @Test
  void shouldFindTheThreadOnWhichARunOfTheUserWaits() {
    RunHandle unused = queuedBy("ann");

    assertThat(erased("ann").threads()).containsExactly(thread());
    assertThat(erased("bob").threads()).isEmpty();
  }
}
