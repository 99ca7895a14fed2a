package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.demo.samples.SampleGraphs;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server keeps for a while what search attributes a namespace has. */
@Tag("real")
class NewNamespaceTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private static TemporalHouse house() {
    Graph[] known = SampleGraphs.all().toArray(new Graph[0]);
    return TemporalHouse.inNamespace("new-namespace", TemporalOptions.builder(), known);
  }

  @Test
  void shouldRunThreadsInANamespaceWhoseAttributesWereRegisteredJustNow() throws Exception {
    try (TemporalHouse house = house()) {
      ThreadId thread = ThreadId.random();
      StateUpdate input = new StateUpdate(List.of(new Write("value", "a")));

      assertThat(
              house
                  .runtime()
                  .start("chain", thread, input, RunOptions.defaults())
                  .await(LONGEST)
                  .status())
          .isEqualTo(RunStatus.FINISHED);
      await()
          .atMost(LONGEST)
          .until(
              () ->
                  house
                      .runtime()
                      .threads(ThreadQuery.of(ThreadStatus.IDLE))
                      .equals(List.of(thread)));
    }
  }
}
