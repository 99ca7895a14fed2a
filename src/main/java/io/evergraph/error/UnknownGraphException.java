package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** No graph of this name is registered. */
public final class UnknownGraphException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param graph the name that was asked for
   * @param known the registered graphs
   */
  public UnknownGraphException(String graph, List<String> known) {
    this(new Facts(Map.of("graph", graph, "known", known)));
  }

  UnknownGraphException(Facts facts) {
    super(
        facts,
        facts.fill(
            "Expected one of the graphs {known} but found '{graph}'. Register it, or check its"
                + " name and version."));
  }
}
