package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.error.GraphException;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a thread is doing, as its workflow tells it: a {@link ThreadSnapshot} without the state.
 *
 * @param thread the thread
 * @param execution the Temporal run id of the workflow that tells it
 * @param graph the graph it is bound to; null before its first run
 * @param version the version of that graph
 * @param status how it is doing
 * @param checkpoint the number of the graph's latest checkpoint; 0 before the first
 * @param digest the digest of that checkpoint in this execution; null when it was carried here
 * @param parent the number of the checkpoint before
 * @param source what brought the checkpoint about
 * @param namespace the frame of the checkpoint; null for the graph itself
 * @param step the superstep
 * @param next the nodes that follow
 * @param tasks the tasks in progress
 * @param subgraphs the subgraphs in progress, and those that keep their state between calls
 * @param runs the runs of the last segment
 * @param queued the runs that wait for it to stop
 * @param error why it failed or parked
 * @param metadata what its creator noted
 * @param at when the checkpoint was made
 * @param createdAt when the thread was created
 * @param lastEvent the number of the latest event; 0 before the first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ThreadView(
    String thread,
    String execution,
    @Nullable String graph,
    @Nullable String version,
    ThreadStatus status,
    long checkpoint,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) @Nullable String digest,
    long parent,
    @Nullable Source source,
    @Nullable String namespace,
    int step,
    List<String> next,
    List<TaskView> tasks,
    List<SubgraphView> subgraphs,
    List<String> runs,
    List<String> queued,
    @Nullable Failure error,
    Map<String, Object> metadata,
    Instant at,
    Instant createdAt,
    long lastEvent) {
  /** Copies the lists. */
  public ThreadView {
    next = List.copyOf(next);
    tasks = List.copyOf(tasks);
    subgraphs = List.copyOf(Objects.requireNonNullElse(subgraphs, List.of()));
    runs = List.copyOf(runs);
    queued = List.copyOf(queued);
  }

  /**
   * A {@link GraphException} on the wire.
   *
   * @param type the case
   * @param message its text
   * @param details its facts
   */
  public record Failure(String type, String message, Map<String, Object> details) {
    public static Failure of(GraphException error) {
      return new Failure(error.type(), String.valueOf(error.getMessage()), error.details());
    }

    public GraphException restore() {
      return GraphException.restore(type, message, details);
    }
  }

  /** Returns the key of the state of the checkpoint. */
  public StateKey stateKey() {
    return new StateKey(
        execution, checkpoint, Optional.ofNullable(digest).orElse(StateLineage.OF_BEGINNING));
  }

  public static ThreadView of(
      ThreadSnapshot snapshot,
      String execution,
      @Nullable String version,
      @Nullable String digest,
      List<String> queued) {
    GraphException error = snapshot.error();
    return new ThreadView(
        snapshot.thread().value(),
        execution,
        snapshot.graph(),
        version,
        snapshot.status(),
        snapshot.checkpoint(),
        digest,
        snapshot.parent(),
        snapshot.source(),
        snapshot.namespace().isEmpty() ? null : snapshot.namespace(),
        snapshot.step(),
        snapshot.next(),
        snapshot.tasks(),
        snapshot.subgraphs(),
        snapshot.runs(),
        queued,
        error == null ? null : Failure.of(error),
        snapshot.metadata(),
        snapshot.at(),
        snapshot.createdAt(),
        snapshot.lastEvent());
  }

  /** Returns this view of an earlier checkpoint with how the thread is doing now. */
  public ThreadView now(ThreadView latest) {
    return new ThreadView(
        thread,
        execution,
        graph,
        version,
        latest.status(),
        checkpoint,
        digest,
        parent,
        source,
        namespace,
        step,
        next,
        tasks,
        subgraphs,
        runs,
        latest.queued(),
        error,
        metadata,
        at,
        createdAt,
        latest.lastEvent());
  }

  public ThreadSnapshot with(State state) {
    return new ThreadSnapshot(
        ThreadId.of(thread),
        graph,
        status,
        checkpoint,
        parent,
        source,
        Optional.ofNullable(namespace).orElse(Frame.ROOT),
        step,
        state,
        next,
        tasks,
        subgraphs,
        runs,
        error == null ? null : error.restore(),
        metadata,
        at,
        createdAt,
        lastEvent);
  }
}
