package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Node;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.SubgraphNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The graphs of a process by name and version. Safe for use by several threads. */
public final class GraphRegistry {
  private final Map<String, Graph> latest = new ConcurrentSkipListMap<>();
  private final Map<String, Graph> byVersion = new ConcurrentSkipListMap<>();
  private final Map<String, Graph> called = new ConcurrentSkipListMap<>();
  private final GraphListeners listeners = new GraphListeners();
  private volatile NodeHook hook = NodeHook.NONE;

  /**
   * Returns a registry of the given graphs; of several versions of one graph, new runs use the
   * last.
   *
   * @throws InvalidInputException when two have the same name and version
   */
  public static GraphRegistry of(Collection<Graph> graphs) {
    GraphRegistry registry = new GraphRegistry();
    for (Graph graph : graphs) {
      if (registry.byVersion.containsKey(key(graph.name(), graph.version()))) {
        throw new InvalidInputException(
            "the graph '" + graph.name() + "'",
            "one definition of each version",
            "two of version '" + graph.version() + "' (rename one, or give it another version)");
      }
      registry.register(graph);
    }
    return registry;
  }

  /** Returns a registry of the given graphs. */
  public static GraphRegistry of(Graph... graphs) {
    return of(List.of(graphs));
  }

  /**
   * Adds a graph; it becomes the one that new runs of its name use. Earlier versions stay for their
   * runs. Subgraphs that have threads of their own are found too, and not listed.
   */
  public void register(Graph graph) {
    latest.put(graph.name(), graph);
    byVersion.put(key(graph.name(), graph.version()), graph);
    noteCalled(graph);
  }

  private void noteCalled(Graph graph) {
    for (Node node : graph.spec().nodes()) {
      boolean unused = node.match(action -> false, child -> noteCalled(graph, child));
    }
  }

  private boolean noteCalled(Graph around, SubgraphNode node) {
    Graph child = around.subgraph(node.name());
    if (node.embedding().isOnOwnThread()) {
      called.put(key(child.name(), child.version()), child);
    }
    noteCalled(child);
    return true;
  }

  /** Has code run around all nodes of all graphs, outside what the graphs themselves declare. */
  public synchronized void addHook(NodeHook more) {
    hook = hook.around(more);
  }

  /** Returns what runs around all nodes of all graphs. */
  public NodeHook hook() {
    return hook;
  }

  /** Has somebody told what happens on the threads of all graphs, from now on. */
  public void addListener(GraphListener listener) {
    listeners.add(listener);
  }

  /** Returns those who are told what happens. */
  public GraphListeners listeners() {
    return listeners;
  }

  private static String key(String name, String version) {
    return name + "@" + version;
  }

  /**
   * Returns the graph that new runs of a name use.
   *
   * @throws UnknownGraphException when none is registered
   */
  public Graph graph(String name) {
    return Optional.ofNullable(latest.get(name))
        .or(() -> called.values().stream().filter(it -> it.name().equals(name)).findFirst())
        .orElseThrow(() -> unknown(name));
  }

  /**
   * Returns a version of a graph.
   *
   * @throws UnknownGraphException when it is not registered
   */
  public Graph graph(String name, String version) {
    return Optional.ofNullable(byVersion.get(key(name, version)))
        .or(() -> Optional.ofNullable(called.get(key(name, version))))
        .orElseThrow(() -> unknown(key(name, version)));
  }

  /** Returns the versions of a graph that new runs do not use, by version in sorted order. */
  public List<Graph> older(String name) {
    return byVersion.values().stream()
        .filter(graph -> graph.name().equals(name) && graph != latest.get(name))
        .toList();
  }

  /** Returns the graphs that new runs use, by name in sorted order. */
  public List<Graph> graphs() {
    return List.copyOf(latest.values());
  }

  private UnknownGraphException unknown(String name) {
    return new UnknownGraphException(name, List.copyOf(latest.keySet()));
  }
}
