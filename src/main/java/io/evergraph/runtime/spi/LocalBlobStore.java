package io.evergraph.runtime.spi;

import io.evergraph.error.BlobUnavailableException;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps contents in this process: for tests, and for a server that is embedded in the same process.
 * Nothing survives it.
 */
public final class LocalBlobStore implements BlobStore {
  private final Map<BlobReference, Kept> contents = new ConcurrentHashMap<>();

  @Override
  public BlobReference put(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    contents.put(reference, new Kept(content.clone(), Instant.now()));
    return reference;
  }

  @Override
  public byte[] get(BlobReference reference) {
    Kept kept = contents.get(reference);
    if (kept == null) {
      throw new BlobUnavailableException(reference.hash(), "nothing is kept under that name");
    }
    return kept.content().clone();
  }

  @Override
  public void delete(BlobReference reference) {
    contents.remove(reference);
  }

  @Override
  public int deleteUnusedSince(Instant time) {
    int removed = 0;
    for (Map.Entry<BlobReference, Kept> entry : contents.entrySet()) {
      boolean unused = entry.getValue().lastPut().isBefore(time);
      removed += unused && contents.remove(entry.getKey(), entry.getValue()) ? 1 : 0;
    }
    return removed;
  }

  private record Kept(byte[] content, Instant lastPut) {}
}
