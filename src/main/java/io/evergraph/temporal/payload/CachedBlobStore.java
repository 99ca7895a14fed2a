package io.evergraph.temporal.payload;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.time.Duration;

/**
 * A store of large values with those in front of it that this process has put or read lately: what
 * a workflow is told of again when it is replayed is mostly here. Safe for use by several threads.
 */
public final class CachedBlobStore {
  private static final long MOST_BYTES = 32L * 1024 * 1024;

  /** Much less than {@link BlobStore#MARGIN}: the store has to know what is in use again. */
  private static final Duration KNOWN_AS_PUT = Duration.ofMinutes(5);

  private final BlobStore store;
  private final Cache<BlobReference, Boolean> put;
  private final Cache<BlobReference, byte[]> recent =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .weigher((BlobReference reference, byte[] content) -> content.length)
          .executor(Runnable::run)
          .build();

  public CachedBlobStore(BlobStore store) {
    this(store, Ticker.systemTicker());
  }

  CachedBlobStore(BlobStore store, Ticker ticker) {
    this.store = store;
    this.put = Caffeine.newBuilder().expireAfterWrite(KNOWN_AS_PUT).ticker(ticker).build();
  }

  BlobReference put(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    if (put.getIfPresent(reference) == null) {
      BlobReference unused = store.put(content);
      put.put(reference, true);
      recent.put(reference, content);
    }
    return reference;
  }

  /** Removes a content, here and in the store. */
  public void delete(BlobReference reference) {
    put.invalidate(reference);
    recent.invalidate(reference);
    store.delete(reference);
  }

  byte[] get(BlobReference reference) {
    return recent.get(reference, store::get);
  }
}
