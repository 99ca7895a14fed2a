package io.evergraph.export;

import io.evergraph.graph.ChannelSpec;
import java.util.Map;

/** Variants of a channel's description. */
record ChannelData(ChannelSpec channel) {

  ChannelSpec withSchema(Map<String, Object> schema) {
    return with(ChannelSpec.JSON, schema);
  }

  ChannelSpec withoutSchema(String type) {
    return with(type, Map.of());
  }

  private ChannelSpec with(String type, Map<String, Object> schema) {
    return new ChannelSpec(
        channel.name(),
        type,
        schema,
        channel.reducer(),
        channel.reducerVersion(),
        channel.lifetime(),
        channel.initial());
  }
}
