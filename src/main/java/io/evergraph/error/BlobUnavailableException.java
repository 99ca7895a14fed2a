package io.evergraph.error;

/** A content cannot be read from, or written to, the store of large values. */
public final class BlobUnavailableException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param reference the hash of the content
   * @param reason what the store said
   */
  public BlobUnavailableException(String reference, String reason) {
    this(Facts.of("reference", reference).and("reason", reason));
  }

  BlobUnavailableException(Facts facts) {
    super(
        facts,
        "The store of large values cannot serve '{reference}': {reason}. Check that every process"
            + " uses the same store, and that it can be reached.");
  }

  /** A store that cannot be reached now may be reached later. */
  @Override
  public boolean isWorthAnotherAttempt() {
    return true;
  }
}
