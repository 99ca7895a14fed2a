package io.evergraph.runtime.stream;

import io.evergraph.state.StreamableMessage;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Knows which messages a reader has seen, and how much of them. */
final class SeenMessages {
  private final Map<String, Pieces> open = new HashMap<>();
  private final Set<String> finished = new HashSet<>();

  private record Pieces(int attempt, StringBuilder text) {}

  void streamed(String messageId, int attempt, String delta) {
    Pieces pieces = open.get(messageId);
    if (pieces == null || pieces.attempt() != attempt) {
      pieces = new Pieces(attempt, new StringBuilder());
      open.put(messageId, pieces);
    }
    pieces.text().append(delta);
  }

  /** Notes that a message is there as a whole; returns false for one that was there before. */
  boolean finish(String messageId) {
    return finished.add(messageId);
  }

  /**
   * Returns what the pieces have not shown of a message. Where pieces were lost, nothing: what
   * would be missing stands in the middle.
   */
  String unseen(StreamableMessage message) {
    Pieces pieces = open.remove(message.id());
    String seen = pieces == null ? "" : pieces.text().toString();
    return message.text().startsWith(seen) ? message.text().substring(seen.length()) : "";
  }
}
