package io.evergraph.docs;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;

/** The code of the page on saved threads. */
final class CheckpointExample {
  private CheckpointExample() {}

  static InMemoryRuntime runtime(GraphRegistry graphs, String password) {
    // begin saved
    CheckpointStore store =
        JdbcCheckpointStore.open("jdbc:postgresql://db/agents", "agents", password);
    InMemoryRuntime runtime =
        InMemoryRuntime.builder(graphs).checkpoints(store).keepStopped(Duration.ofDays(90)).build();
    // end saved
    return runtime;
  }

  static TemporalOptions options(String target, CheckpointStore store) {
    // begin temporal
    TemporalOptions options = TemporalOptions.builder().target(target).checkpoints(store).build();
    // end temporal
    return options;
  }
}
