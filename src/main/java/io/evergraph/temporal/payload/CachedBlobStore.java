package io.evergraph.temporal.payload;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;

/**
 * A store of large values with those in front of it that this process has put or read lately: what
 * a workflow is told of again when it is replayed is mostly here. Safe for use by several threads.
 */
public final class CachedBlobStore {
  private static final long MOST_BYTES = 32L * 1024 * 1024;

  private final BlobStore store;
  private final Cache<BlobReference, byte[]> recent =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher((BlobReference reference, byte[] content) -> content.length)
          .executor(Runnable::run)
          .build();

  public CachedBlobStore(BlobStore store) {
    this.store = store;
  }

  /** The store is told each time: another process may have removed the content meanwhile. */
  BlobReference put(byte[] content) {
    BlobReference reference = store.put(content);
    recent.put(reference, content);
    return reference;
  }

  /** Removes a content, here and in the store. */
  public void delete(BlobReference reference) {
    recent.invalidate(reference);
    store.delete(reference);
  }

  byte[] get(BlobReference reference) {
    return recent.get(reference, store::get);
  }
}
