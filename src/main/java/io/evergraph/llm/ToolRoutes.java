package io.evergraph.llm;

import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which node makes the calls of which tool: each tool has a node of its own, by its name.
 *
 * @param nodes the names of the nodes by tool
 * @param others the node of the calls that no tool is run for
 */
record ToolRoutes(Map<String, String> nodes, String others) {
  /** Temporal shows names whole, and takes a thousand characters. */
  private static final int LONGEST_NAME = 128;

  private static final String UNUSABLE = "[^\\p{L}\\p{N}_. -]|^[. -]";

  /**
   * Returns the routes to tools whose names the nodes take over; characters that no node can have
   * in its name become {@code _}, long names are cut, and a name that is taken gets {@code _} at
   * its end.
   */
  static ToolRoutes of(List<String> tools, Set<String> taken, String others) {
    Map<String, String> nodes = new LinkedHashMap<>();
    for (String tool : tools) {
      String name = cut(tool.replaceAll(UNUSABLE, "_"));
      while (taken.contains(name) || nodes.containsValue(name)) {
        name = name + "_";
      }
      nodes.put(tool, name);
    }
    return new ToolRoutes(nodes, others);
  }

  private static String cut(String name) {
    return name.substring(0, Math.min(name.length(), LONGEST_NAME));
  }

  /** Returns a task for each call, in the order of the calls. */
  List<Route> to(List<PlannedCall> calls) {
    return calls.stream().map(this::to).toList();
  }

  private Route to(PlannedCall planned) {
    boolean runs = planned.decision().isMade() || planned.isOpen();
    String node = runs ? nodes.getOrDefault(planned.decision().call().name(), others) : others;
    return Route.send(node, StateUpdate.of(ToolCallNode.CALL, planned));
  }

  String[] targets() {
    return Stream.concat(nodes.values().stream(), Stream.of(others)).toArray(String[]::new);
  }
}
