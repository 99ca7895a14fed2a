package io.evergraph.runtime.codec;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads namespaces: {@code node:task} pairs joined by {@code |} from the root down; a subgraph that
 * keeps its state per thread stands there without a task.
 */
public final class Namespaces {
  private Namespaces() {}

  public static Graph graphOf(Graph root, String namespace) {
    return graphAt(root, nodes(namespace));
  }

  private static Graph graphAt(Graph root, List<String> path) {
    Graph graph = root;
    for (String node : path) {
      graph = graph.subgraph(node);
    }
    return graph;
  }

  /** Returns the graph around the one that runs in a namespace; empty for the root. */
  public static Optional<Graph> around(Graph root, String namespace) {
    List<String> path = nodes(namespace);
    return path.isEmpty()
        ? Optional.empty()
        : Optional.of(graphAt(root, path.subList(0, path.size() - 1)));
  }

  public static List<String> nodes(String namespace) {
    return namespace.equals(Frame.ROOT)
        ? List.of()
        : Arrays.stream(namespace.split("\\|", -1)).map(part -> part.split(":", -1)[0]).toList();
  }

  /** Returns the ids of the tasks that a namespace is within, from the root down. */
  public static List<String> tasks(String namespace) {
    return Arrays.stream(namespace.split("\\|", -1))
        .map(part -> part.split(":", -1))
        .filter(part -> part.length > 1)
        .map(part -> part[1])
        .toList();
  }

  /** Returns those of the tasks that threads of their own work for. */
  public static List<String> calls(Graph root, String namespace) {
    List<String> calls = new ArrayList<>();
    Graph around = root;
    for (String part : namespace.isEmpty() ? new String[0] : namespace.split("\\|", -1)) {
      String[] call = part.split(":", -1);
      if (call.length > 1 && isOnOwnThread(around.spec(), call[0])) {
        calls.add(call[1]);
      }
      around = around.subgraph(call[0]);
    }
    return calls;
  }

  /** Returns whether each call of a node runs on a thread of its own. */
  public static boolean isOnOwnThread(GraphSpec around, String node) {
    return around
        .node(node)
        .filter(it -> it.match(action -> false, child -> child.embedding().isOnOwnThread()))
        .isPresent();
  }

  /** Returns a namespace as it is known around the graph that it belongs to. */
  public static String within(String outer, String own) {
    return outer.isEmpty() || own.isEmpty() ? outer + own : outer + "|" + own;
  }

  /** Returns the namespace of what a task calls. */
  public static String ofCall(String namespace, String node, String taskId) {
    return within(namespace, node + ":" + taskId);
  }

  /** Returns the names that lead to the node of a task: of subgraph nodes, and its own. */
  public static List<String> path(Task task) {
    return task.namespace().equals(Frame.ROOT)
        ? List.of(task.node())
        : Stream.concat(nodes(task.namespace()).stream(), Stream.of(task.node())).toList();
  }
}
