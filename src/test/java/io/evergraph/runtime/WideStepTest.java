package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Supersteps with very many tasks. */
class WideStepTest {
  private static final ListChannel<Integer> PARTS = ListChannel.append("parts", Integer.class);
  private static final Channel<Integer> PART = Channel.of("part", Integer.class);
  private static final int WIDTH = 10_000;

  private static List<Route> sends() {
    return IntStream.range(0, WIDTH)
        .<Route>mapToObj(part -> Route.send("work", StateUpdate.of(PART, part)))
        .toList();
  }

  @Test
  @Tag("slow")
  @Tag("alone")
  void shouldRunTenThousandSendsInOneStep() throws Exception {
    Graph graph =
        Graph.builder("ten_thousand")
            .channels(PARTS, PART)
            .node("plan", context -> Command.none())
            .node("work", context -> Command.update(PARTS, context.state().get(PART)))
            .edge(START, "plan")
            .routes("plan", context -> sends(), "work")
            .build();

    try (InMemoryRuntime runtime = InMemoryRuntime.of(graph)) {
      RunResult result =
          runtime.start(graph, ThreadId.random(), StateUpdate.empty()).await(Duration.ofMinutes(2));

      assertThat(result.state().get(PARTS)).isEqualTo(IntStream.range(0, WIDTH).boxed().toList());
    }
  }
}
