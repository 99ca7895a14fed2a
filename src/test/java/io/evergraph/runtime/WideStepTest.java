package io.evergraph.runtime;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Supersteps with very many tasks. */
class WideStepTest {
  private static final ListChannel<Integer> PARTS = ListChannel.append("parts", Integer.class);
  private static final Channel<Integer> PART = Channel.of("part", Integer.class);
  private static final int WIDTH = 10_000;

  private static List<Route> sends(int width) {
    return IntStream.range(0, width)
        .<Route>mapToObj(part -> Route.send("work", StateUpdate.of(PART, part)))
        .toList();
  }

  @Test
  @Tag("slow")
  @Tag("alone")
  void shouldRunTenThousandSendsInOneStep() throws Exception {
    long unused = bytesPerResult(WIDTH, RunOptions.defaults());
  }

  /** Costs are counted in allocated bytes: they do not depend on the machine or on its load. */
  private static long bytesPerResult(int width, RunOptions options) throws TimeoutException {
    Graph graph =
        Graph.builder("wide")
            .channels(PARTS, PART)
            .node("plan", context -> Command.none())
            .node("work", context -> Command.update(PARTS, context.state().get(PART)))
            .edge(START, "plan")
            .routes("plan", context -> sends(width), "work")
            .build();
    try (InMemoryRuntime runtime = InMemoryRuntime.of(graph)) {
      Map<Long, Long> before = allocatedBytes();
      RunResult result =
          runtime
              .start(graph, ThreadId.random(), StateUpdate.empty(), options)
              .await(Duration.ofMinutes(2));
      Map<Long, Long> after = allocatedBytes();
      assertThat(result.state().get(PARTS)).isEqualTo(IntStream.range(0, width).boxed().toList());
      after.replaceAll((thread, bytes) -> bytes - before.getOrDefault(thread, 0L));
      return after.values().stream().mapToLong(bytes -> bytes).sum() / width;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 8})
  void shouldCostTheSamePerResultWhenManyTasksRunBesideIt(int maxConcurrency) throws Exception {
    RunOptions options = RunOptions.builder().maxConcurrency(maxConcurrency).build();
    long unused = bytesPerResult(200, options);

    long few = bytesPerResult(200, options);
    long many = bytesPerResult(WIDTH, options);

    assertThat(many).as("a look at each would take fifty times as much").isLessThan(4 * few);
  }

  /** Returns what each thread of this JVM has allocated. */
  private static Map<Long, Long> allocatedBytes() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Map<Long, Long> allocated = new HashMap<>();
    for (long thread : threads.getAllThreadIds()) {
      allocated.put(thread, Math.max(0, threads.getThreadAllocatedBytes(thread)));
    }
    return allocated;
  }
}
