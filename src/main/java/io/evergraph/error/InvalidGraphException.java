package io.evergraph.error;

import java.util.List;

/** A graph definition has mistakes; all of them are listed at once. */
public final class InvalidGraphException extends GraphException {
  /** Describes the failure. */
  public InvalidGraphException(String graph, List<String> problems) {
    this(Facts.of("graph", graph).and("problems", problems));
  }

  InvalidGraphException(Facts facts) {
    super(
        facts,
        "Graph '{graph}' has "
            + facts.texts("problems").size()
            + " problem(s):\n - {problems|\n - }");
  }

  /** Returns the name of the graph. */
  public String graph() {
    return facts().text("graph");
  }

  /** Returns every mistake found, each with its remedy. */
  public List<String> problems() {
    return facts().texts("problems");
  }
}
