package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** A channel was read before anything was written to it. */
public final class MissingValueException extends GraphException {
  private final String channel;
  private final List<String> present;

  /**
   * Describes the failure.
   *
   * @param channel the channel
   * @param present the channels that hold a value
   */
  public MissingValueException(String channel, List<String> present) {
    super(
        "Expected a value in channel '"
            + channel
            + "' but it was never written (present: "
            + present
            + "). Use find(...) where absence is normal.",
        Map.of("channel", channel, "present", present));
    this.channel = channel;
    this.present = List.copyOf(present);
  }

  /** Returns the channel. */
  public String channel() {
    return channel;
  }

  /** Returns the channels that hold a value. */
  public List<String> present() {
    return present;
  }
}
