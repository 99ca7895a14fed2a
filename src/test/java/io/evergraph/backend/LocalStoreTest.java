package io.evergraph.backend;

import io.evergraph.graph.Store;
import io.evergraph.runtime.spi.LocalStore;

class LocalStoreTest extends StoreContract {
  private final Store store = new LocalStore();

  @Override
  Store store() {
    return store;
  }

  @Override
  Store elsewhere() {
    return store;
  }
}
