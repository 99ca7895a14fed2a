package io.evergraph.export;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Node;
import io.evergraph.graph.SubgraphNode;

/**
 * Goes through a graph and lets a pen draw what it meets: nodes first, then arrows.
 *
 * @param pen draws
 */
record Sketch(Pen pen) {

  void draw(GraphSpec spec, Detail detail) {
    graph("", spec, detail);
  }

  private void graph(String path, GraphSpec spec, Detail detail) {
    Wiring wiring = Wiring.of(spec);
    pen.start(path + START);
    spec.nodes().forEach(node -> node(path, label(spec, node), node, detail));
    wiring.joins().forEach(join -> pen.joint(joint(path, join), rule(join)));
    if (leadsTo(wiring, Arrow.ANYWHERE)) {
      pen.anywhere(path + Arrow.ANYWHERE);
    }
    if (leadsTo(wiring, END)) {
      pen.end(path + END);
    }
    wiring.arrows().forEach(arrow -> pen.arrow(arrow.below(path)));
    wiring.joins().forEach(join -> join(path, join));
  }

  private static boolean leadsTo(Wiring wiring, String target) {
    return wiring.arrows().stream().anyMatch(arrow -> arrow.to().equals(target))
        || wiring.joins().stream().anyMatch(join -> join.to().equals(target));
  }

  private static String label(GraphSpec spec, Node node) {
    return spec.flow().deferred().contains(node.name()) ? node.name() + " (deferred)" : node.name();
  }

  private Node node(String path, String label, Node node, Detail detail) {
    return node.match(
        action -> {
          pen.node(path + action.name(), label);
          return node;
        },
        child -> {
          subgraph(path + child.name(), label, child, detail);
          return node;
        });
  }

  private void subgraph(String place, String label, SubgraphNode node, Detail detail) {
    if (!detail.opensSubgraphs()) {
      pen.closedSubgraph(place, label);
      return;
    }
    pen.beginSubgraph(place, label);
    graph(place + "/", node.graph(), detail.inside());
    pen.endSubgraph(place);
  }

  private void join(String path, JoinEdge join) {
    String joint = joint(path, join);
    join.sources().forEach(source -> pen.arrow(Arrow.always(path + source, joint)));
    pen.arrow(Arrow.always(joint, path + join.to()));
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
}
