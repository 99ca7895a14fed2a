package io.evergraph.llm;

import io.evergraph.graph.ContentHash;
import io.evergraph.graph.NodeContext;

/**
 * Where a tool call comes from.
 *
 * @param node the context of the task that executes it
 * @param index the position of the call among those of its message, from 0
 * @param position the position of its result in the chat, from 0
 */
public record ToolContext(NodeContext node, int index, int position) {
  /**
   * Returns a key that is the same in every attempt of this call and of no other call, for side
   * effects that must happen once.
   */
  public String idempotencyKey() {
    return ContentHash.uuid(node.idempotencyKey(), index);
  }
}
