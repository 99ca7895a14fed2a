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
    DotPen pen = new DotPen(spec.name());
    new Sketch(pen).draw(spec, detail);
    return pen.text();
  }

  /** Writes DOT. Edges of a cluster are those of a node inside, cut off at its border. */
  private static final class DotPen implements Pen {
    private final Lines lines = new Lines();
    private final Set<String> drawn = new HashSet<>();
    private final Set<String> clusters = new HashSet<>();

    DotPen(String name) {
      lines.open("digraph " + quoted(name) + " {");
      lines.add("compound=true;");
      lines.add("node [shape=box, style=rounded];");
    }

    String text() {
      lines.close("}");
      return lines.toString();
    }

    private void shape(String place, String label, String attributes) {
      drawn.add(place);
      lines.add(quoted(place) + " [label=" + quoted(label) + attributes + "];");
    }

    @Override
    public void start(String place) {
      shape(place, "start", ", shape=oval");
    }

    @Override
    public void end(String place) {
      shape(place, "end", ", shape=oval");
    }

    @Override
    public void anywhere(String place) {
      shape(place, "any node", ", shape=hexagon, style=dashed");
    }

    @Override
    public void node(String place, String label) {
      shape(place, label, "");
    }

    @Override
    public void closedSubgraph(String place, String label) {
      shape(place, label, ", shape=box3d");
    }

    @Override
    public void beginSubgraph(String place, String label) {
      clusters.add(place);
      lines.open("subgraph " + cluster(place) + " {");
      lines.add("label=" + quoted(label) + ";");
    }

    @Override
    public void endSubgraph(String place) {
      lines.close("}");
    }

    @Override
    public void joint(String place, String rule) {
      shape(place, rule, ", shape=hexagon");
    }

    @Override
    public void arrow(Arrow arrow) {
      StringBuilder attributes = new StringBuilder();
      add(attributes, arrow.isConditional() ? "style=dashed" : "");
      add(attributes, arrow.label().isEmpty() ? "" : "label=" + quoted(arrow.label()));
      add(attributes, clusters.contains(arrow.from()) ? "ltail=" + cluster(arrow.from()) : "");
      add(attributes, clusters.contains(arrow.to()) ? "lhead=" + cluster(arrow.to()) : "");
      String options = attributes.isEmpty() ? "" : " [" + attributes + "]";
      lines.add(quoted(exit(arrow.from())) + " -> " + quoted(entry(arrow.to())) + options + ";");
    }

    private static void add(StringBuilder attributes, String attribute) {
      attributes.append(attributes.isEmpty() || attribute.isEmpty() ? "" : ", ").append(attribute);
    }

    private String entry(String place) {
      return clusters.contains(place) ? place + "/" + START : place;
    }

    private String exit(String place) {
      if (!clusters.contains(place)) {
        return place;
      }
      String end = place + "/" + END;
      return drawn.contains(end) ? end : entry(place);
    }

    private static String cluster(String place) {
      return quoted("cluster " + place);
    }

    private static String quoted(String text) {
      return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
  }
}
