package io.evergraph.error;

/** A message from outside is not what its receiver understands. */
public final class InvalidInputException extends GraphException {
  /** Describes the failure. */
  public InvalidInputException(String subject, String expected, String found) {
    this(Facts.of("subject", subject).and("expected", expected).and("found", found));
  }

  InvalidInputException(Facts facts) {
    super(facts, "Expected {expected} for {subject} but found {found}.");
  }

  /** Returns what was read. */
  public String subject() {
    return facts().text("subject");
  }

  /** Returns its form. */
  public String expected() {
    return facts().text("expected");
  }

  /** Returns what was there instead. */
  public String found() {
    return facts().text("found");
  }
}
