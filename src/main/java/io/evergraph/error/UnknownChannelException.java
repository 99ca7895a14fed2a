package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** An update names a channel that the graph does not declare. */
public final class UnknownChannelException extends GraphException {
  private final String channel;
  private final String writer;
  private final List<String> known;

  /**
   * Describes the failure.
   *
   * @param channel the name that was used
   * @param writer the node, or the door, that wrote it
   * @param known the declared channels
   */
  public UnknownChannelException(String channel, String writer, List<String> known) {
    super(
        "Expected a declared channel "
            + known
            + " but "
            + writer
            + " wrote '"
            + channel
            + "'. Declare it with channels(...), or build the graph with openState().",
        Map.of("channel", channel, "writer", writer, "known", known));
    this.channel = channel;
    this.writer = writer;
    this.known = List.copyOf(known);
  }

  /** Returns the name that was used. */
  public String channel() {
    return channel;
  }

  /** Returns the node, or the door, that wrote it. */
  public String writer() {
    return writer;
  }

  /** Returns the declared channels. */
  public List<String> known() {
    return known;
  }
}
