package io.evergraph.temporal.payload;

import io.evergraph.temporal.connection.TemporalOptions;

/**
 * Travels by reference when it is large and a {@link io.evergraph.runtime.spi.BlobStore} is
 * configured: the history and the server then hold a few bytes of it.
 */
public interface Referable {
  /**
   * Returns the most bytes that it may have to travel as it is.
   *
   * @param configured what {@link TemporalOptions#inlineBytes} says
   */
  default long inlineBytes(long configured) {
    return configured;
  }

  /** A reply that nobody keeps: it is referred to only where it could not be sent at all. */
  interface Reply extends Referable {
    @Override
    default long inlineBytes(long configured) {
      return SizeGuard.PAYLOAD_BYTES;
    }
  }
}
