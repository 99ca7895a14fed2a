package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Node;
import io.evergraph.graph.NodeHook;
import io.evergraph.graph.SubgraphNode;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** The graphs of a process by name and version. Safe for use by several threads. */
public final class GraphRegistry {
  private final Map<String, Graph> latest = new ConcurrentSkipListMap<>();
  private final Map<String, Graph> byVersion = new ConcurrentSkipListMap<>();
  private final Map<String, Graph> called = new ConcurrentSkipListMap<>();
  private final Map<String, Set<String>> callers = new ConcurrentHashMap<>();
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
      if (registry.byVersion.containsKey(key(graph))) {
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
   * runs. Subgraphs that have threads of their own are found too, by name and version, and not
   * listed.
   *
   * @throws InvalidInputException when two of those have the same name and version
   */
  public synchronized void register(Graph graph) {
    String own = key(graph);
    Map<String, Graph> calls = new LinkedHashMap<>();
    addCalled(graph, calls);
    requireOne(own, graph);
    calls.values().forEach(child -> requireOne(own, child));
    latest.put(graph.name(), graph);
    byVersion.put(own, graph);
    called.putAll(calls);
    calls.keySet().forEach(key -> callersOf(key).add(own));
  }

  private static void addCalled(Graph graph, Map<String, Graph> calls) {
    for (Node node : graph.spec().nodes()) {
      boolean unused = node.match(action -> false, child -> addCalled(graph, child, calls));
    }
  }

  private static boolean addCalled(Graph around, SubgraphNode node, Map<String, Graph> calls) {
    Graph child = around.subgraph(node.name());
    if (node.embedding().isOnOwnThread()) {
      Graph other = calls.putIfAbsent(key(child), child);
      if (other != null && other != child) {
        throw twice(child);
      }
    }
    addCalled(child, calls);
    return true;
  }

  /** One graph may be made anew as often as it is registered; its subgraphs are made with it. */
  private void requireOne(String own, Graph graph) {
    String key = key(graph);
    Graph listed = key.equals(own) ? null : byVersion.get(key);
    Graph child = Set.of(own).containsAll(callersOf(key)) ? null : called.get(key);
    for (Graph other : Arrays.asList(listed, child)) {
      if (other != null && !other.fingerprint().equals(graph.fingerprint())) {
        throw twice(graph);
      }
    }
  }

  private Set<String> callersOf(String called) {
    return callers.computeIfAbsent(called, any -> ConcurrentHashMap.newKeySet());
  }

  private static InvalidInputException twice(Graph child) {
    return new InvalidInputException(
        "the graph '" + child.name() + "', which calls of it on threads of their own find by name",
        "one definition of each version",
        "two of version '"
            + child.version()
            + "' (build it once, rename one, or give it another version)");
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

  private static String key(Graph graph) {
    return key(graph.name(), graph.version());
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
