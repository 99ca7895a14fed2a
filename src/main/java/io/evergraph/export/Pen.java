package io.evergraph.export;

/**
 * Draws the parts of a graph in one notation. Places are unique in a drawing: a node's name, after
 * the names of the subgraphs that lead to it, joined by {@code /}.
 */
interface Pen {
  /** Draws the entry of a graph. */
  void start(String place);

  /** Draws the exit of a graph. */
  void end(String place);

  /** Draws what stands for any node of a graph. */
  void anywhere(String place);

  /** Draws a node. */
  void node(String place, String label);

  /** Draws a subgraph that is not opened. */
  void closedSubgraph(String place, String label);

  /** Begins the box of a subgraph; what follows is inside. */
  void beginSubgraph(String place, String label);

  /** Ends the box of a subgraph. */
  void endSubgraph(String place);

  /** Draws where the arrows of a join meet. */
  void joint(String place, String rule);

  /** Draws an arrow between two places. */
  void arrow(Arrow arrow);
}
