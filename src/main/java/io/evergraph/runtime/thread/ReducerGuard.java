package io.evergraph.runtime.thread;

import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.ReducerCall;
import org.jspecify.annotations.Nullable;

/** Checks what the reducers of users give, like what a node writes; tells which one is at work. */
final class ReducerGuard implements ReducerCall {
  private static final String NONE = "";

  private final StateCodec codec;
  private final String refused;
  private volatile String atWork = NONE;

  private ReducerGuard(StateCodec codec, String refused) {
    this.codec = codec;
    this.refused = refused;
  }

  static ReducerGuard of(StateCodec codec) {
    return new ReducerGuard(codec, NONE);
  }

  static ReducerGuard refusing(StateCodec codec, String channel) {
    return new ReducerGuard(codec, channel);
  }

  /** Returns the channel that is being reduced; blank when none is. */
  String atWork() {
    return atWork;
  }

  @Override
  public @Nullable Object reduce(
      Channel<?> channel, @Nullable Object current, @Nullable Object write) {
    if (channel.name().equals(refused)) {
      throw new IllegalStateException(
          "one barrier took longer than " + ReducerDeadline.LONGEST.toSeconds() + " s");
    }
    atWork = channel.name();
    Object result = channel.reducer().reduce(current, write);
    atWork = NONE;
    return result == null ? null : codec.checked(result, channel);
  }
}
