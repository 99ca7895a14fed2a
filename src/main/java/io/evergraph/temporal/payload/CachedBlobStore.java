package io.evergraph.temporal.payload;

import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store of large values with those in front of it that this process has put or read lately: what
 * a workflow is told of again when it is replayed is mostly here. Safe for use by several threads.
 */
public final class CachedBlobStore {
  private static final long MOST_BYTES = 32L * 1024 * 1024;

  private final BlobStore store;
  private final LinkedHashMap<BlobReference, byte[]> recent = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  public CachedBlobStore(BlobStore store) {
    this.store = store;
  }

  BlobReference put(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    if (!isRecent(reference)) {
      BlobReference unused = store.put(content);
      keep(reference, content);
    }
    return reference;
  }

  byte[] get(BlobReference reference) {
    byte[] known = known(reference);
    if (known != null) {
      return known;
    }
    byte[] content = store.get(reference);
    keep(reference, content);
    return content;
  }

  private synchronized boolean isRecent(BlobReference reference) {
    return recent.get(reference) != null;
  }

  private synchronized byte @Nullable [] known(BlobReference reference) {
    return recent.get(reference);
  }

  private synchronized void keep(BlobReference reference, byte[] content) {
    if (content.length <= MOST_BYTES / 4 && recent.put(reference, content) == null) {
      bytes += content.length;
    }
    Iterator<Map.Entry<BlobReference, byte[]>> oldest = recent.entrySet().iterator();
    while (bytes > MOST_BYTES && oldest.hasNext()) {
      bytes -= oldest.next().getValue().length;
      oldest.remove();
    }
  }
}
