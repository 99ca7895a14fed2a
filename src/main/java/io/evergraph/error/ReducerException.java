package io.evergraph.error;

import java.util.Map;

/** A reducer threw while it combined a channel with a write. */
public final class ReducerException extends GraphException {
  private final String channel;
  private final String reducer;
  private final String reason;

  /**
   * Describes the failure.
   *
   * @param channel the channel
   * @param reducer the name of the reducer
   * @param reason what the reducer said
   */
  public ReducerException(String channel, String reducer, String reason) {
    super(
        "Reducer '"
            + reducer
            + "' of channel '"
            + channel
            + "' failed: "
            + reason
            + ". A reducer must accept every value that its channel can be given.",
        Map.of("channel", channel, "reducer", reducer, "reason", reason));
    this.channel = channel;
    this.reducer = reducer;
    this.reason = reason;
  }

  /** Returns the channel. */
  public String channel() {
    return channel;
  }

  /** Returns the name of the reducer. */
  public String reducer() {
    return reducer;
  }

  /** Returns what the reducer said. */
  public String reason() {
    return reason;
  }
}
