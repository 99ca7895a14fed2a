package io.evergraph.graph;

import io.evergraph.state.StateUpdate;
import org.jspecify.annotations.Nullable;

/**
 * Values that are written to the state from outside.
 *
 * @param update the values; they pass through the reducers
 * @param asNode the node in whose name it is made: what follows that node is planned instead of
 *     what was; the end of the graph plans nothing; null leaves the plan as it is
 */
public record NodeEdit(StateUpdate update, @Nullable String asNode) {
  /** Returns an edit that leaves the plan as it is. */
  public static NodeEdit of(StateUpdate update) {
    return new NodeEdit(update, null);
  }

  /** Returns an edit in a node's name. */
  public static NodeEdit as(String node, StateUpdate update) {
    return new NodeEdit(update, node);
  }
}
