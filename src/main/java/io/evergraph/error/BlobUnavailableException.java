package io.evergraph.error;

import java.util.Map;

/** A content cannot be read from, or written to, the store of large values. */
public final class BlobUnavailableException extends GraphException {
  private final String reference;
  private final String reason;

  /**
   * Describes the failure.
   *
   * @param reference the hash of the content
   * @param reason what the store said
   */
  public BlobUnavailableException(String reference, String reason) {
    super(
        "The store of large values cannot serve '"
            + reference
            + "': "
            + reason
            + ". Check that every process uses the same store, and that it can be reached.",
        Map.of("reference", reference, "reason", reason));
    this.reference = reference;
    this.reason = reason;
  }

  /** Returns the hash of the content. */
  public String reference() {
    return reference;
  }

  /** Returns what the store said. */
  public String reason() {
    return reason;
  }

  /** A store that cannot be reached now may be reached later. */
  @Override
  boolean passes() {
    return true;
  }
}
