package io.evergraph.runtime;

import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.Graph;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The graphs of a process by name and version. Safe for use by several threads. */
public final class GraphRegistry {
  private final Map<String, Graph> latest = new ConcurrentSkipListMap<>();
  private final Map<String, Graph> byVersion = new ConcurrentSkipListMap<>();

  /** Returns a registry of the given graphs. */
  public static GraphRegistry of(Collection<Graph> graphs) {
    GraphRegistry registry = new GraphRegistry();
    graphs.forEach(registry::register);
    return registry;
  }

  /** Returns a registry of the given graphs. */
  public static GraphRegistry of(Graph... graphs) {
    return of(List.of(graphs));
  }

  /**
   * Adds a graph; it becomes the one that new runs of its name use. Earlier versions stay for their
   * runs.
   */
  public void register(Graph graph) {
    latest.put(graph.name(), graph);
    byVersion.put(key(graph.name(), graph.version()), graph);
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
    return Optional.ofNullable(latest.get(name)).orElseThrow(() -> unknown(name));
  }

  /**
   * Returns a version of a graph.
   *
   * @throws UnknownGraphException when it is not registered
   */
  public Graph graph(String name, String version) {
    return Optional.ofNullable(byVersion.get(key(name, version)))
        .orElseThrow(() -> unknown(key(name, version)));
  }

  /** Returns the graphs that new runs use, by name in sorted order. */
  public List<Graph> graphs() {
    return List.copyOf(latest.values());
  }

  private UnknownGraphException unknown(String name) {
    return new UnknownGraphException(name, List.copyOf(latest.keySet()));
  }
}
