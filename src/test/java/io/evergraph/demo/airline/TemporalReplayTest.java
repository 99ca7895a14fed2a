package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.temporal.TemporalHouse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Recorded conversations, each as one Temporal workflow. */
@Tag("slow")
class TemporalReplayTest {
  private static final int CONCURRENCY = 8;

  @Test
  void shouldReproduceEveryRecordingOnTheEmbeddedServer() throws Exception {
    try (TemporalHouse house = TemporalHouse.embedded(AirlineAgent.graph(Map.of()))) {
      ReplaySummary report = replay(house, Recordings.all());

      assertThat(report.results()).extracting(ReplayResult::mismatch).containsOnlyNulls();
      assertThat(report.passed()).isEqualTo(140);
    }
  }

  @Test
  @Tag("real")
  void shouldReproduceRecordingsOnARealServerAndLeaveNoThreadOpen() throws Exception {
    String queue = "replay-" + UUID.randomUUID();
    List<Conversation> some = Recordings.all().subList(0, 12);
    try (TemporalHouse house = TemporalHouse.real(queue, AirlineAgent.graph(Map.of()))) {
      ReplaySummary report = replay(house, some);

      assertThat(report.results()).extracting(ReplayResult::mismatch).containsOnlyNulls();
      String closed = "TaskQueue='" + queue + "' AND ExecutionStatus='Completed'";
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> house.connection().client().countWorkflows(closed).getCount(),
              count -> count == some.size());
    }
  }

  private static ReplaySummary replay(TemporalHouse house, List<Conversation> conversations)
      throws Exception {
    return ConversationReplay.on(house.runtime()).concurrency(CONCURRENCY).run(conversations);
  }
}
