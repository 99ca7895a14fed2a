package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.error.GraphException;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.QueuedRun;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a thread is doing, as its workflow tells it: a {@link ThreadSnapshot} without the state.
 *
 * @param execution the Temporal run id of the workflow that tells it
 * @param digest the digest of that checkpoint in this execution; null when it was carried here
 * @param namespace the frame of the checkpoint; null for the graph itself
 * @param queued the runs that wait for it to stop
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
    List<QueuedRun> queued,
    @Nullable GraphException error,
    Map<String, Object> metadata,
    Instant at,
    Instant createdAt,
    long lastEvent) {
  public StateKey stateKey() {
    return new StateKey(
        execution, checkpoint, Optional.ofNullable(digest).orElse(StateLineage.OF_BEGINNING));
  }

  public static ThreadView of(
      ThreadSnapshot snapshot,
      String execution,
      @Nullable String version,
      @Nullable String digest) {
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
        snapshot.queued(),
        snapshot.error(),
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
        error,
        metadata,
        at,
        createdAt,
        lastEvent,
        queued);
  }
}
