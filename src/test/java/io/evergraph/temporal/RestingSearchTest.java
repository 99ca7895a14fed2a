package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Searches where many threads rest. */
@Tag("real")
@Tag("slow")
class RestingSearchTest {
  private static final Duration LONGEST = Duration.ofSeconds(120);
  private static final String COMPLETED =
      "WorkflowType = 'Graph' AND ExecutionStatus = 'Completed'";

  private static TemporalHouse house() {
    return TemporalHouse.inNamespace(
        "resting-search",
        RestingContract.resting(new LocalCheckpointStore()),
        SavedContract.graphs());
  }

  private static long atRest(TemporalHouse house) {
    return house.connection().client().listExecutions(COMPLETED).count();
  }

  @Test
  void shouldFindThemAll() throws Exception {
    try (TemporalHouse house = house()) {
      List<ThreadId> threads = Stream.generate(ThreadId::random).limit(400).toList();
      RunOptions alone = RunOptions.builder().alone().build();
      house.runtime().start("saved", ThreadId.random(), StateUpdate.empty(), alone).await(LONGEST);
      threads.forEach(thread -> house.runtime().create(thread, Map.of()));
      await().atMost(LONGEST).until(() -> atRest(house) > threads.size());

      assertThat(house.runtime().threads(new ThreadQuery(null, null, 1_000)))
          .containsExactlyInAnyOrderElementsOf(threads);
      assertThat(house.runtime().threads(new ThreadQuery(null, null, 7))).hasSize(7);
    }
  }
}
