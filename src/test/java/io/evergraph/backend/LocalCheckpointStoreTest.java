package io.evergraph.backend;

import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.LocalCheckpointStore;

/** In the memory of a process. */
class LocalCheckpointStoreTest extends SavedThreadsContract {
  private static final LocalCheckpointStore STORE = new LocalCheckpointStore();

  @Override
  CheckpointStore store() {
    return STORE;
  }

  @Override
  CheckpointStore elsewhere() {
    return STORE;
  }
}
