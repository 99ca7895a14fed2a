package io.evergraph.error;

/** A subgraph that keeps its state per thread was called several times in one superstep. */
public final class SubgraphBusyException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param calls how many tasks of the superstep are calls of it
   */
  public SubgraphBusyException(String node, long calls) {
    this(Facts.of("node", node).and("calls", calls));
  }

  SubgraphBusyException(Facts facts) {
    super(
        facts,
        "Expected one call at a time of subgraph '{node}', which keeps its state per thread, but"
            + " found {calls} in one superstep. Call it in one superstep after the other, or let it"
            + " start anew with each call.");
  }
}
