package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.GraphSpec;
import java.util.HashSet;
import java.util.Set;

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
    Digraph digraph = new Digraph();
    digraph.open("digraph " + Digraph.quoted(spec.name()) + " {");
    digraph.line("compound=true;");
    digraph.line("node [shape=box, style=rounded];");
    digraph.draw(spec, detail);
    digraph.close("}");
    return digraph.toString();
  }

  /** Edges of a cluster are those of a node inside, cut off at its border. */
  private static final class Digraph extends Diagram {
    private final Set<String> drawn = new HashSet<>();
    private final Set<String> clusters = new HashSet<>();

    @Override
    void place(Shape shape, String place, String label) {
      drawn.add(place);
      line(quoted(place) + " [label=" + quoted(label) + attributes(shape) + "];");
    }

    private static String attributes(Shape shape) {
      return switch (shape) {
        case START, END -> ", shape=oval";
        case ANY_NODE -> ", shape=hexagon, style=dashed";
        case NODE -> "";
        case CLOSED_SUBGRAPH -> ", shape=box3d";
        case JOIN -> ", shape=hexagon";
      };
    }

    @Override
    void beginSubgraph(String place, String label) {
      clusters.add(place);
      open("subgraph " + cluster(place) + " {");
      line("label=" + quoted(label) + ";");
    }

    @Override
    void endSubgraph() {
      close("}");
    }

    @Override
    void arrow(Wiring.Arrow arrow) {
      StringBuilder attributes = new StringBuilder();
      add(attributes, arrow.isConditional() ? "style=dashed" : "");
      add(attributes, arrow.label().isEmpty() ? "" : "label=" + quoted(arrow.label()));
      add(attributes, clusters.contains(arrow.from()) ? "ltail=" + cluster(arrow.from()) : "");
      add(attributes, clusters.contains(arrow.to()) ? "lhead=" + cluster(arrow.to()) : "");
      String options = attributes.isEmpty() ? "" : " [" + attributes + "]";
      line(quoted(exit(arrow.from())) + " -> " + quoted(entry(arrow.to())) + options + ";");
    }

    private static void add(StringBuilder attributes, String attribute) {
      attributes.append(attributes.isEmpty() || attribute.isEmpty() ? "" : ", ").append(attribute);
    }

    private String entry(String place) {
      return clusters.contains(place) ? place + "/" + START : place;
    }

    private String exit(String place) {
      String end = place + "/" + END;
      return clusters.contains(place) && drawn.contains(end) ? end : entry(place);
    }

    private static String cluster(String place) {
      return quoted("cluster " + place);
    }

    private static String quoted(String text) {
      return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
  }
}
