package io.evergraph.graph;

import io.evergraph.error.InvalidInputException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * What the caller of a run wants otherwise than the graph says, by address.
 *
 * <p>The address of a node is its name; inside subgraphs, the names that lead to it joined by a
 * slash: {@code review/draft}. Options for a subgraph hold for all nodes inside it, those under
 * {@link #EVERYWHERE} for all nodes. The nearer address wins.
 */
public record CallOptions(Map<String, NodeOptions> byAddress) {
  /** The address of all nodes. */
  public static final String EVERYWHERE = "";

  /** Options that change nothing. */
  public static final CallOptions NONE = new CallOptions(Map.of());

  private static final String SEPARATOR = "/";

  public CallOptions {
    byAddress =
        Collections.unmodifiableMap(new TreeMap<>(Objects.requireNonNullElse(byAddress, Map.of())));
  }

  /** Returns options for all nodes. */
  public static CallOptions everywhere(NodeOptions options) {
    return NONE.with(EVERYWHERE, options);
  }

  /** Returns these options with those of one address more; it replaces those there before. */
  public CallOptions with(String address, NodeOptions options) {
    Map<String, NodeOptions> more = new TreeMap<>(byAddress);
    more.put(address, options);
    return new CallOptions(more);
  }

  /** Returns these options with others at each address. */
  public CallOptions map(UnaryOperator<NodeOptions> change) {
    Map<String, NodeOptions> changed = new TreeMap<>(byAddress);
    changed.replaceAll((address, options) -> change.apply(options));
    return new CallOptions(changed);
  }

  /**
   * Returns what holds inside of a subgraph.
   *
   * @param path the subgraph nodes that lead to it, and its own name
   */
  public CallOptions inside(List<String> path) {
    if (byAddress.isEmpty()) {
      return NONE;
    }
    String prefix = String.join(SEPARATOR, path) + SEPARATOR;
    Map<String, NodeOptions> within = new TreeMap<>(Map.of(EVERYWHERE, of(path)));
    byAddress.forEach(
        (address, options) -> {
          if (address.startsWith(prefix)) {
            within.put(address.substring(prefix.length()), options);
          }
        });
    return new CallOptions(within);
  }

  /**
   * Returns what holds for a node.
   *
   * @param path the subgraph nodes that lead to it, and its own name
   */
  public NodeOptions of(List<String> path) {
    NodeOptions merged = byAddress.getOrDefault(EVERYWHERE, NodeOptions.NONE);
    for (int depth = 1; depth <= path.size() && !byAddress.isEmpty(); depth++) {
      NodeOptions nearer = byAddress.get(String.join(SEPARATOR, path.subList(0, depth)));
      merged = nearer == null ? merged : merged.with(nearer);
    }
    return merged;
  }

  /**
   * Returns these options of a run of a graph.
   *
   * @throws InvalidInputException when the graph has no node at one of the addresses
   */
  public CallOptions requireFor(GraphSpec graph) {
    for (String address : byAddress.keySet()) {
      if (!address.equals(EVERYWHERE) && !isNode(graph, address)) {
        throw new InvalidInputException(
            "the address of call options",
            "a node of graph '%s', or a path such as 'subgraph/node' (nodes: %s)"
                .formatted(graph.name(), graph.nodes().stream().map(Node::name).toList()),
            "'" + address + "'");
      }
    }
    return this;
  }

  private static boolean isNode(GraphSpec graph, String address) {
    List<String> path = List.of(address.split(SEPARATOR, -1));
    int last = path.size() - 1;
    return graph
        .inside(path.subList(0, last))
        .flatMap(around -> around.node(path.get(last)))
        .isPresent();
  }
}
