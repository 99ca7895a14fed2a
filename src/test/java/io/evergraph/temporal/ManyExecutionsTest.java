package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.evergraph.temporal.workflow.PreviousExecutions;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class ManyExecutionsTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final int TURNS = PreviousExecutions.REMEMBERED + 20;

  private final ThreadId thread = ThreadId.random();

  @Test
  void shouldReadEventsOfExecutionsThatOnlyEarlierOnesRemember() throws Exception {
    try (TemporalHouse house = TemporalHouse.embedded(new ExecutionLimits(1, 100))) {
      for (int turn = 0; turn < TURNS; turn++) {
        StateUpdate input = StateUpdate.of(LongLives.TEXT, "turn " + turn);
        RunResult unused = house.runtime().start(LongLives.turns(), thread, input).await(LONGEST);
      }

      List<RunEvent> all = house.runtime().events(thread, 1);

      assertThat(all.stream().map(RunEvent::number))
          .hasSizeGreaterThan(2 * TURNS)
          .containsExactlyElementsOf(LongStream.rangeClosed(1, all.size()).boxed().toList());
      assertThat(Executions.of(house.connection().client(), thread))
          .hasSizeGreaterThan(PreviousExecutions.REMEMBERED);
    }
  }
}
