package io.evergraph.error;

import java.util.Map;

/** A subgraph that keeps its state per thread was called several times in one superstep. */
public final class SubgraphBusyException extends GraphException {
  private final String node;
  private final long calls;

  /**
   * Describes the failure.
   *
   * @param node the subgraph node
   * @param calls how many tasks of the superstep are calls of it
   */
  public SubgraphBusyException(String node, long calls) {
    super(
        "Expected one call at a time of subgraph '"
            + node
            + "', which keeps its state per thread, but found "
            + calls
            + " in one superstep. Call it in one superstep after the other, or let it start anew"
            + " with each call.",
        Map.of("node", node, "calls", calls));
    this.node = node;
    this.calls = calls;
  }

  /** Returns the subgraph node. */
  public String node() {
    return node;
  }

  /** Returns how many tasks of the superstep are calls of it. */
  public long calls() {
    return calls;
  }
}
