package io.evergraph.error;

import java.util.Map;

/** A value is larger than what the runtime may send. */
public final class TooLargeException extends GraphException {
  /** The remedy where no other is named. */
  public static final String SEND_A_REFERENCE = "Send a reference to the data instead.";

  private final String subject;
  private final long size;
  private final long limit;
  private final String remedy;

  /**
   * Describes the failure.
   *
   * @param subject what is too large
   * @param size its size in bytes
   * @param limit the most it may have in bytes
   */
  public TooLargeException(String subject, long size, long limit) {
    this(subject, size, limit, SEND_A_REFERENCE);
  }

  /**
   * Describes the failure.
   *
   * @param subject what is too large
   * @param size its size in bytes
   * @param limit the most it may have in bytes
   * @param remedy what can be done about it, a sentence
   */
  public TooLargeException(String subject, long size, long limit, String remedy) {
    super(
        "Expected at most "
            + limit
            + " bytes for "
            + subject
            + " but found "
            + size
            + ". "
            + remedy,
        Map.of("subject", subject, "size", size, "limit", limit, "remedy", remedy));
    this.subject = subject;
    this.size = size;
    this.limit = limit;
    this.remedy = remedy;
  }

  /** Returns what is too large. */
  public String subject() {
    return subject;
  }

  /** Returns its size in bytes. */
  public long size() {
    return size;
  }

  /** Returns what can be done about it. */
  public String remedy() {
    return remedy;
  }

  /** Returns the most it may have in bytes. */
  public long limit() {
    return limit;
  }
}
