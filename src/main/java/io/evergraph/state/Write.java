package io.evergraph.state;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One value on its way into one channel; the channel's reducer decides what becomes of it.
 *
 * @param channel the name of the channel
 * @param value the value; null is a value and is stored as such
 * @param overwrite whether the value takes the place of what the channel holds, past the reducer,
 *     whatever else is written to it in the same superstep
 */
public record Write(String channel, @Nullable Object value, boolean overwrite) {
  public Write {
    Objects.requireNonNull(channel, "channel");
  }

  /** Makes a write that passes through the reducer. */
  public Write(String channel, @Nullable Object value) {
    this(channel, value, false);
  }

  /** Returns this write with another form of its value. */
  public Write withValue(@Nullable Object other) {
    return new Write(channel, other, overwrite);
  }
}
