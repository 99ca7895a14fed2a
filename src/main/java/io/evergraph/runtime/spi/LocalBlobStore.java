package io.evergraph.runtime.spi;

import io.evergraph.error.BlobUnavailableException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Keeps contents in this process: for tests, and for a server that is embedded in the same process.
 * Nothing survives it.
 */
public final class LocalBlobStore implements BlobStore {
  private final Map<BlobReference, Kept> contents = new ConcurrentHashMap<>();

  @Override
  public BlobReference put(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    contents.put(reference, new Kept(content.clone()));
    return reference;
  }

  @Override
  public byte[] get(BlobReference reference) {
    Kept kept = contents.get(reference);
    if (kept == null) {
      throw BlobUnavailableException.lost(reference.hash(), "nothing is kept under that name");
    }
    return kept.content.clone();
  }

  @Override
  public void delete(BlobReference reference) {
    contents.remove(reference);
  }

  @Override
  public Set<BlobReference> references() {
    return Set.copyOf(contents.keySet());
  }

  @Override
  public int deleteUnusedSince(Instant time, Predicate<BlobReference> isNeeded) {
    int removed = 0;
    for (BlobReference reference : List.copyOf(contents.keySet())) {
      Kept kept = contents.get(reference);
      boolean unused = kept != null && kept.lastPut.isBefore(time) && !isNeeded.test(reference);
      removed += unused && contents.remove(reference, kept) ? 1 : 0;
    }
    return removed;
  }

  /** One put: a later one of the same content is another. */
  private static final class Kept {
    private final byte[] content;
    private final Instant lastPut = Instant.now();

    Kept(byte[] content) {
      this.content = content;
    }
  }
}
