package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.StepLimitException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Frames;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.QueuedRun;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a thread shows of itself.
 *
 * @param metadata what its creator noted
 * @param progress null where it has no run yet
 * @param queued the runs that wait for their turn
 */
public record ThreadViews(
    ThreadId thread,
    Map<String, Object> metadata,
    Instant created,
    @Nullable ThreadProgress progress,
    List<QueuedRun> queued) {

  public ThreadSnapshot now() {
    return progress == null ? unbound() : now(progress);
  }

  private ThreadSnapshot unbound() {
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
        0,
        queued);
  }

  private ThreadSnapshot now(ThreadProgress at) {
    Frame root = at.at().root();
    Optional<Commit> commit = at.commit(root.checkpoint());
    return visibility(at)
        .of(
            new ThreadSnapshot(
                thread,
                at.pregel().spec().name(),
                ThreadStatus.of(at.next()),
                root.checkpoint(),
                commit.map(Commit::parent).orElse(0L),
                commit.map(Commit::source).orElse(null),
                Frame.ROOT,
                root.step(),
                root.state(),
                unfinished(root.plan().tasks()),
                tasks(at),
                subgraphs(at.at().frames(), at),
                at.at().lastSegment().map(Segment::runs).orElse(List.of()),
                error(at.next()),
                metadata,
                commit.map(Commit::at).orElse(created),
                created,
                at.lastEvent(),
                queued));
  }

  private static List<TaskView> tasks(ThreadProgress progress) {
    List<TaskView> views = new ArrayList<>();
    addTasks(views, progress.at().root(), progress);
    return views;
  }

  /** In task order: the tasks of a subgraph stand behind the one that called it. */
  private static void addTasks(List<TaskView> views, Frame frame, ThreadProgress progress) {
    for (PlannedTask planned : frame.plan().tasks()) {
      views.add(view(planned, progress));
      if (planned.progress() instanceof Progress.Nested nested) {
        progress.at().frame(nested.namespace()).ifPresent(it -> addTasks(views, it, progress));
      }
    }
  }

  private static List<String> unfinished(List<PlannedTask> tasks) {
    if (tasks.isEmpty()) {
      return List.of();
    }
    return tasks.stream()
        .filter(planned -> !(planned.progress() instanceof Progress.Settled))
        .map(planned -> planned.task().node())
        .toList();
  }

  /**
   * Returns the snapshot at a checkpoint.
   *
   * @throws StateMissingException when it is not kept
   */
  public ThreadSnapshot at(long checkpoint) {
    ThreadProgress at = bound(checkpoint);
    return checkpoint == at.at().root().checkpoint()
        ? now(at)
        : visibility(at).of(earlier(at.commitOrThrow(checkpoint), at));
  }

  private ThreadProgress bound(long checkpoint) {
    if (progress == null) {
      throw UnboundThread.withoutRun(thread.value(), checkpoint);
    }
    return progress;
  }

  private static Visibility visibility(ThreadProgress progress) {
    return new Visibility(progress.pregel().spec());
  }

  private ThreadSnapshot earlier(Commit commit, ThreadProgress at) {
    CheckpointHistory history = at.checkpoints();
    return new ThreadSnapshot(
        thread,
        at.pregel().spec().name(),
        ThreadStatus.of(at.next()),
        commit.number(),
        commit.parent(),
        commit.source(),
        commit.namespace(),
        commit.step(),
        commit.state(),
        commit.next().next(),
        tasksAfter(commit, at).stream().map(it -> view(it, it.questions(), at)).toList(),
        subgraphs(commit.frames(), at),
        history.segmentOf(commit.number()).map(Segment::runs).orElse(List.of()),
        history.left(commit.number()).map(at.pregel()::next).map(it -> error(it)).orElse(null),
        metadata,
        commit.at(),
        created,
        at.lastEvent(),
        queued);
  }

  private static List<PlannedTask> tasksAfter(Commit commit, ThreadProgress at) {
    CheckpointHistory history = at.checkpoints();
    Optional<Plan> done = history.doneAfter(commit.number());
    if (done.isPresent() && isEager(commit, at.pregel())) {
      return commit.next().tasks().stream()
          .map(planned -> done.get().find(planned.task().id()).orElse(planned))
          .toList();
    }
    return history
        .doneAfter(commit.number())
        .or(() -> leftAt(commit, history).map(Frame::plan))
        .orElse(commit.next())
        .tasks();
  }

  private static boolean isEager(Commit commit, Pregel pregel) {
    return commit.frames().find(commit.namespace()).filter(pregel::isEager).isPresent();
  }

  private static Optional<Frame> leftAt(Commit commit, CheckpointHistory history) {
    return history
        .left(commit.number())
        .flatMap(left -> left.frame(commit.namespace()))
        .filter(frame -> frame.checkpoint() == commit.number());
  }

  public List<HistoryEntry> history(HistoryQuery query) {
    if (progress == null) {
      return List.of();
    }
    Visibility visibility = visibility(progress);
    return progress.newestFirst().stream()
        .filter(query::takes)
        .limit(query.limit() == 0 ? Long.MAX_VALUE : query.limit())
        .map(commit -> new HistoryEntry(at(commit.number()), commit.contributions()))
        .map(visibility::of)
        .toList();
  }

  public State shownAt(long checkpoint) {
    ThreadProgress at = bound(checkpoint);
    String namespace = at.commit(checkpoint).map(Commit::namespace).orElse(Frame.ROOT);
    return visibility(at).of(at.stateAt(checkpoint), namespace);
  }

  public State returnedAt(long checkpoint) {
    ThreadProgress at = bound(checkpoint);
    return at.pregel().spec().shape().returned(at.stateAt(checkpoint));
  }

  private List<SubgraphView> subgraphs(Frames frames, ThreadProgress at) {
    List<SubgraphView> subgraphs = new ArrayList<>();
    for (Frame frame : frames.values()) {
      if (!frame.isRoot()) {
        subgraphs.add(view(frame, at));
      }
    }
    return subgraphs;
  }

  private SubgraphView view(Frame frame, ThreadProgress at) {
    Optional<Commit> commit = at.commit(frame.checkpoint());
    return new SubgraphView(
        frame.namespace(),
        frame.parentTaskId(),
        frame.checkpoint(),
        commit.map(Commit::parent).orElse(0L),
        frame.step(),
        frame.plan().next(),
        commit.map(Commit::at).orElse(created));
  }

  private static TaskView view(PlannedTask planned, ThreadProgress progress) {
    return view(
        planned,
        planned.progress() instanceof Progress.Asking asking ? asking.open() : List.of(),
        progress);
  }

  private static TaskView view(
      PlannedTask planned, List<Interrupt> questions, ThreadProgress progress) {
    List<Write> given = planned.task().trigger().values().writes();
    return new TaskView(
        planned.task().id(),
        planned.task().node(),
        planned.task().namespace(),
        planned.progress().getClass().getSimpleName().toLowerCase(Locale.ROOT),
        questions,
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
        progress.log().failureOf(planned.task().id()).map(RunEvent::at).orElse(null));
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
