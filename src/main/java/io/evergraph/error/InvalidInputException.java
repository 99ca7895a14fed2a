package io.evergraph.error;

import java.util.Map;

/** A message from outside is not what its receiver understands. */
public final class InvalidInputException extends GraphException {
  private final String subject;
  private final String expected;
  private final String found;

  /**
   * Describes the failure.
   *
   * @param subject what was read
   * @param expected its form
   * @param found what was there instead
   */
  public InvalidInputException(String subject, String expected, String found) {
    super(
        "Expected " + expected + " for " + subject + " but found " + found + ".",
        Map.of("subject", subject, "expected", expected, "found", found));
    this.subject = subject;
    this.expected = expected;
    this.found = found;
  }

  /** Returns what was read. */
  public String subject() {
    return subject;
  }

  /** Returns its form. */
  public String expected() {
    return expected;
  }

  /** Returns what was there instead. */
  public String found() {
    return found;
  }
}
