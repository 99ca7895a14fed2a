package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Node;
import io.evergraph.graph.SubgraphNode;

/**
 * Draws a graph in one notation: its nodes first, then its arrows, one line each. Places are unique
 * in a drawing: a node's name, after the names of the subgraphs that lead to it, joined by {@code
 * /}.
 */
abstract class Diagram {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  enum Shape {
    START,
    END,
    ANY_NODE,
    NODE,
    CLOSED_SUBGRAPH,
    JOIN
  }

  abstract void place(Shape shape, String place, String label);

  abstract void beginSubgraph(String place, String label);

  abstract void endSubgraph();

  abstract void arrow(Wiring.Arrow arrow);

  final void line(String line) {
    text.append("  ".repeat(depth)).append(line).append('\n');
  }

  final void open(String line) {
    line(line);
    depth++;
  }

  final void close(String line) {
    depth--;
    line(line);
  }

  final void draw(GraphSpec spec, Detail detail) {
    draw("", spec, detail);
  }

  private void draw(String path, GraphSpec spec, Detail detail) {
    Wiring wiring = Wiring.of(spec);
    place(Shape.START, path + START, "start");
    spec.nodes().forEach(node -> node(path, label(spec, node), node, detail));
    wiring.joins().forEach(join -> place(Shape.JOIN, joint(path, join), rule(join)));
    if (wiring.leadsTo(Wiring.ANYWHERE)) {
      place(Shape.ANY_NODE, path + Wiring.ANYWHERE, "any node");
    }
    if (wiring.leadsTo(END)) {
      place(Shape.END, path + END, "end");
    }
    wiring.arrows().forEach(arrow -> arrow(arrow.below(path)));
    wiring.joins().forEach(join -> join(path, join));
  }

  private static String label(GraphSpec spec, Node node) {
    return spec.flow().deferred().contains(node.name()) ? node.name() + " (deferred)" : node.name();
  }

  private Node node(String path, String label, Node node, Detail detail) {
    return node.match(
        action -> {
          place(Shape.NODE, path + action.name(), label);
          return node;
        },
        child -> {
          subgraph(path + child.name(), label, child, detail);
          return node;
        });
  }

  private void subgraph(String place, String label, SubgraphNode node, Detail detail) {
    if (!detail.opensSubgraphs()) {
      place(Shape.CLOSED_SUBGRAPH, place, label);
      return;
    }
    beginSubgraph(place, label);
    draw(place + "/", node.graph(), detail.inside());
    endSubgraph();
  }

  private void join(String path, JoinEdge join) {
    String joint = joint(path, join);
    join.sources().forEach(source -> arrow(Wiring.Arrow.always(path + source, joint)));
    arrow(Wiring.Arrow.always(joint, path + join.to()));
  }

  private static String rule(JoinEdge join) {
    return join.rule()
        .match(
            all -> "all",
            atLeast ->
                atLeast.count() == 1 ? "any" : atLeast.count() + " of " + join.sources().size(),
            first -> "first success");
  }

  private static String joint(String path, JoinEdge join) {
    String rule = join.rule().isRace() ? " " + rule(join) : "";
    return path + "join " + String.join(",", join.sources()) + ">" + join.to() + rule;
  }

  @Override
  public final String toString() {
    return text.toString();
  }
}
