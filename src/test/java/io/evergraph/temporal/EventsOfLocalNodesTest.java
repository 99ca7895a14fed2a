package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Local nodes in executions that are continued as new after each of them. */
class EventsOfLocalNodesTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final ExecutionLimits LEAST = new ExecutionLimits(1, 1);

  private final ThreadId thread = ThreadId.random();

  private static Graph chain() {
    return Graph.builder("local")
        .channels(Samples.LOG)
        .node("a", Samples.log("a"), Samples.LOCAL)
        .node("b", Samples.log("b"), Samples.LOCAL)
        .edge(Graph.START, "a")
        .edge("a", "b")
        .edge("b", Graph.END)
        .build();
  }

  private List<Long> numbersAfterThreeRuns(TemporalHouse house) throws Exception {
    for (int turn = 0; turn < 3; turn++) {
      RunResult unused = house.runtime().start(chain(), thread, StateUpdate.empty()).await(LONGEST);
    }
    assertThat(house.runtime().snapshot(thread).state().get(Samples.LOG)).hasSize(6);
    return house.runtime().events(thread, 1).stream().map(RunEvent::number).toList();
  }

  @Test
  @Tag("real")
  void shouldReadTheEventsOfAllExecutions() throws Exception {
    try (TemporalHouse house = TemporalHouse.real("local-events", LEAST)) {
      List<Long> numbers = numbersAfterThreeRuns(house);

      assertThat(numbers)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, numbers.size()).boxed().toList());
    }
  }

  /** The embedded server loses the last events of such executions. */
  @Test
  @Timeout(120)
  void shouldLeaveOutTheEventsThatAServerHasLost() throws Exception {
    try (TemporalHouse house = TemporalHouse.embedded(LEAST)) {
      List<Long> numbers = numbersAfterThreeRuns(house);

      assertThat(numbers)
          .isSorted()
          .doesNotHaveDuplicates()
          .contains(house.runtime().snapshot(thread).lastEvent());
    }
  }
}
