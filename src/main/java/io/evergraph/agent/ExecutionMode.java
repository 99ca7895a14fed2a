package io.evergraph.agent;

import io.evergraph.agent.hook.AgentHooks;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.tool.ToolCalls;
import io.evergraph.llm.tool.Toolset;
import java.util.ArrayList;
import java.util.List;

/** Into how many tasks the work of an agent is divided. The answers are the same in each mode. */
public enum ExecutionMode {
  /**
   * One node, with a plain loop of model and tools inside: one task for a whole turn. Not durable
   * inside: a failure, or the loss of the worker, runs all of it again, and its one policy is that
   * of the model ({@link ReactAgent#modelPolicy}). Limits hold. Where a person is asked, the task
   * ends and another one goes on with the answer, so that what was done before it is kept.
   */
  LEGACY,
  /**
   * A task for each model call, and one for all calls of a message, which are made one after the
   * other by the node {@code tools}: a failure, or the loss of the worker, runs these calls again.
   */
  GRAPH,
  /** A task for each model call and for each call of a tool; the calls of a message in parallel. */
  GRAPH_PARALLEL;

  ToolCalls.Tasks tasks() {
    return this == GRAPH_PARALLEL ? ToolCalls.Tasks.PER_CALL : ToolCalls.Tasks.PER_MESSAGE;
  }

  /** Returns what an agent has that this mode cannot do. */
  List<String> problems(
      Toolset tools, AgentHooks hooks, NodePolicy ofModel, boolean hasToolPolicy) {
    List<String> problems = new ArrayList<>();
    if (this != GRAPH_PARALLEL) {
      tools
          .requiringOwnTasks()
          .forEach(
              it ->
                  problems.add(
                      "'%s' needs tasks of its own: it is a graph, or has a policy (use GRAPH_PARALLEL)"
                          .formatted(it)));
    }
    if (this == LEGACY) {
      hooks
          .nodes()
          .forEach(it -> problems.add("hook '%s' has a node of its own (use GRAPH)".formatted(it)));
      if (ofModel.cache().isPresent()) {
        problems.add("modelPolicy has a cache but all of a turn is one task (use GRAPH)");
      }
      if (hasToolPolicy) {
        problems.add(
            "toolPolicy is set but no tool has attempts of its own (use modelPolicy, or GRAPH)");
      }
    }
    return problems;
  }
}
