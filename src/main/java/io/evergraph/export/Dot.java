package io.evergraph.export;

import io.evergraph.graph.GraphSpec;

/**
 * Draws graphs in the DOT language of Graphviz.
 *
 * <p>Solid edges are always taken, dashed ones by choice. A join is a hexagon between its sources
 * and its target, an opened subgraph a cluster.
 */
public final class Dot {

  private Dot() {}

  /** Returns the digraph of a graph, its lines ended by newlines. */
  public static String of(GraphSpec spec) {
    return of(spec, Detail.ALL);
  }

  /** Returns the digraph of a graph in some detail. */
  public static String of(GraphSpec spec, Detail detail) {
    DotPen pen = new DotPen(spec.name());
    new Sketch(pen).draw(spec, detail);
    return pen.text();
  }
}
