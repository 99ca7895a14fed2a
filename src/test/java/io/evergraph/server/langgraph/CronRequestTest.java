package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.codec.StateCodec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a change of a schedule leaves as it is. */
class CronRequestTest {
  private static final StateCodec CODEC = StateCodec.create();
  private static final Graph GRAPH = SampleGraphs.chain();

  private static Breakpoints breakpoints(Schedule schedule) {
    return schedule.options().breakpoints();
  }

  private static Schedule changed(Schedule known, Map<String, Object> body) {
    return CronRequest.change(body, GRAPH.name()).changed(known, GRAPH, CODEC);
  }

  @Test
  void shouldKeepTheBreakpointsThatARequestDoesNotName() {
    Map<String, Object> body =
        Map.of(
            "assistant_id", GRAPH.name(), "schedule", "0 3 * * *", "interrupt_after", List.of("b"));
    Schedule known = CronRequest.read(body).schedule("nightly", GRAPH, CODEC);

    Schedule before = changed(known, Map.of("interrupt_before", List.of("a")));
    Schedule without = changed(before, Map.of("interrupt_after", List.of()));

    assertThat(breakpoints(known)).isEqualTo(Breakpoints.after("b"));
    assertThat(breakpoints(before)).isEqualTo(new Breakpoints(List.of("a"), List.of("b")));
    assertThat(breakpoints(without)).isEqualTo(Breakpoints.before("a"));
    assertThat(breakpoints(changed(before, Map.of("enabled", false))))
        .isEqualTo(breakpoints(before));
  }

  @Test
  void shouldRefuseAChangeToAnotherGraph() {
    for (String same : List.of(GRAPH.name(), Assistants.idOf(GRAPH.name()))) {
      assertThat(CronRequest.change(Map.of("assistant_id", same), GRAPH.name()).run().assistantId())
          .isEqualTo(GRAPH.name());
    }

    assertThatThrownBy(() -> CronRequest.change(Map.of("assistant_id", "other"), GRAPH.name()))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll("assistant_id", GRAPH.name(), "other");
  }
}
