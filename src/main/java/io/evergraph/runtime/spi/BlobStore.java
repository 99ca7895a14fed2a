package io.evergraph.runtime.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps contents that are too large to travel: whoever is sent a {@link BlobReference} reads them
 * here. Every process that works on a thread, or reads it, needs the same store.
 *
 * <p>A content is found by its hash: keeping it again changes nothing and gives the same reference,
 * so that a task that is repeated leaves one copy. Contents never change.
 *
 * <p>Nothing is ever removed by itself. A content has to be there for as long as any thread, the
 * history that a server keeps of it, or a copy or fork of it refers to it: {@link
 * io.evergraph.runtime.BlobCleanUp} finds out which are. Safe for use by several threads and
 * processes.
 */
public interface BlobStore {
  /** Processes repeat a put of a content that they use again within this time at the latest. */
  Duration MARGIN = Duration.ofHours(1);

  /**
   * Keeps a content, and notes that it is in use from now on; when this returns, it survives what
   * the store survives. A copy that was damaged is replaced.
   *
   * @throws io.evergraph.error.BlobUnavailableException when it cannot be kept
   */
  BlobReference put(byte[] content);

  /**
   * Returns a content.
   *
   * @throws io.evergraph.error.BlobUnavailableException {@link
   *     io.evergraph.error.BlobUnavailableException#lost lost} when it is not there, or is not what
   *     was kept; else when it cannot be read now
   */
  byte[] get(BlobReference reference);

  /**
   * Removes a content; nothing happens when it is not there.
   *
   * @throws io.evergraph.error.BlobUnavailableException when it cannot be removed
   */
  void delete(BlobReference reference);

  /**
   * Returns what is kept, as far as it is neither put nor removed meanwhile. A store that cannot
   * list it is never cleaned up.
   *
   * @throws io.evergraph.error.BlobUnavailableException when the store cannot be read
   */
  default Set<BlobReference> references() {
    return Set.of();
  }

  /**
   * Removes the contents that were last put before a time, but for those that somebody still needs.
   * A content that is put again while this runs stays. A store that does not note when it was given
   * a content removes nothing.
   *
   * @param isNeeded asked about each content that was last put before the time
   * @return how many were removed
   * @throws io.evergraph.error.BlobUnavailableException when the store cannot be cleaned up
   */
  default int deleteUnusedSince(Instant time, Predicate<BlobReference> isNeeded) {
    return 0;
  }
}
