package io.evergraph.llm.tool;

import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which node makes the calls of which tool: each tool has a node of its own, by its name, and each
 * source of tools has one; or one node makes all calls of a message.
 *
 * @param nodes the names of the nodes by tool
 * @param sources the names of the nodes by what the names of their tools begin with
 * @param others the node of the calls that no tool is run for, or of all
 */
record ToolRoutes(
    Map<String, String> nodes, Map<String, String> sources, String others, ToolCalls.Tasks tasks) {
  /** Temporal shows names whole, and takes a thousand characters. */
  private static final int LONGEST_NAME = 128;

  private static final String UNUSABLE = "[^\\p{L}\\p{N}_. -]|^[. -]";

  /**
   * Returns the routes to tools whose names the nodes take over; characters that no node can have
   * in its name become {@code _}, long names are cut, and a name that is taken gets {@code _} at
   * its end.
   */
  static ToolRoutes of(Toolset tools, Set<String> taken, String others) {
    Set<String> used = new HashSet<>(taken);
    Map<String, String> nodes = new LinkedHashMap<>();
    tools.names().forEach(tool -> nodes.put(tool, unused(tool, used)));
    Map<String, String> sources = new LinkedHashMap<>();
    tools.sources().forEach(it -> sources.put(it.prefix(), unused(others + "." + it.name(), used)));
    return new ToolRoutes(nodes, sources, others, ToolCalls.Tasks.PER_CALL);
  }

  /** Returns the routes to one node that makes all calls of a message. */
  static ToolRoutes serial(String node) {
    return new ToolRoutes(Map.of(), Map.of(), node, ToolCalls.Tasks.PER_MESSAGE);
  }

  private static String unused(String wanted, Set<String> used) {
    String name = cut(wanted.replaceAll(UNUSABLE, "_"));
    while (!used.add(name)) {
      name = name + "_";
    }
    return name;
  }

  String nodeOf(SourcedTools source) {
    return Objects.requireNonNull(sources.get(source.prefix()));
  }

  private static String cut(String name) {
    return name.substring(0, Math.min(name.length(), LONGEST_NAME));
  }

  /** Returns a task for each call, in the order of the calls, or one for all. */
  List<Route> to(List<PlannedCall> calls) {
    return tasks == ToolCalls.Tasks.PER_CALL
        ? calls.stream().map(this::to).toList()
        : List.of(Route.send(others, StateUpdate.of(ReviewNode.CALLS, calls)));
  }

  private Route to(PlannedCall planned) {
    String node = planned.mayRun() ? nodeOf(planned.decision().call().name()) : others;
    return Route.send(node, StateUpdate.of(ToolCallNode.CALL, planned));
  }

  private String nodeOf(String tool) {
    return Optional.ofNullable(nodes.get(tool))
        .or(() -> sources.keySet().stream().filter(tool::startsWith).findFirst().map(sources::get))
        .orElse(others);
  }

  String[] targets() {
    return Stream.of(Stream.of(others), nodes.values().stream(), sources.values().stream())
        .flatMap(all -> all)
        .toArray(String[]::new);
  }
}
