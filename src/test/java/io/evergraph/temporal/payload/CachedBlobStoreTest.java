package io.evergraph.temporal.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CachedBlobStoreTest {
  private static final byte[] CONTENT = {1, 2, 3};

  private final BlobStore store = new LocalBlobStore();
  private final CachedBlobStore cached = new CachedBlobStore(store);

  @Test
  void shouldTellTheStoreThatAContentIsInUseAgain() {
    BlobReference reference = cached.put(CONTENT);
    Instant time = Instant.now();

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
  void shouldPutAgainWhatAnotherProcessHasRemoved() {
    BlobReference reference = cached.put(CONTENT);
    store.delete(reference);

    cached.put(CONTENT);

    assertThat(store.get(reference)).isEqualTo(CONTENT);
  }
}
