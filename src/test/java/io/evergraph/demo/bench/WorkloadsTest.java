package io.evergraph.demo.bench;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkloadsTest {
  private static final Channel<Integer> COUNT = Channel.of("count", Integer.class);

  static Stream<Workload> all() {
    return Stream.of(RunMode.values())
        .flatMap(mode -> Workloads.onServer(NodePolicy.DEFAULT, mode).stream());
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldEndInTheStateThatItMustEndIn(Workload workload) {
    try (InMemoryRuntime runtime = InMemoryRuntime.of(workload.graph())) {
      assertThat(workload.once(runtime).figure()).isPositive();
    }
  }

  @Test
  void shouldNameEachOnce() {
    assertThat(Workloads.onServer(NodePolicy.DEFAULT, RunMode.THREAD).stream().map(Workload::name))
        .doesNotHaveDuplicates();
  }

  @Test
  void shouldRefuseAFigureWhenTheRunEndsInAnotherState() {
    Workload wrong = toTwo(graph(context -> Command.update(COUNT, 1)));

    try (InMemoryRuntime runtime = InMemoryRuntime.of(wrong.graph())) {
      assertThatThrownBy(() -> wrong.once(runtime))
          .isInstanceOf(WrongResultException.class)
          .hasMessage("Workload two: expected 2 but found 1.");
    }
  }

  @Test
  void shouldRefuseAFigureWhenTheRunFails() {
    Workload wrong =
        toTwo(
            graph(
                context -> {
                  throw new IllegalStateException("broken");
                }));

    try (InMemoryRuntime runtime = InMemoryRuntime.of(wrong.graph())) {
      assertThatThrownBy(() -> wrong.once(runtime)).isInstanceOf(TaskFailedException.class);
    }
  }

  private static Graph graph(NodeAction action) {
    return Graph.builder("wrong")
        .channels(COUNT)
        .node("count", action, NodePolicy.builder().attempts(1).build())
        .edge(START, "count")
        .edge("count", END)
        .build();
  }

  private static Workload toTwo(Graph graph) {
    return new RunToEnd(
        "two", RunMode.ALONE, graph, StateUpdate.empty(), state -> state.get(COUNT), 2);
  }
}
