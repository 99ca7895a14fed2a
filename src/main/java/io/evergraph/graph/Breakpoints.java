package io.evergraph.graph;

import io.evergraph.error.UnknownNodeException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where runs pause until they are told to go on: before or after nodes.
 *
 * <p>A node is given by its name, one inside a subgraph by the names that lead there, as in {@code
 * research/search}; {@link #ALL} stands for every node of the graph, {@code research/*} for every
 * node of that subgraph.
 *
 * @param before the nodes before which to pause: no task of their superstep has begun then
 * @param after the nodes after which to pause: what they wrote can be seen and edited then, and the
 *     routes that leave them see the edit
 */
public record Breakpoints(List<String> before, List<String> after) {
  /** Stands for every node of a graph. */
  public static final String ALL = "*";

  /** No breakpoints. */
  public static final Breakpoints NONE = new Breakpoints(List.of(), List.of());

  private static final String SEPARATOR = "/";

  public Breakpoints {
    before = sorted(before);
    after = sorted(after);
  }

  private static List<String> sorted(@Nullable Collection<String> names) {
    return names == null ? List.of() : names.stream().distinct().sorted().toList();
  }

  /** Returns breakpoints before nodes. */
  public static Breakpoints before(String... nodes) {
    return new Breakpoints(Arrays.asList(nodes), List.of());
  }

  /** Returns breakpoints after nodes. */
  public static Breakpoints after(String... nodes) {
    return new Breakpoints(List.of(), Arrays.asList(nodes));
  }

  /** Returns these and others. */
  public Breakpoints and(Breakpoints other) {
    if (isEmpty() || other.isEmpty()) {
      return isEmpty() ? other : this;
    }
    return new Breakpoints(
        Stream.concat(before.stream(), other.before.stream()).toList(),
        Stream.concat(after.stream(), other.after.stream()).toList());
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return before.isEmpty() && after.isEmpty();
  }

  /** Returns whether to pause before a node of the graph that these are for. */
  public boolean stopsBefore(String node) {
    return before.contains(node) || before.contains(ALL);
  }

  /** Returns whether to pause after a node of the graph that these are for. */
  public boolean stopsAfter(String node) {
    return after.contains(node) || after.contains(ALL);
  }

  /** Returns those that are meant for the inside of a subgraph. */
  public Breakpoints inside(String subgraph) {
    return isEmpty() ? NONE : new Breakpoints(inside(before, subgraph), inside(after, subgraph));
  }

  private static List<String> inside(List<String> names, String subgraph) {
    String prefix = subgraph + SEPARATOR;
    return names.stream()
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .toList();
  }

  /** Returns the names of a node and of the subgraphs that lead to it as these breakpoints do. */
  public static String path(List<String> subgraphs, String node) {
    return String.join(SEPARATOR, Stream.concat(subgraphs.stream(), Stream.of(node)).toList());
  }

  /** Returns those that no node of a graph answers to. */
  public List<String> unknownTo(GraphSpec graph) {
    if (isEmpty()) {
      return List.of();
    }
    return Stream.concat(before.stream(), after.stream())
        .filter(name -> !isKnown(graph, name))
        .distinct()
        .toList();
  }

  /**
   * Returns these breakpoints of a run of a graph.
   *
   * @throws UnknownNodeException when the graph has no node at one of them
   */
  public Breakpoints requireFor(GraphSpec graph) {
    unknownTo(graph).stream()
        .findFirst()
        .ifPresent(
            name -> {
              throw new UnknownNodeException(graph.name(), name, graph.nodeNames());
            });
    return this;
  }

  private static boolean isKnown(GraphSpec graph, String address) {
    List<String> path = List.of(address.split(SEPARATOR, -1));
    int last = path.size() - 1;
    String name = path.get(last);
    return graph
        .inside(path.subList(0, last))
        .filter(around -> name.equals(ALL) || around.node(name).isPresent())
        .isPresent();
  }
}
