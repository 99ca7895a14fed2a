package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.OnFailure;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which tasks may begin beside others: the limits of the run and of all graphs around hold. */
class ConcurrencyLimitsTest {
  private static final RunSettings UNLIMITED = RunSettings.of(9, OnFailure.PARK);

  /** Two tasks in a graph with room for one, in a graph with room for two and two of its own. */
  private static Graph nested() {
    Graph inner = wide("a", "b").maxConcurrency(1).build();
    Graph outer =
        wide("c", "d").subgraph("inner", inner).edge(START, "inner").maxConcurrency(2).build();
    return wide("e", "f").subgraph("outer", outer).edge(START, "outer").build();
  }

  private static GraphBuilder wide(String... nodes) {
    GraphBuilder graph = graph();
    Arrays.asList(nodes).forEach(node -> graph.node(node, logs()).edge(START, node));
    return graph;
  }

  private static EngineDriver begun(RunSettings settings) {
    return EngineDriver.of(nested()).with(settings).begin(NOTHING);
  }

  /** Returns the nodes whose tasks begin, in this order, beside those that run. */
  private static List<String> beginning(
      EngineDriver thread, List<String> order, String... running) {
    List<Task> at = Stream.of(running).map(thread::ready).toList();
    ConcurrencyLimits limits =
        thread.pregel().limits(thread.checkpoint(), at.size(), () -> at.stream());
    return order.stream().filter(node -> limits.letBegin(thread.ready(node))).toList();
  }

  @Test
  void shouldKeepTheLimitsOfAllGraphsAroundATask() {
    EngineDriver thread = begun(UNLIMITED);

    assertThat(beginning(thread, List.of("a", "b", "c", "d", "e", "f")))
        .containsExactly("a", "c", "e", "f");
    assertThat(beginning(thread, List.of("d", "c", "b", "a"))).containsExactly("d", "c");
  }

  @Test
  void shouldCountTheTasksThatRunAlready() {
    EngineDriver thread = begun(UNLIMITED);

    assertThat(beginning(thread, List.of("b", "c", "d", "f"), "a", "e")).containsExactly("c", "f");
  }

  @Test
  void shouldKeepTheLimitOfTheRunBesideThoseOfItsGraphs() {
    EngineDriver thread = begun(UNLIMITED.withMaxConcurrency(2));

    assertThat(beginning(thread, List.of("a", "b", "c", "d", "e", "f"))).containsExactly("a", "c");
    assertThat(beginning(thread, List.of("b", "c", "e", "f"), "a")).containsExactly("c");
  }
}
