package io.evergraph.pregel;

import io.evergraph.error.InvalidInputException;
import io.evergraph.state.StateUpdate;
import java.util.List;
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

  /** Several edits of one superstep have to name their nodes. */
  static List<NodeEdit> together(List<NodeEdit> edits) {
    if (edits.size() > 1 && edits.stream().anyMatch(edit -> edit.asNode() == null)) {
      throw new InvalidInputException(
          "an edit of several updates", "a node for each of them", "one without");
    }
    return List.copyOf(edits);
  }
}
