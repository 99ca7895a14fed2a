package io.evergraph.export;

import io.evergraph.graph.GraphSpec;

/**
 * Draws graphs as Mermaid flowcharts, which GitHub, wikis and the studio show as pictures.
 *
 * <p>Solid arrows are always taken, dashed ones by choice: routers, first matches (numbered in the
 * order in which they are tried) and gotos. A join is a hexagon between its sources and its target,
 * a subgraph a box.
 */
public final class Mermaid {

  private Mermaid() {}

  /** Returns the flowchart of a graph, its lines ended by newlines. */
  public static String of(GraphSpec spec) {
    return of(spec, Highlights.none());
  }

  /** Returns the flowchart of a graph in some detail. */
  public static String of(GraphSpec spec, Detail detail) {
    return new MermaidText().draw(spec, detail).toString();
  }

  /** Returns the flowchart of a graph with marked nodes; marks of unknown nodes are left out. */
  public static String of(GraphSpec spec, Highlights highlights) {
    return new MermaidText().draw(spec, Detail.ALL).highlight(highlights).toString();
  }
}
