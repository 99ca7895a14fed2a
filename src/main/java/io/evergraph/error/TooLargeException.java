package io.evergraph.error;

import java.util.Map;

/** A value is larger than what the runtime may send. */
public final class TooLargeException extends GraphException {
  private final String subject;
  private final long size;
  private final long limit;

  /**
   * Describes the failure.
   *
   * @param subject what is too large
   * @param size its size in bytes
   * @param limit the most it may have in bytes
   */
  public TooLargeException(String subject, long size, long limit) {
    super(
        "Expected at most "
            + limit
            + " bytes for "
            + subject
            + " but found "
            + size
            + ". Send a reference to the data instead.",
        Map.of("subject", subject, "size", size, "limit", limit));
    this.subject = subject;
    this.size = size;
    this.limit = limit;
  }

  /** Returns what is too large. */
  public String subject() {
    return subject;
  }

  /** Returns its size in bytes. */
  public long size() {
    return size;
  }

  /** Returns the most it may have in bytes. */
  public long limit() {
    return limit;
  }
}
