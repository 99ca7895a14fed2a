package io.evergraph.graph;

import io.evergraph.state.Channel;

/**
 * A channel as data.
 *
 * @param name the name
 * @param type the readable name of the Java type; for people and fingerprints, never loaded
 * @param reducer the name of the reducer
 * @param reducerVersion the version of the reducer's meaning
 */
public record ChannelSpec(String name, String type, String reducer, String reducerVersion) {
  /** Describes a channel. */
  public static ChannelSpec of(Channel<?> channel) {
    return new ChannelSpec(
        channel.name(),
        channel.type().getTypeName(),
        channel.reducer().name(),
        channel.reducer().version());
  }
}
