package io.evergraph.error;

import java.util.List;

/** A channel was read before anything was written to it. */
public final class MissingValueException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param present the channels that hold a value
   */
  public MissingValueException(String channel, List<String> present) {
    this(Facts.of("channel", channel).and("present", present));
  }

  MissingValueException(Facts facts) {
    super(
        facts,
        "Expected a value in channel '{channel}' but it was never written (present: {present}). Use"
            + " getOrElse(...) or find(...) where absence is normal.");
  }
}
