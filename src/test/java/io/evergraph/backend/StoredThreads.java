package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Saves threads whatever a store holds of them already. */
public final class StoredThreads {
  private StoredThreads() {}

  public static void put(CheckpointStore store, SavedThread thread) {
    put(store, thread, null);
  }

  public static void put(CheckpointStore store, SavedThread thread, @Nullable SavedPart part) {
    Instant last = store.find(thread.id()).map(SavedThread::savedAt).orElse(null);
    assertThat(store.save(thread, part, last)).isTrue();
  }
}
