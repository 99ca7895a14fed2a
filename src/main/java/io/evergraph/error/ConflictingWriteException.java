package io.evergraph.error;

import java.util.List;

/** Two tasks of one superstep wrote a channel that holds one value. */
public final class ConflictingWriteException extends GraphException {
  /** Describes the failure. */
  public ConflictingWriteException(String channel, List<String> nodes) {
    this(Facts.of("channel", channel).and("nodes", nodes));
  }

  ConflictingWriteException(Facts facts) {
    super(
        facts,
        "Expected at most one writer of channel '{channel}' in a superstep but found {nodes}. Give"
            + " the channel a reducer (append, merge, ...) or make it lastWins(); only one of them"
            + " may overwrite() it.");
  }

  /** Returns the channel. */
  public String channel() {
    return facts().text("channel");
  }

  /** Returns the nodes that wrote it, in task order. */
  public List<String> nodes() {
    return facts().texts("nodes");
  }
}
