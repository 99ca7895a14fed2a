package io.evergraph.state;

import org.jspecify.annotations.Nullable;

/**
 * How the reducers of users are called. What runs a graph bounds the time that they take and checks
 * what they give; the reducers of Evergraph need neither.
 */
@FunctionalInterface
public interface ReducerCall {
  /** Calls the reducer of a channel and does no more. */
  ReducerCall PLAIN = (channel, current, write) -> channel.reducer().reduce(current, write);

  /** Combines what a channel holds with a write, by the reducer of the channel. */
  @Nullable Object reduce(Channel<?> channel, @Nullable Object current, @Nullable Object write);
}
