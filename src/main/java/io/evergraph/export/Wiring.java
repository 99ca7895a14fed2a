package io.evergraph.export;

import static io.evergraph.graph.Graph.END;

import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Edge;
import io.evergraph.graph.FirstMatchEdge;
import io.evergraph.graph.Flow.RouteScope;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Match;
import io.evergraph.graph.Node;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The edges of one graph as arrows, in the order of declaration: its edges, what a goto may do, and
 * the branches that end without saying so.
 */
record Wiring(List<Arrow> arrows, List<JoinEdge> joins) {
  /** Stands for a target that only the code knows. */
  static final String ANYWHERE = "__any__";

  /**
   * One line of a drawing, from a node to a node.
   *
   * @param label what is written on it; empty for nothing
   */
  record Arrow(String from, String to, Taken taken, String label) {
    enum Taken {
      ALWAYS,
      BY_CHOICE
    }

    static Arrow always(String from, String to) {
      return new Arrow(from, to, Taken.ALWAYS, "");
    }

    static Arrow byChoice(String from, String to, String label) {
      return new Arrow(from, to, Taken.BY_CHOICE, label);
    }

    Arrow below(String path) {
      return new Arrow(path + from, path + to, taken, label);
    }

    boolean isConditional() {
      return taken == Taken.BY_CHOICE;
    }
  }

  static Wiring of(GraphSpec spec) {
    Set<Arrow> arrows = new LinkedHashSet<>();
    Set<JoinEdge> joins = new LinkedHashSet<>();
    spec.edges().forEach(edge -> arrows.addAll(arrowsOf(edge, spec, joins)));
    spec.nodes().forEach(node -> arrows.addAll(gotosOf(node)));
    arrows.addAll(errorHandlersOf(spec));
    implicitEndsOf(spec, arrows).forEach(arrows::add);
    return new Wiring(List.copyOf(arrows), List.copyOf(joins));
  }

  boolean leadsTo(String target) {
    return arrows.stream().anyMatch(arrow -> arrow.to().equals(target))
        || joins.stream().anyMatch(join -> join.to().equals(target));
  }

  private static List<Arrow> arrowsOf(Edge edge, GraphSpec spec, Set<JoinEdge> joins) {
    return edge.match(
        it -> List.of(Arrow.always(it.from(), it.to())),
        it -> conditional(it, spec),
        it -> {
          joins.add(it);
          return List.of();
        },
        Wiring::firstMatch);
  }

  /** Without paths it goes where its node may, which is drawn with the node. */
  private static List<Arrow> conditional(ConditionalEdge edge, GraphSpec spec) {
    boolean isOpen = edge.paths().isEmpty() && spec.flow().routes() == RouteScope.OPEN;
    return isOpen
        ? List.of(Arrow.byChoice(edge.from(), ANYWHERE, ""))
        : labelled(edge.from(), edge.paths());
  }

  private static List<Arrow> gotosOf(Node node) {
    return labelled(node.name(), node.ends());
  }

  private static List<Arrow> errorHandlersOf(GraphSpec spec) {
    return spec.nodes().stream()
        .flatMap(
            node ->
                spec.failure().handlerOf(node.name()).stream()
                    .map(handler -> Arrow.byChoice(node.name(), handler, "error")))
        .toList();
  }

  /** A label is written only where it says more than the name it leads to. */
  private static List<Arrow> labelled(String from, Map<String, String> targets) {
    return targets.entrySet().stream()
        .map(
            path ->
                Arrow.byChoice(
                    from,
                    path.getValue(),
                    path.getKey().equals(path.getValue()) ? "" : path.getKey()))
        .toList();
  }

  private static List<Arrow> firstMatch(FirstMatchEdge edge) {
    List<Arrow> arrows = new ArrayList<>();
    for (Match match : edge.matches()) {
      String order = edge.matches().size() > 1 ? arrows.size() + 1 + ": " : "";
      arrows.add(Arrow.byChoice(edge.from(), match.target(), order + condition(match)));
    }
    if (edge.matches().stream().noneMatch(Match::isAlways)) {
      arrows.add(Arrow.byChoice(edge.from(), END, "no match"));
    }
    return arrows;
  }

  private static String condition(Match match) {
    return match.isAlways() ? "otherwise" : match.channel() + " = " + match.value();
  }

  /** A node without an arrow of its own ends its branch; a handler follows the failed node. */
  private static Stream<Arrow> implicitEndsOf(GraphSpec spec, Set<Arrow> arrows) {
    Set<String> sources = new LinkedHashSet<>();
    arrows.stream()
        .filter(arrow -> !spec.failure().isHandler(arrow.to()))
        .forEach(arrow -> sources.add(arrow.from()));
    spec.edges().forEach(edge -> sources.addAll(edge.sources()));
    return spec.nodes().stream()
        .map(Node::name)
        .filter(node -> !sources.contains(node) && !spec.failure().isHandler(node))
        .map(node -> Arrow.always(node, END));
  }
}
