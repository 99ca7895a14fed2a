package io.evergraph.runtime;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Source;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A thread at one of its checkpoints.
 *
 * @param graph the name of the graph it is bound to; null before its first run
 * @param status how the thread is doing now
 * @param checkpoint the number of the checkpoint; 0 before the first
 * @param parent the number of the checkpoint before; 0 for the first
 * @param source what brought the checkpoint about; null before the first
 * @param namespace the frame of the checkpoint; empty for the graph itself
 * @param step the superstep of that frame
 * @param state what its channels hold
 * @param next the nodes that follow and have not finished, once for each of their tasks
 * @param tasks the tasks in progress, those of subgraphs included
 * @param subgraphs the subgraphs in progress, and those that keep their state between calls
 * @param runs the runs of the last segment; empty before the first
 * @param error why the last run failed; null when it has not
 * @param metadata what the creator of the thread noted on it
 * @param at when the checkpoint was made
 * @param createdAt when the thread was created
 * @param lastEvent the number of the thread's latest event; 0 before the first
 * @param queued the runs that wait for their turn now, the next one first
 */
public record ThreadSnapshot(
    ThreadId thread,
    @Nullable String graph,
    ThreadStatus status,
    long checkpoint,
    long parent,
    @Nullable Source source,
    String namespace,
    int step,
    State state,
    List<String> next,
    List<TaskView> tasks,
    List<SubgraphView> subgraphs,
    List<String> runs,
    @Nullable GraphException error,
    Map<String, Object> metadata,
    Instant at,
    Instant createdAt,
    long lastEvent,
    List<QueuedRun> queued) {
  public ThreadSnapshot {
    next = List.copyOf(next);
    tasks = List.copyOf(tasks);
    subgraphs = List.copyOf(subgraphs);
    runs = List.copyOf(runs);
    queued = List.copyOf(queued);
    metadata =
        metadata.isEmpty() ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
  }

  /** Returns this snapshot of a thread that has failed as a whole. */
  public ThreadSnapshot failed(GraphException reason) {
    return with(ThreadStatus.ERROR, state, tasks, reason);
  }

  /** Returns this snapshot with what another checkpoint held. */
  public ThreadSnapshot withState(State other) {
    return with(other, tasks);
  }

  /** Returns this snapshot with other tasks. */
  public ThreadSnapshot withTasks(List<TaskView> others) {
    return with(state, others);
  }

  /** Returns this snapshot with another state and other tasks. */
  public ThreadSnapshot with(State otherState, List<TaskView> otherTasks) {
    return with(status, otherState, otherTasks, error);
  }

  private ThreadSnapshot with(
      ThreadStatus otherStatus,
      State otherState,
      List<TaskView> otherTasks,
      @Nullable GraphException otherError) {
    return new ThreadSnapshot(
        thread,
        graph,
        otherStatus,
        checkpoint,
        parent,
        source,
        namespace,
        step,
        otherState,
        next,
        otherTasks,
        subgraphs,
        runs,
        otherError,
        metadata,
        at,
        createdAt,
        lastEvent,
        queued);
  }

  /**
   * Returns the open questions in task order; at an earlier checkpoint, all that were asked there.
   */
  public List<Interrupt> interrupts() {
    return tasks.stream().flatMap(task -> task.interrupts().stream()).toList();
  }
}
