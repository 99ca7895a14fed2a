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
    StateDiagram diagram = new StateDiagram();
    diagram.line("@startuml");
    diagram.line("hide empty description");
    diagram.draw(spec, detail);
    diagram.line("@enduml");
    return diagram.toString();
  }

  /** Ids are prefixed, so that none is a word of the language. */
  private static final class StateDiagram extends Diagram {
    private final NodeIds ids = new NodeIds();

    private String id(String place) {
      return "s_" + ids.of(place);
    }

    private String state(String place, String label) {
      return "state \"" + escaped(label) + "\" as " + id(place);
    }

    @Override
    void place(Shape shape, String place, String label) {
      line(
          switch (shape) {
            case START -> "state " + id(place) + " <<start>>";
            case END -> "state " + id(place) + " <<end>>";
            case ANY_NODE -> state(place, label) + " #line.dashed";
            case NODE -> state(place, label);
            case CLOSED_SUBGRAPH -> state(place, label + " (subgraph)");
            case JOIN -> state(place, label) + " #line.bold";
          });
    }

    @Override
    void beginSubgraph(String place, String label) {
      open(state(place, label) + " {");
    }

    @Override
    void endSubgraph() {
      close("}");
    }

    @Override
    void arrow(Wiring.Arrow arrow) {
      String line = arrow.isConditional() ? " -[dashed]-> " : " --> ";
      String label = arrow.label().isEmpty() ? "" : " : " + escaped(arrow.label());
      line(id(arrow.from()) + line + id(arrow.to()) + label);
    }

    /** PlantUML reads character references; they hide marks of its Creole text format. */
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
