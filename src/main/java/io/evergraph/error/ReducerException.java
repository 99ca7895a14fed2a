package io.evergraph.error;

import java.util.Map;

/** A reducer threw while it combined a channel with a write. */
public final class ReducerException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param reducer the name of the reducer
   * @param reason what the reducer said
   */
  public ReducerException(String channel, String reducer, String reason) {
    this(new Facts(Map.of("channel", channel, "reducer", reducer, "reason", reason)));
  }

  ReducerException(Facts facts) {
    super(
        facts,
        facts.fill(
            "Reducer '{reducer}' of channel '{channel}' failed: {reason}. A reducer must accept"
                + " every value that its channel can be given."));
  }
}
