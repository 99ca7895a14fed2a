package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.RandomGraph;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.temporal.RandomOrders.Named;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random orders to threads that stand still, on random graphs: answers, decisions, inputs, edits,
 * forks and rollbacks have the same outcome, or the same refusal, in memory and on Temporal, also
 * where the workflow is continued as new all the time and no state is held in the process.
 */
@Tag("slow")
class SteeringPropertyTest {
  private static final int ORDERS = 14;
  private static final TemporalHouse HOUSE = TemporalHouse.embedded();
  private static final TemporalHouse RESTLESS = TemporalHouse.embedded(new ExecutionLimits(2, 3));

  @AfterAll
  static void close() {
    HOUSE.close();
    RESTLESS.close();
  }

  static LongStream seeds() {
    return LongStream.range(0, 8);
  }

  static LongStream restlessSeeds() {
    return LongStream.range(500, 508);
  }

  /** How a thread stands after an order; the text of the refusal where it was refused. */
  record Outcome(
      ThreadStatus status,
      @Nullable String error,
      @Nullable Source source,
      int step,
      List<String> next,
      List<String> tasks,
      Map<String, Object> state,
      @Nullable String refusal) {}

  @ParameterizedTest
  @MethodSource("seeds")
  void shouldTakeOrdersAlikeInMemoryAndOnTemporal(long seed) throws Exception {
    assertAlike(HOUSE, seed);
  }

  @ParameterizedTest
  @MethodSource("restlessSeeds")
  void shouldTakeOrdersAlikeWhenItIsContinuedAsNewAllTheTime(long seed) throws Exception {
    assertAlike(RESTLESS, seed);
  }

  private static void assertAlike(TemporalHouse house, long seed) throws Exception {
    ThreadId thread = ThreadId.of("orders-" + seed);
    Graph graph = RandomGraph.drawn(seed).graph();
    RandomOrders orders = new RandomOrders(seed, graph);
    List<String> given = new ArrayList<>();
    try (InMemoryRuntime memory = InMemoryRuntime.of(graph)) {
      house.runtime().graphs().register(RandomGraph.drawn(seed).graph());
      Named order = orders.begin();
      for (int number = 0; number < ORDERS; number++) {
        given.add(order.name());
        house.forgetStates();
        assertThat(outcome(house.runtime(), thread, order))
            .as("seed %s after %s", seed, given)
            .isEqualTo(outcome(memory, thread, order));
        order = orders.next(memory.snapshot(thread), number);
      }
    }
  }

  private static Outcome outcome(GraphRuntime runtime, ThreadId thread, Named order)
      throws TimeoutException {
    try {
      return outcome(runtime, order.order().give(runtime, thread), null);
    } catch (GraphException refused) {
      return outcome(runtime, runtime.snapshot(thread), refused.toString());
    }
  }

  private static Outcome outcome(
      GraphRuntime runtime, ThreadSnapshot at, @Nullable String refusal) {
    return new Outcome(
        at.status(),
        at.error() == null ? null : at.error().toString(),
        at.source(),
        at.step(),
        at.next(),
        at.tasks().stream().map(SteeringPropertyTest::told).toList(),
        runtime.codec().plain(at.state()),
        refusal);
  }

  private static String told(TaskView task) {
    return task.namespace()
        + "/"
        + task.node()
        + " "
        + task.progress()
        + " "
        + task.interrupts().stream().map(it -> it.value()).toList()
        + " "
        + task.error();
  }
}
