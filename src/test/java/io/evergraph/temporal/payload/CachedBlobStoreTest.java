package io.evergraph.temporal.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CachedBlobStoreTest {
  private static final byte[] CONTENT = {1, 2, 3};

  private final BlobStore store = new LocalBlobStore();
  private final AtomicLong nanos = new AtomicLong();
  private final CachedBlobStore cached = new CachedBlobStore(store, nanos::get);

  @Test
  void shouldTellTheStoreThatAContentIsInUseAgainWithinItsMargin() {
    BlobReference reference = cached.put(CONTENT);
    Instant time = Instant.now();
    nanos.addAndGet(BlobStore.MARGIN.toNanos());

    cached.put(CONTENT);
    store.deleteUnusedSince(time, it -> false);

    assertThat(store.get(reference)).isEqualTo(CONTENT);
  }

  @Test
  void shouldTellTheStoreThatWhatWasReadIsPut() {
    BlobReference reference = store.put(CONTENT);
    Instant time = Instant.now();
    cached.get(reference);

    cached.put(CONTENT);
    store.deleteUnusedSince(time, it -> false);

    assertThat(store.get(reference)).isEqualTo(CONTENT);
  }

  @Test
  void shouldAskTheStoreOnceWhenTheSameIsPutAgainSoon() {
    BlobReference reference = cached.put(CONTENT);
    store.delete(reference);
    nanos.addAndGet(Duration.ofSeconds(1).toNanos());

    cached.put(CONTENT);

    assertThat(store.deleteUnusedSince(Instant.now(), it -> false)).isZero();
    assertThat(cached.get(reference)).isEqualTo(CONTENT);
  }
}
