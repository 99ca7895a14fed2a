package io.evergraph.error;

/** A content cannot be read from, or written to, the store of large values. */
public final class BlobUnavailableException extends GraphException {
  private static final String LOST = "lost";

  /**
   * Describes the failure.
   *
   * @param reference the hash of the content
   * @param reason what the store said
   */
  public BlobUnavailableException(String reference, String reason) {
    this(Facts.of("reference", reference).and("reason", reason));
  }

  /**
   * Returns the failure of a content that the store, though it can be reached, does not have.
   *
   * @param reference the hash of the content
   * @param found what is there in its place
   */
  public static BlobUnavailableException lost(String reference, String found) {
    return new BlobUnavailableException(Facts.of("reference", reference).and(LOST, found));
  }

  BlobUnavailableException(Facts facts) {
    super(
        facts,
        facts.values().containsKey(LOST)
            ? "The store of large values does not have '{reference}': {lost}. Check that every"
                + " process uses the same store."
            : "The store of large values cannot serve '{reference}': {reason}. Check that every"
                + " process uses the same store, and that it can be reached.");
  }

  /** A store that cannot be reached now may be reached later. */
  @Override
  public boolean isWorthAnotherAttempt() {
    return true;
  }

  /** Returns whether the store does not have the content, so that no time helps. */
  public boolean isLost() {
    return facts().values().containsKey(LOST);
  }

  @Override
  public boolean isPassing() {
    return !isLost();
  }

  @Override
  public boolean isOutage() {
    return isPassing();
  }
}
