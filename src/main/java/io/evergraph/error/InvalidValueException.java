package io.evergraph.error;

import java.util.Map;

/** A value does not fit the declared type of its channel, or does not survive the codec. */
public final class InvalidValueException extends GraphException {
  private final String channel;
  private final String expected;
  private final String found;

  /**
   * Describes the failure.
   *
   * @param channel the channel, or the place, that the value was meant for
   * @param expected the declared type
   * @param found what was given instead
   */
  public InvalidValueException(String channel, String expected, String found) {
    super(
        "Expected "
            + expected
            + " for '"
            + channel
            + "' but found "
            + found
            + ". Write a value of that type, or change the declared type.",
        Map.of("channel", channel, "expected", expected, "found", found));
    this.channel = channel;
    this.expected = expected;
    this.found = found;
  }

  /** Returns the channel, or the place, that the value was meant for. */
  public String channel() {
    return channel;
  }

  /** Returns the declared type. */
  public String expected() {
    return expected;
  }

  /** Returns what was given instead. */
  public String found() {
    return found;
  }
}
