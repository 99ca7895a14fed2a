package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.ActionNode;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Node;
import io.evergraph.graph.SubgraphNode;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes one flowchart, line by line. */
final class MermaidText {
  private static final String INDENT = "  ";

  private final StringBuilder text = new StringBuilder("flowchart TD\n");
  private final MermaidIds ids = new MermaidIds();
  private int depth = 1;

  MermaidText draw(GraphSpec spec) {
    graph("", spec);
    return this;
  }

  private void line(String line) {
    text.append(INDENT.repeat(depth)).append(line).append('\n');
  }

  private void graph(String path, GraphSpec spec) {
    Wiring wiring = Wiring.of(spec);
    line(ids.of(path + START) + "([\"start\"])");
    spec.nodes().forEach(node -> node(path, node));
    wiring.joins().forEach(join -> line(ids.of(joint(path, join)) + "{{\"" + word(join) + "\"}}"));
    if (leadsTo(wiring, Arrow.ANYWHERE)) {
      line(ids.of(path + Arrow.ANYWHERE) + "{{\"any node\"}}");
    }
    if (leadsTo(wiring, END)) {
      line(ids.of(path + END) + "([\"end\"])");
    }
    wiring.arrows().forEach(arrow -> arrow(path, arrow));
    wiring.joins().forEach(join -> join(path, join));
  }

  private static boolean leadsTo(Wiring wiring, String target) {
    return wiring.arrows().stream().anyMatch(arrow -> arrow.to().equals(target))
        || wiring.joins().stream().anyMatch(join -> join.to().equals(target));
  }

  private void node(String path, Node node) {
    node.match(action -> action(path, action), child -> subgraph(path, child));
  }

  private MermaidText action(String path, ActionNode node) {
    line(ids.of(path + node.name()) + "[" + quoted(node.name()) + "]");
    return this;
  }

  private MermaidText subgraph(String path, SubgraphNode node) {
    String inner = path + node.name();
    line("subgraph " + ids.of(inner) + " [" + quoted(node.name()) + "]");
    depth++;
    graph(inner + "/", node.graph());
    depth--;
    line("end");
    return this;
  }

  private void arrow(String path, Arrow arrow) {
    String line = arrow.isConditional() ? " -.->" : " -->";
    String label = arrow.label().isEmpty() ? " " : "|" + quoted(arrow.label()) + "| ";
    line(ids.of(path + arrow.from()) + line + label + ids.of(path + arrow.to()));
  }

  private void join(String path, JoinEdge join) {
    String joint = ids.of(joint(path, join));
    join.sources().forEach(source -> line(ids.of(path + source) + " --> " + joint));
    line(joint + " --> " + ids.of(path + join.to()));
  }

  private static String word(JoinEdge join) {
    return join.rule()
        .match(
            all -> "all",
            atLeast ->
                atLeast.count() == 1 ? "any" : atLeast.count() + " of " + join.sources().size(),
            first -> "first success");
  }

  private static String joint(String path, JoinEdge join) {
    String rule = join.rule().isRace() ? " " + word(join) : "";
    return path + "join " + String.join(",", join.sources()) + ">" + join.to() + rule;
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
    return text.toString();
  }
}
