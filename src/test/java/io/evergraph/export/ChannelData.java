package io.evergraph.export;

import io.evergraph.graph.ChannelSpec;
import java.util.Map;

/** Variants of a channel's description. */
record ChannelData(ChannelSpec channel) {

  ChannelSpec withSchema(Map<String, Object> schema) {
    return new ChannelSpec(
        channel.name(), ChannelSpec.JSON, schema, channel.reducer(), channel.reducerVersion());
  }

  ChannelSpec withoutSchema(String type) {
    return new ChannelSpec(
        channel.name(), type, Map.of(), channel.reducer(), channel.reducerVersion());
  }
}
