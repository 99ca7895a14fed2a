package io.evergraph.export;

/**
 * Draws the parts of a graph in one notation. Places are unique in a drawing: a node's name, after
 * the names of the subgraphs that lead to it, joined by {@code /}.
 */
interface Pen {
  void start(String place);

  void end(String place);

  /** Draws what stands for any node of a graph. */
  void anywhere(String place);

  void node(String place, String label);

  /** Draws a subgraph that is not opened. */
  void closedSubgraph(String place, String label);

  /** Begins the box of a subgraph; what follows is inside. */
  void beginSubgraph(String place, String label);

  void endSubgraph(String place);

  /** Draws where the arrows of a join meet. */
  void joint(String place, String rule);

  void arrow(Arrow arrow);
}
