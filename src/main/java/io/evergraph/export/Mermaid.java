package io.evergraph.export;

import io.evergraph.graph.GraphSpec;
import java.util.Locale;
import java.util.stream.Collectors;

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
    return of(spec, Highlights.NONE);
  }

  /** Returns the flowchart of a graph in some detail. */
  public static String of(GraphSpec spec, Detail detail) {
    return flowchart(spec, detail).toString();
  }

  /** Returns the flowchart of a graph with marked nodes; marks of unknown nodes are left out. */
  public static String of(GraphSpec spec, Highlights highlights) {
    Flowchart flowchart = flowchart(spec, Detail.ALL);
    for (Highlights.Mark mark : Highlights.Mark.values()) {
      flowchart.highlight(mark, highlights);
    }
    return flowchart.toString();
  }

  private static Flowchart flowchart(GraphSpec spec, Detail detail) {
    Flowchart flowchart = new Flowchart();
    flowchart.open("flowchart TD");
    flowchart.draw(spec, detail);
    return flowchart;
  }

  private static final class Flowchart extends Diagram {
    private final NodeIds ids = new NodeIds();

    @Override
    void place(Shape shape, String place, String label) {
      String text = quoted(label);
      line(
          ids.of(place)
              + switch (shape) {
                case START, END -> "([" + text + "])";
                case ANY_NODE, JOIN -> "{{" + text + "}}";
                case NODE -> "[" + text + "]";
                case CLOSED_SUBGRAPH -> "[[" + text + "]]";
              });
    }

    @Override
    void beginSubgraph(String place, String label) {
      open("subgraph " + ids.of(place) + " [" + quoted(label) + "]");
    }

    @Override
    void endSubgraph() {
      close("end");
    }

    @Override
    void arrow(Wiring.Arrow arrow) {
      String line = arrow.isConditional() ? " -.->" : " -->";
      String label = arrow.label().isEmpty() ? " " : "|" + quoted(arrow.label()) + "| ";
      line(ids.of(arrow.from()) + line + label + ids.of(arrow.to()));
    }

    void highlight(Highlights.Mark mark, Highlights highlights) {
      String marked =
          highlights.marks().entrySet().stream()
              .filter(entry -> entry.getValue() == mark && ids.knows(entry.getKey()))
              .map(entry -> ids.of(entry.getKey()))
              .collect(Collectors.joining(","));
      if (!marked.isEmpty()) {
        String name = mark.name().toLowerCase(Locale.ROOT);
        line("classDef " + name + " " + colours(mark));
        line("class " + marked + " " + name);
      }
    }

    private static String colours(Highlights.Mark mark) {
      return switch (mark) {
        case RUNNING -> "fill:#dbeafe,stroke:#2563eb,color:#1e3a8a";
        case WAITING -> "fill:#fef3c7,stroke:#d97706,color:#78350f";
        case FAILED -> "fill:#fee2e2,stroke:#dc2626,color:#7f1d1d";
      };
    }

    /** Mermaid reads entities in quoted text, which start with a number sign. */
    private static String quoted(String label) {
      String escaped =
          label
              .replace("#", "#35;")
              .replace("\"", "#quot;")
              .replace("&", "#amp;")
              .replace("<", "#lt;")
              .replace(">", "#gt;")
              .replace("`", "#96;");
      return "\"" + escaped + "\"";
    }
  }
}
