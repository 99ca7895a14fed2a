package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** A graph definition has mistakes; all of them are listed at once. */
public final class InvalidGraphException extends GraphException {
  private final String graph;
  private final List<String> problems;

  /**
   * Describes the failure.
   *
   * @param graph the name of the graph
   * @param problems every mistake found, each with its remedy
   */
  public InvalidGraphException(String graph, List<String> problems) {
    super(
        "Graph '"
            + graph
            + "' has "
            + problems.size()
            + " problem(s):\n - "
            + String.join("\n - ", problems),
        Map.of("graph", graph, "problems", problems));
    this.graph = graph;
    this.problems = List.copyOf(problems);
  }

  /** Returns the name of the graph. */
  public String graph() {
    return graph;
  }

  /** Returns every mistake found, each with its remedy. */
  public List<String> problems() {
    return problems;
  }
}
