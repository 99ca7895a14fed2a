package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.error.StepLimitException;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Frames;
import io.evergraph.pregel.Interrupt;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.TaskFailure;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.State;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Draws snapshots of threads for people and doors. */
public final class ThreadSnapshots {
  private ThreadSnapshots() {}

  /** Returns the snapshot of a thread that has no run yet. */
  public static ThreadSnapshot unbound(
      ThreadId thread, Map<String, Object> metadata, Instant created) {
    return new ThreadSnapshot(
        thread,
        null,
        ThreadStatus.IDLE,
        0,
        0,
        null,
        Frame.ROOT,
        Frame.BEFORE_FIRST_STEP,
        State.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        null,
        metadata,
        created,
        created,
        0);
  }

  /** Returns the snapshot of a thread at its latest checkpoint. */
  public static ThreadSnapshot of(
      ThreadId thread, Map<String, Object> metadata, ThreadProgress progress, Instant created) {
    Checkpoint at = progress.at();
    Frame root = at.root();
    Optional<Commit> commit = progress.commit(root.checkpoint());
    return visibility(progress)
        .of(
            new ThreadSnapshot(
                thread,
                progress.pregel().spec().name(),
                ThreadStatus.of(progress.next()),
                root.checkpoint(),
                commit.map(Commit::parent).orElse(0L),
                commit.map(Commit::source).orElse(null),
                Frame.ROOT,
                root.step(),
                root.state(),
                unfinished(root.plan().tasks()),
                views(at.frames(), progress),
                subgraphs(at.frames(), progress, created),
                at.lastSegment().map(Segment::runs).orElse(List.of()),
                error(progress.next()),
                metadata,
                commit.map(Commit::at).orElse(created),
                created,
                progress.lastEvent()));
  }

  private static List<TaskView> views(Frames frames, ThreadProgress progress) {
    List<TaskView> views = new ArrayList<>();
    for (Frame frame : frames.values()) {
      for (PlannedTask planned : frame.plan().tasks()) {
        views.add(view(planned, progress));
      }
    }
    return views;
  }

  private static List<String> unfinished(List<PlannedTask> tasks) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    return tasks.stream()
        .filter(planned -> !(planned.progress() instanceof Progress.Settled))
        .map(planned -> planned.task().node())
        .distinct()
        .toList();
  }

  /**
   * Returns the snapshot of a thread at one of its checkpoints.
   *
   * @throws io.evergraph.error.StateMissingException when it is not kept
   */
  public static ThreadSnapshot at(
      ThreadId thread,
      Map<String, Object> metadata,
      ThreadProgress progress,
      Instant created,
      long number) {
    return number == progress.at().root().checkpoint()
        ? of(thread, metadata, progress, created)
        : visibility(progress)
            .of(past(thread, metadata, progress, created, progress.commitOrThrow(number)));
  }

  private static Visibility visibility(ThreadProgress progress) {
    return new Visibility(progress.pregel().spec());
  }

  private static ThreadSnapshot past(
      ThreadId thread,
      Map<String, Object> metadata,
      ThreadProgress progress,
      Instant created,
      Commit commit) {
    return new ThreadSnapshot(
        thread,
        progress.pregel().spec().name(),
        ThreadStatus.of(progress.next()),
        commit.number(),
        commit.parent(),
        commit.source(),
        commit.namespace(),
        commit.step(),
        commit.state(),
        commit.next().nodes(),
        CheckpointOutcomes.of(progress).tasksAfter(commit).stream()
            .map(it -> view(it, progress))
            .toList(),
        subgraphs(commit.frames(), progress, created),
        CheckpointOutcomes.of(progress).runsOf(commit.number()),
        CheckpointOutcomes.of(progress)
            .left(commit.number())
            .map(progress.pregel()::next)
            .map(it -> error(it))
            .orElse(null),
        metadata,
        commit.at(),
        created,
        progress.lastEvent());
  }

  /** Returns the checkpoints of a thread that a query asks for, newest first. */
  public static List<HistoryEntry> history(
      ThreadId thread,
      Map<String, Object> metadata,
      ThreadProgress progress,
      Instant created,
      HistoryQuery query) {
    return progress.history(query).stream()
        .map(
            commit ->
                new HistoryEntry(
                    at(thread, metadata, progress, created, commit.number()),
                    commit.contributions()))
        .map(visibility(progress)::of)
        .toList();
  }

  private static List<SubgraphView> subgraphs(
      Frames frames, ThreadProgress progress, Instant created) {
    List<SubgraphView> subgraphs = new ArrayList<>();
    for (Frame frame : frames.values()) {
      if (!frame.isRoot()) {
        subgraphs.add(view(frame, progress, created));
      }
    }
    return subgraphs;
  }

  private static SubgraphView view(Frame frame, ThreadProgress progress, Instant created) {
    Optional<Commit> commit = progress.commit(frame.checkpoint());
    return new SubgraphView(
        frame.namespace(),
        frame.parentTaskId(),
        frame.checkpoint(),
        commit.map(Commit::parent).orElse(0L),
        frame.step(),
        frame.plan().nodes(),
        commit.map(Commit::at).orElse(created));
  }

  private static TaskView view(PlannedTask planned, ThreadProgress progress) {
    List<Interrupt> open =
        planned.progress() instanceof Progress.Asking asking ? asking.open() : List.of();
    List<Write> given = planned.task().trigger().values().writes();
    return new TaskView(
        planned.task().id(),
        planned.task().node(),
        planned.task().namespace(),
        planned
            .progress()
            .match(
                ready -> "ready",
                settled -> "settled",
                asking -> "asking",
                broken -> "broken",
                nested -> "nested",
                dropped -> "dropped"),
        open,
        failure(planned, progress),
        given.isEmpty() ? null : given,
        planned.progress() instanceof Progress.Settled settled ? settled.result().writes() : null);
  }

  private static @Nullable TaskFailure failure(PlannedTask planned, ThreadProgress progress) {
    if (!(planned.progress() instanceof Progress.Broken broken)) {
      return null;
    }
    TaskResult.Failed failed = broken.failure();
    return new TaskFailure(
        failed.type(),
        failed.message(),
        failed.report().attempts(),
        CheckpointOutcomes.of(progress).failedAt(planned.task().id()).orElse(null));
  }

  private static @Nullable GraphException error(Next next) {
    if (next instanceof Next.Parked parked) {
      return parked.failures().get(0).error();
    }
    if (next instanceof Next.OutOfSteps out) {
      return new StepLimitException(out.limit(), out.nextNodes());
    }
    return next instanceof Next.Failed failed ? failed.error() : null;
  }
}
