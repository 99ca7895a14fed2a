package io.evergraph.graph;

import io.evergraph.state.State;
import org.jspecify.annotations.Nullable;

/**
 * One alternative of a {@link FirstMatchEdge}: taken when the channel's text equals the value,
 * ignoring case.
 *
 * @param channel the channel to look at; null accepts any state
 * @param value the text to compare with; null accepts any state
 */
public record Match(@Nullable String channel, @Nullable String value, String target) {

  /** Returns a match on a channel's text. */
  public static Match when(String channel, String value, String target) {
    return new Match(channel, value, target);
  }

  /** Returns the match that any state satisfies; put it last. */
  public static Match otherwise(String target) {
    return new Match(null, null, target);
  }

  /** Returns whether any state satisfies this match. */
  public boolean isAlways() {
    return channel == null || value == null;
  }

  /** Returns whether a state satisfies this match. */
  public boolean accepts(State state) {
    if (channel == null || value == null) {
      return true;
    }
    Object held = state.value(channel);
    return held != null && value.equalsIgnoreCase(held.toString());
  }
}
