package io.evergraph.error;

import java.util.List;

/** No graph of this name is registered. */
public final class UnknownGraphException extends GraphException {
  /** Describes the failure. */
  public UnknownGraphException(String graph, List<String> known) {
    this(Facts.of("graph", graph).and("known", known));
  }

  UnknownGraphException(Facts facts) {
    super(
        facts,
        "Expected one of the graphs {known} but found '{graph}'. Register it, or check its name and"
            + " version.");
  }
}
