package io.evergraph.pregel;

import io.evergraph.graph.Graph;
import io.evergraph.state.StateUpdate;

/**
 * What a thread begins with that works for a task.
 *
 * @param graph the graph that it runs
 * @param input what the task passes to it; replaces what its channels begin with
 * @param settings how it runs, with the task as its caller
 */
public record ChildCall(Graph graph, StateUpdate input, RunSettings settings) {}
