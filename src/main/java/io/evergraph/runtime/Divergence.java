package io.evergraph.runtime;

import java.util.List;

/**
 * Where a recorded thread would go otherwise on another version of its graph.
 *
 * @param thread the thread
 * @param checkpoint the checkpoint at which it stood
 * @param step the superstep of the graph that was complete then; -2 before the first, -1 after an
 *     input
 * @param nodes the nodes whose results came; empty where an input came
 * @param expected what is recorded to have happened then, as an event
 * @param found what happens on the other version, as an event, or why nothing does
 */
public record Divergence(
    ThreadId thread, long checkpoint, int step, List<String> nodes, String expected, String found) {
  /** Copies the nodes. */
  public Divergence {
    nodes = List.copyOf(nodes);
  }

  /** Returns it in one line. */
  public String text() {
    String cause = nodes.isEmpty() ? "an input" : "the result of node " + String.join(", ", nodes);
    return "thread %s, checkpoint %d, step %d, after %s: expected %s but found %s"
        .formatted(thread, checkpoint, step, cause, expected, found);
  }
}
