package io.evergraph.runtime;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subgraph of a thread as people see it: one that is in progress, or that keeps its state between
 * calls. {@link GraphRuntime#stateAt} with its checkpoint tells what its channels hold.
 *
 * @param taskId the task that called it; null between calls
 * @param checkpoint the number of the checkpoint that holds its state
 * @param parent the number of the checkpoint before; 0 for the first of a call
 * @param next its nodes that follow, once for each of their tasks
 * @param at when the checkpoint was made
 */
public record SubgraphView(
    String namespace,
    @Nullable String taskId,
    long checkpoint,
    long parent,
    int step,
    List<String> next,
    Instant at) {
  public SubgraphView {
    next = List.copyOf(next);
  }
}
