package io.evergraph.conformance;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.List;

/** The smallest graphs: a list {@code v} to which every node appends its own name. */
final class Letters {
  /** The list. */
  static final ListChannel<String> V = ListChannel.append("v", String.class);

  private Letters() {}

  /** An update that appends to the list. */
  static StateUpdate v(String... entries) {
    return StateUpdate.of(V, entries);
  }

  /** A node that appends an entry. */
  static NodeAction says(String entry) {
    return context -> Command.update(V, entry);
  }

  /** Adds nodes that append their own names. */
  static GraphBuilder nodes(GraphBuilder graph, String... names) {
    Arrays.stream(names).forEach(name -> graph.node(name, says(name)));
    return graph;
  }

  /** Adds nodes that append their own names and are counted by the stage. */
  static GraphBuilder counted(Stage stage, GraphBuilder graph, String... names) {
    Arrays.stream(names).forEach(name -> graph.node(name, stage.counted(says(name))));
    return graph;
  }

  /**
   * Adds edges.
   *
   * @param text paths between commas: {@code S->a->b, S->c, [b+c]->j->E}; S and E are start and end
   */
  static GraphBuilder edges(GraphBuilder graph, String text) {
    for (String path : text.split(",")) {
      String[] steps = path.trim().split("->");
      for (int index = 1; index < steps.length; index++) {
        edge(graph, steps[index - 1].trim(), steps[index].trim());
      }
    }
    return graph;
  }

  private static void edge(GraphBuilder graph, String from, String to) {
    if (from.startsWith("[")) {
      List<String> sources = List.of(from.substring(1, from.length() - 1).split("\\+"));
      graph.join(sources, node(to));
    } else {
      graph.edge(node(from), node(to));
    }
  }

  private static String node(String name) {
    return switch (name) {
      case "S" -> START;
      case "E" -> END;
      default -> name;
    };
  }
}
