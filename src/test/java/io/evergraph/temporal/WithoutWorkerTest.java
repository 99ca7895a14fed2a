package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread whose worker is gone, on a server that is there. */
@Tag("real")
class WithoutWorkerTest {
  private static final String QUEUE = "left-alone";
  private static final Graph GRAPH =
      Graph.builder("left-alone")
          .node("ask", context -> asked(context.interrupt(Question.of("Go on?"))))
          .edge(Graph.START, "ask")
          .build();

  private static Command asked(Object answer) {
    return Command.none();
  }

  private static TemporalConnection connection(String queue) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(queue)
            .patience(Duration.ofSeconds(2))
            .build();
    return TemporalConnection.open(options, StateCodec.create());
  }

  @ParameterizedTest
  @ValueSource(strings = {QUEUE, "queue-of-the-caller"})
  void shouldSayWhichWorkerIsMissingAndNotTheServer(String queueOfCaller) {
    ThreadId thread = ThreadId.random();
    try (TemporalHouse house = TemporalHouse.real(QUEUE, GRAPH)) {
      assertThat(house.runtime().start(GRAPH, thread, StateUpdate.empty()).await().interrupts())
          .hasSize(1);
    }

    try (TemporalConnection elsewhere = connection(queueOfCaller);
        TemporalRuntime reader = new TemporalRuntime(elsewhere, GraphRegistry.of(GRAPH))) {
      assertThatThrownBy(() -> reader.snapshot(thread))
          .isInstanceOf(RuntimeUnavailableException.class)
          .hasMessageContainingAll("is connected", "worker of task queue '" + QUEUE + "'");
    }
  }
}
