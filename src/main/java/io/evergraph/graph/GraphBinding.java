package io.evergraph.graph;

import io.evergraph.error.InvalidGraphException;
import io.evergraph.state.Channel;
import io.evergraph.state.StateSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Binds a topology to the code that it names, and collects what it names in vain. */
final class GraphBinding {
  private final BindingRegistry names;
  private final List<String> problems = new ArrayList<>();

  GraphBinding(BindingRegistry names) {
    this.names = names;
  }

  /**
   * Returns the graph.
   *
   * @throws InvalidGraphException with every mistake
   */
  Graph bind(GraphSpec spec) {
    Graph graph = bind("", spec);
    if (!problems.isEmpty()) {
      throw new InvalidGraphException(spec.name(), problems);
    }
    return graph;
  }

  private Graph bind(String path, GraphSpec spec) {
    List<Channel<?>> channels =
        new ChannelBinding(names, problem -> report(path, problem)).channels(spec.channels());
    Bindings code =
        new Bindings(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    spec.nodes().forEach(node -> bind(path, node, code));
    Bindings.conditionalEdgesBySource(spec.edges())
        .values()
        .forEach(edges -> edges.forEach(edge -> bind(path, edge, code)));
    new GraphValidation(spec, channels, Set.of(), code.subgraphs())
        .problems()
        .forEach(problem -> report(path, problem));
    return new Graph(spec, StateSchema.of(channels, spec.openness()), code, NodeHooks.NONE);
  }

  private void report(String path, String problem) {
    problems.add(path.isEmpty() ? problem : "in subgraph '" + path + "', " + problem);
  }

  private Node bind(String path, Node node, Bindings code) {
    return node.match(
        action -> {
          keep(
              path,
              "node '" + node.name() + "'",
              node.name(),
              names.action(action.action()),
              code.actions());
          return node;
        },
        child -> {
          String inner = path.isEmpty() ? node.name() : path + "/" + node.name();
          code.subgraphs().put(node.name(), bind(inner, child.graph()));
          return node;
        });
  }

  private void bind(String path, ConditionalEdge edge, Bindings code) {
    keep(
        path,
        "the route from '" + edge.from() + "'",
        edge.router(),
        names.router(edge.router()),
        code.routers());
  }

  private <T> void keep(
      String path, String where, String key, BindingRegistry.Found<T> found, Map<String, T> bound) {
    found
        .value()
        .ifPresentOrElse(value -> bound.put(key, value), () -> report(path, found.unknown(where)));
  }
}
