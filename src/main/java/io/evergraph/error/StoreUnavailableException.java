package io.evergraph.error;

/**
 * A store cannot be read from, or written to: the long-term store, that of checkpoints, or that of
 * tasks.
 */
public final class StoreUnavailableException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param subject what was to be read or written
   * @param reason what the store said
   */
  public StoreUnavailableException(String subject, String reason) {
    this(Facts.of("subject", subject).and("reason", reason));
  }

  StoreUnavailableException(Facts facts) {
    super(facts, "The store cannot serve {subject}: {reason}. Check that it can be reached.");
  }

  /** A store that cannot be reached now may be reached later. */
  @Override
  public boolean isWorthAnotherAttempt() {
    return true;
  }

  @Override
  public boolean isOutage() {
    return true;
  }
}
