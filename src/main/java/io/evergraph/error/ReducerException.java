package io.evergraph.error;

/** A reducer threw while it combined a channel with a write. */
public final class ReducerException extends GraphException {
  /** Describes the failure. */
  public ReducerException(String channel, String reducer, String reason) {
    this(Facts.of("channel", channel).and("reducer", reducer).and("reason", reason));
  }

  ReducerException(Facts facts) {
    super(
        facts,
        "Reducer '{reducer}' of channel '{channel}' failed: {reason}. A reducer must accept every"
            + " value that its channel can be given.");
  }
}
