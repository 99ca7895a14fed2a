package io.evergraph.error;

/** A value is larger than what the runtime may send. */
public final class TooLargeException extends GraphException {
  /** The remedy where no other is named. */
  public static final String SEND_A_REFERENCE = "Send a reference to the data instead.";

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
    this(Facts.of("subject", subject).and("size", size).and("limit", limit).and("remedy", remedy));
  }

  TooLargeException(Facts facts) {
    super(facts, "Expected at most {limit} bytes for {subject} but found {size}. {remedy}");
  }
}
