package io.evergraph.backend;

import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;

class LocalBlobStoreTest extends BlobStoreContract {
  private final BlobStore store = new LocalBlobStore();

  @Override
  BlobStore store() {
    return store;
  }

  @Override
  BlobStore elsewhere() {
    return store;
  }
}
