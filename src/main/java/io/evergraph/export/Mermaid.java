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

  /** Writes one flowchart, line by line. */
  private static final class MermaidText implements Pen {
    private final Lines lines = new Lines();
    private final MermaidIds ids = new MermaidIds();

    MermaidText() {
      lines.open("flowchart TD");
    }

    MermaidText draw(GraphSpec spec, Detail detail) {
      new Sketch(this).draw(spec, detail);
      return this;
    }

    private void line(String line) {
      lines.add(line);
    }

    @Override
    public void start(String place) {
      line(ids.of(place) + "([\"start\"])");
    }

    @Override
    public void end(String place) {
      line(ids.of(place) + "([\"end\"])");
    }

    @Override
    public void anywhere(String place) {
      line(ids.of(place) + "{{\"any node\"}}");
    }

    @Override
    public void node(String place, String label) {
      line(ids.of(place) + "[" + quoted(label) + "]");
    }

    @Override
    public void closedSubgraph(String place, String label) {
      line(ids.of(place) + "[[" + quoted(label) + "]]");
    }

    @Override
    public void beginSubgraph(String place, String label) {
      lines.open("subgraph " + ids.of(place) + " [" + quoted(label) + "]");
    }

    @Override
    public void endSubgraph(String place) {
      lines.close("end");
    }

    @Override
    public void joint(String place, String rule) {
      line(ids.of(place) + "{{\"" + rule + "\"}}");
    }

    @Override
    public void arrow(Arrow arrow) {
      String line = arrow.isConditional() ? " -.->" : " -->";
      String label = arrow.label().isEmpty() ? " " : "|" + quoted(arrow.label()) + "| ";
      line(ids.of(arrow.from()) + line + label + ids.of(arrow.to()));
    }

    MermaidText highlight(Highlights highlights) {
      for (Highlights.Mark mark : Highlights.Mark.values()) {
        String marked =
            highlights.marks().entrySet().stream()
                .filter(entry -> entry.getValue() == mark && ids.knows(entry.getKey()))
                .map(entry -> ids.of(entry.getKey()))
                .collect(Collectors.joining(","));
        if (!marked.isEmpty()) {
          mark(mark, marked);
        }
      }
      return this;
    }

    private void mark(Highlights.Mark mark, String marked) {
      String name = mark.name().toLowerCase(Locale.ROOT);
      line("classDef " + name + " " + colours(mark));
      line("class " + marked + " " + name);
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

    @Override
    public String toString() {
      return lines.toString();
    }
  }
}
