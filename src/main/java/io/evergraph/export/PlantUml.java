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

  /** Writes PlantUML. Names are prefixed, so that none is a word of the language. */
  private static final class PlantUmlPen implements Pen {
    private final Lines lines = new Lines();
    private final MermaidIds ids = new MermaidIds();

    PlantUmlPen() {
      lines.add("@startuml");
      lines.add("hide empty description");
    }

    String text() {
      lines.add("@enduml");
      return lines.toString();
    }

    private String id(String place) {
      return "s_" + ids.of(place);
    }

    private String state(String place, String label) {
      return "state \"" + escaped(label) + "\" as " + id(place);
    }

    @Override
    public void start(String place) {
      lines.add("state " + id(place) + " <<start>>");
    }

    @Override
    public void end(String place) {
      lines.add("state " + id(place) + " <<end>>");
    }

    @Override
    public void anywhere(String place) {
      lines.add(state(place, "any node") + " #line.dashed");
    }

    @Override
    public void node(String place, String label) {
      lines.add(state(place, label));
    }

    @Override
    public void closedSubgraph(String place, String label) {
      lines.add(state(place, label + " (subgraph)"));
    }

    @Override
    public void beginSubgraph(String place, String label) {
      lines.open(state(place, label) + " {");
    }

    @Override
    public void endSubgraph(String place) {
      lines.close("}");
    }

    @Override
    public void joint(String place, String rule) {
      lines.add(state(place, rule) + " #line.bold");
    }

    @Override
    public void arrow(Arrow arrow) {
      String line = arrow.isConditional() ? " -[dashed]-> " : " --> ";
      String label = arrow.label().isEmpty() ? "" : " : " + escaped(arrow.label());
      lines.add(id(arrow.from()) + line + id(arrow.to()) + label);
    }

    /** PlantUML reads character references, and Creole marks that they keep it from seeing. */
    private static String escaped(String label) {
      StringBuilder text = new StringBuilder();
      label
          .codePoints()
          .forEach(
              point -> {
                if (Character.isLetterOrDigit(point) || " _.-,:=()".indexOf(point) >= 0) {
                  text.appendCodePoint(point);
                } else {
                  text.append("&#").append(point).append(';');
                }
              });
      return text.toString().replace("--", "-&#45;").replace("__", "_&#95;");
    }
  }
}
