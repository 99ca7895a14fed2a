package io.evergraph.demo.airline;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.temporal.TemporalHouse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every recorded conversation, each as one workflow on the embedded Temporal server. */
@Tag("slow")
class TemporalReplayTest {
  private static final int CONCURRENCY = 8;

  /** An embedded server notes every request, and reads all notes at each further one. */
  private static final int ON_ONE_SERVER = 20;

  @Test
  void shouldReproduceEveryRecordingOnTheEmbeddedServer() throws Exception {
    List<Conversation> all = Recordings.all();
    List<ReplayResult> results = new ArrayList<>();
    for (int from = 0; from < all.size(); from += ON_ONE_SERVER) {
      results.addAll(results(all.subList(from, Math.min(from + ON_ONE_SERVER, all.size()))));
    }

    assertThat(results).extracting(ReplayResult::mismatch).containsOnlyNulls();
    assertThat(results).filteredOn(ReplayResult::passed).hasSize(140);
  }

  private static List<ReplayResult> results(List<Conversation> some) throws Exception {
    try (TemporalHouse house = TemporalHouse.embedded(AirlineAgent.graph(Map.of()))) {
      return ConversationReplay.on(house.runtime()).concurrency(CONCURRENCY).run(some).results();
    }
  }
}
