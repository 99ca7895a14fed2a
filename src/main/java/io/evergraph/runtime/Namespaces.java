package io.evergraph.runtime;

import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Task;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Reads namespaces: {@code node:task} pairs joined by {@code |} from the root down. */
public final class Namespaces {
  private Namespaces() {}

  /**
   * Returns the graph that runs in a namespace.
   *
   * @throws UnknownNodeException when a node on the way is no subgraph
   */
  public static Graph graphOf(Graph root, String namespace) {
    Graph graph = root;
    if (namespace.equals(Frame.ROOT)) {
      return graph;
    }
    for (String part : namespace.split("\\|", -1)) {
      graph = graph.subgraph(part.substring(0, part.lastIndexOf(':')));
    }
    return graph;
  }

  /** Returns the names that lead to the node of a task: of subgraph nodes, and its own. */
  public static List<String> path(Task task) {
    Stream<String> inside =
        task.namespace().equals(Frame.ROOT)
            ? Stream.empty()
            : Arrays.stream(task.namespace().split("\\|", -1))
                .map(part -> part.substring(0, part.lastIndexOf(':')));
    return Stream.concat(inside, Stream.of(task.node())).toList();
  }
}
