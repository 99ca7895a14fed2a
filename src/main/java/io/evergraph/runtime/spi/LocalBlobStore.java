package io.evergraph.runtime.spi;

import io.evergraph.error.BlobUnavailableException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps contents in this process: for tests, and for a server that is embedded in the same process.
 * Nothing survives it.
 */
public final class LocalBlobStore implements BlobStore {
  private final Map<BlobReference, byte[]> contents = new ConcurrentHashMap<>();

  @Override
  public BlobReference put(byte[] content) {
    BlobReference reference = BlobReference.of(content);
    contents.putIfAbsent(reference, content.clone());
    return reference;
  }

  @Override
  public byte[] get(BlobReference reference) {
    byte[] content = contents.get(reference);
    if (content == null) {
      throw new BlobUnavailableException(reference.hash(), "nothing is kept under that name");
    }
    return content.clone();
  }

  @Override
  public void delete(BlobReference reference) {
    contents.remove(reference);
  }
}
