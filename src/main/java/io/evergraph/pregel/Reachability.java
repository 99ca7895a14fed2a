package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;

import io.evergraph.graph.ConditionalEdge;
import io.evergraph.graph.Edge;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.Node;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Where the nodes of one graph may lead to, as far as its edges and ends declare it. */
final class Reachability {
  private final GraphSpec spec;
  private final Set<String> names = new TreeSet<>();
  private final Set<String> leadAnywhere = new TreeSet<>();

  Reachability(GraphSpec spec) {
    this.spec = spec;
    spec.nodes().forEach(node -> names.add(node.name()));
    spec.edges().stream()
        .filter(edge -> edge instanceof ConditionalEdge && edge.targets().isEmpty())
        .flatMap(edge -> edge.sources().stream())
        .filter(source -> spec.node(source).map(Node::ends).orElse(Map.of()).isEmpty())
        .forEach(leadAnywhere::add);
  }

  /** Returns the given nodes and all that may follow from them, not looking beyond one node. */
  Set<String> reachable(Collection<String> from, String border) {
    Map<String, Set<String>> exits = exits(null);
    Set<String> reached = new TreeSet<>(from);
    reached.remove(border);
    Deque<String> open = new ArrayDeque<>(reached);
    while (!open.isEmpty()) {
      String node = open.remove();
      Set<String> targets =
          leadAnywhere.contains(node) ? names : exits.getOrDefault(node, Set.of());
      targets.stream()
          .filter(target -> !target.equals(border) && reached.add(target))
          .forEach(open::add);
    }
    return reached;
  }

  /** Returns the nodes from which every way leads to a join, or ends. */
  Set<String> branchesOf(JoinEdge join) {
    Map<String, Set<String>> exits = exits(join);
    Set<String> branches = new TreeSet<>(names);
    branches.remove(join.to());
    branches.removeAll(leadAnywhere);
    spec.edges().stream()
        .filter(edge -> edge instanceof JoinEdge && !edge.equals(join))
        .forEach(other -> branches.removeAll(other.sources()));
    boolean shrinks = true;
    while (shrinks) {
      boolean leads =
          branches.removeIf(node -> !branches.containsAll(exits.getOrDefault(node, Set.of())));
      shrinks = branches.retainAll(leadingTo(join, branches, exits)) || leads;
    }
    return branches;
  }

  private static Set<String> leadingTo(
      JoinEdge join, Set<String> branches, Map<String, Set<String>> exits) {
    Set<String> leading = new TreeSet<>(join.sources());
    boolean grows = true;
    while (grows) {
      grows = false;
      for (String node : branches) {
        boolean leads = exits.getOrDefault(node, Set.of()).stream().anyMatch(leading::contains);
        grows = (leads && leading.add(node)) || grows;
      }
    }
    return leading;
  }

  private Map<String, Set<String>> exits(@Nullable Edge without) {
    Map<String, Set<String>> exits = new TreeMap<>();
    for (Edge edge : spec.edges()) {
      if (!edge.equals(without)) {
        edge.sources().forEach(source -> add(exits, source, edge.targets()));
      }
    }
    spec.nodes().forEach(node -> add(exits, node.name(), node.ends().values()));
    return exits;
  }

  private static void add(
      Map<String, Set<String>> exits, String source, Collection<String> targets) {
    Set<String> known = exits.computeIfAbsent(source, any -> new TreeSet<>());
    targets.stream().filter(target -> !target.equals(END)).forEach(known::add);
  }
}
