package io.evergraph.error;

import java.util.List;

/** An update names a channel that the graph does not declare. */
public final class UnknownChannelException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param writer the node, or the endpoint, that wrote it
   */
  public UnknownChannelException(String channel, String writer, List<String> known) {
    this(Facts.of("channel", channel).and("writer", writer).and("known", known));
  }

  UnknownChannelException(Facts facts) {
    super(
        facts,
        "Expected a declared channel {known} but {writer} wrote '{channel}'. Declare it with"
            + " channels(...), for an input also with inputs(...) where the graph names some, or"
            + " build the graph with openState().");
  }

  /** Returns the name that was used. */
  public String channel() {
    return facts().text("channel");
  }

  /** Returns the declared channels. */
  public List<String> known() {
    return facts().texts("known");
  }
}
