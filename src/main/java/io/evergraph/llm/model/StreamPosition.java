package io.evergraph.llm.model;

import java.util.Objects;

/**
 * How far the answer of a model has come that is read piece by piece. {@link ModelNode} gives it
 * with its heartbeats, so that a further attempt finds how far the one before it came: {@code
 * context.lastHeartbeat(StreamPosition.class)}.
 *
 * @param pieces how many pieces have come: of text, of thoughts, of tool calls
 * @param characters how many characters of text they held together
 * @param text the text so far; of a longer one the last 32,768 characters
 */
public record StreamPosition(int pieces, int characters, String text) {
  private static final int LONGEST_TEXT = 32_768;

  public StreamPosition {
    Objects.requireNonNull(text, "text");
    text = text.substring(Math.max(0, text.length() - LONGEST_TEXT));
  }

  static StreamPosition start() {
    return new StreamPosition(0, 0, "");
  }

  /** Returns this position without the words, where not everybody may see them. */
  StreamPosition withoutText() {
    return new StreamPosition(pieces, characters, "");
  }

  StreamPosition plus(String piece) {
    return new StreamPosition(pieces + 1, characters + piece.length(), text + piece);
  }
}
