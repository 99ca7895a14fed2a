package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Where another thread stands, for a thread that begins there.
 *
 * @param id the id of the copy
 * @param graph the name of the graph
 * @param head the other thread's checkpoint, as {@link io.evergraph.runtime.codec.CheckpointCodec}
 *     writes it
 */
public record CopyMessage(String id, String graph, JsonNode head) implements ThreadMessage {
  @Override
  public <R> R match(Cases<R> cases) {
    return cases.copyOf(this);
  }
}
