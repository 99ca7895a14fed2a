package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** No graph of this name is registered. */
public final class UnknownGraphException extends GraphException {
  private final String graph;
  private final List<String> known;

  /**
   * Describes the failure.
   *
   * @param graph the name that was asked for
   * @param known the registered graphs
   */
  public UnknownGraphException(String graph, List<String> known) {
    super(
        "Expected one of the graphs "
            + known
            + " but found '"
            + graph
            + "'. Register it, or check its name and version.",
        Map.of("graph", graph, "known", known));
    this.graph = graph;
    this.known = List.copyOf(known);
  }

  /** Returns the name that was asked for. */
  public String graph() {
    return graph;
  }

  /** Returns the registered graphs. */
  public List<String> known() {
    return known;
  }
}
