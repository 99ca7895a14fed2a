package io.evergraph.error;

/** A value does not fit the declared type of its channel, or does not survive the codec. */
public final class InvalidValueException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param channel the channel, or the place, that the value was meant for
   * @param expected the declared type
   * @param found what was given instead
   */
  public InvalidValueException(String channel, String expected, String found) {
    this(Facts.of("channel", channel).and("expected", expected).and("found", found));
  }

  InvalidValueException(Facts facts) {
    super(
        facts,
        "Expected {expected} for '{channel}' but found {found}. Write a value of that type, or"
            + " change the declared type.");
  }
}
