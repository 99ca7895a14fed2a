package io.evergraph.runtime.node;

import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeOptions;
import io.evergraph.pregel.CallSite;
import io.evergraph.pregel.Task;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.state.State;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * One attempt of one task, with everything that the node may see.
 *
 * @param graph the graph of the task: the root, or a subgraph of it
 * @param turnId the run that the input of the turn began
 * @param state gives the state at the task's checkpoint; called only where the task reads it
 * @param attempt the attempt, from 1; those lost with their worker do not count
 * @param start how often the task has begun, from 1; those lost with their worker count too
 * @param remainingSteps how many supersteps the run may take after this one
 * @param context what the caller passed with the run
 * @param tags what the caller marked the run with
 * @param sites where the run stands on the threads that it works for, the nearest one first
 * @param options what the caller wants otherwise than the graph says
 * @param control connects the attempt with its caller
 */
public record Invocation(
    Graph root,
    Graph graph,
    String thread,
    String runId,
    String turnId,
    Task task,
    Supplier<State> state,
    int attempt,
    int start,
    int remainingSteps,
    Map<String, Object> context,
    List<String> tags,
    List<CallSite> sites,
    NodeOptions options,
    AttemptControl control) {
  public Invocation {
    context =
        context.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(context));
    tags = List.copyOf(tags);
    sites = List.copyOf(sites);
  }

  /** Returns the graph around that of the task; empty for the root. */
  public Optional<Graph> around() {
    return Namespaces.around(root, task.namespace());
  }
}
