package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** A run used up its supersteps while tasks remained. */
public final class StepLimitException extends GraphException {
  private final int limit;
  private final List<String> nextNodes;

  /**
   * Describes the failure.
   *
   * @param limit the supersteps that the run had
   * @param nextNodes the nodes that would have run next
   */
  public StepLimitException(int limit, List<String> nextNodes) {
    super(
        "The run reached its recursion limit of "
            + limit
            + " supersteps with "
            + nextNodes
            + " still to run. Continue it with a higher limit, or check the graph for an endless loop.",
        Map.of("limit", limit, "nextNodes", nextNodes));
    this.limit = limit;
    this.nextNodes = List.copyOf(nextNodes);
  }

  /** Returns the supersteps that the run had. */
  public int limit() {
    return limit;
  }

  /** Returns the nodes that would have run next. */
  public List<String> nextNodes() {
    return nextNodes;
  }
}
