package io.evergraph.export;

import io.evergraph.graph.GraphSpec;

/**
 * Draws graphs as PlantUML state diagrams.
 *
 * <p>Solid arrows are always taken, dashed ones by choice. A join is a state of the kind {@code
 * join} between its sources and its target, an opened subgraph a composite state.
 */
public final class PlantUml {

  private PlantUml() {}

  /** Returns the state diagram of a graph, its lines ended by newlines. */
  public static String of(GraphSpec spec) {
    return of(spec, Detail.ALL);
  }

  /** Returns the state diagram of a graph in some detail. */
  public static String of(GraphSpec spec, Detail detail) {
    PlantUmlPen pen = new PlantUmlPen();
    new Sketch(pen).draw(spec, detail);
    return pen.text();
  }
}
