package io.evergraph.state;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One value on its way into one channel; the channel's reducer decides what becomes of it.
 *
 * @param channel the name of the channel
 * @param value the value; null is a value and is stored as such
 */
public record Write(String channel, @Nullable Object value) {
  /** Checks that the channel is named. */
  public Write {
    Objects.requireNonNull(channel, "channel");
  }
}
