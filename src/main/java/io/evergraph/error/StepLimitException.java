package io.evergraph.error;

import java.util.List;

/** A run used up its supersteps while tasks remained. */
public final class StepLimitException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param nextNodes the nodes that would have run next
   */
  public StepLimitException(int limit, List<String> nextNodes) {
    this(Facts.of("limit", limit).and("nextNodes", nextNodes));
  }

  StepLimitException(Facts facts) {
    super(
        facts,
        "The run reached its recursion limit of {limit} supersteps with {nextNodes} still to run."
            + " Continue it with a higher limit, or check the graph for an endless loop.");
  }
}
