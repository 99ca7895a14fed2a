package io.evergraph.event;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.BreakpointHit;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.GraphTrait;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Source;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Derives the events of one transition of one thread. Pure; a working object for a single
 * derivation.
 *
 * <p>Use {@link #ofInput}, {@link #ofResults}, {@link #ofRefused} or {@link #ofIgnored}.
 */
public final class RunEvents {
  private final Pregel pregel;
  private final Checkpoint before;
  private final Checkpoint after;
  private final EventSink sink;

  private RunEvents(Pregel pregel, Checkpoint before, Checkpoint after, EventSink sink) {
    this.pregel = pregel;
    this.before = before;
    this.after = after;
    this.sink = sink;
  }

  /**
   * Returns the events of an input that led from one checkpoint to the next.
   *
   * @param firstNumber the number of the first of them
   * @param now when they are recorded
   */
  public static List<RunEvent> ofInput(
      Pregel pregel,
      Checkpoint before,
      Input input,
      Checkpoint after,
      long firstNumber,
      Instant now) {
    EventSink sink = new EventSink(firstNumber, now);
    RunEvents events = new RunEvents(pregel, before, after, sink);
    if (input instanceof Input.NewInput) {
      events.displaced();
    }
    new InputEvents(before, after, sink).add(input);
    events.consequences(input);
    events.commits();
    events.refused();
    events.end(
        input instanceof Input.NewInput
            || input instanceof Input.Answers
            || input instanceof Input.Continue
            || events.beganAnother());
    return sink.events();
  }

  /** Answers and deadlines end tasks, as results do. */
  private void consequences(Input input) {
    if (input instanceof Input.Expiry) {
      handlers();
    }
    if (input instanceof Input.Expiry || input instanceof Input.Answers) {
      losses();
    }
  }

  /**
   * Returns the events of results that led from one checkpoint to the next.
   *
   * @param firstNumber the number of the first of them
   * @param now when they are recorded
   */
  public static List<RunEvent> ofResults(
      Pregel pregel,
      Checkpoint before,
      List<TaskResult> results,
      Checkpoint after,
      long firstNumber,
      Instant now) {
    RunEvents events = new RunEvents(pregel, before, after, new EventSink(firstNumber, now));
    events.results(results);
    events.handlers();
    events.losses();
    events.commits();
    events.refused();
    events.end(false);
    return events.sink.events();
  }

  /** Returns the events of a run that begins and stops in the same moment. */
  public static List<RunEvent> ofWithdrawn(
      String runId, Map<String, Object> metadata, long number, Instant now) {
    List<String> runs = List.of(runId);
    return List.of(
        new RunEvent.RunStarted(number, now, runs, RunEvent.Cause.INPUT, metadata),
        new RunEvent.RunCancelled(number + 1, now, runs, List.of()));
  }

  /** Returns the event of a message that could not be taken in, such as an answer by signal. */
  public static RunEvent ofIgnored(String interruptId, String reason, long number, Instant now) {
    return new InterruptEvent.AnswerIgnored(number, now, interruptId, reason);
  }

  /** Returns the events of a run that could not begin. */
  public static List<RunEvent> ofRefused(RunEvent.RunStarted begun, GraphException reason) {
    EventSink sink = new EventSink(begun.number(), begun.at());
    sink.add((number, at) -> begun);
    sink.failed(begun.runs(), reason);
    return sink.events();
  }

  private void results(List<TaskResult> results) {
    if (results.size() == 1) {
      result(results.get(0));
      return;
    }
    Set<String> taken = new HashSet<>();
    for (TaskResult result : results) {
      if (taken.add(result.taskId())) {
        result(result);
      }
    }
  }

  private void result(TaskResult result) {
    PlannedTask planned = before.frames().task(result.taskId()).orElse(null);
    if (planned != null
        && planned.progress() instanceof Progress.Ready
        && loss(planned.task()).isEmpty()) {
      result(planned.task(), result);
    }
  }

  private void losses() {
    Iterable<Frame> racing =
        pregel.traits().contains(GraphTrait.RACES) ? before.frames().values() : List.of();
    for (Frame frame : racing) {
      for (PlannedTask planned : frame.plan().tasks()) {
        if (!planned.progress().isOver()) {
          loss(planned.task()).ifPresent(loss -> dropped(planned.task(), loss.join()));
        }
      }
    }
  }

  private Optional<Progress.Dropped> loss(Task task) {
    if (!pregel.traits().contains(GraphTrait.RACES)) {
      return Optional.empty();
    }
    return Stream.concat(
            after.frames().task(task.id()).stream(),
            after.commits().stream().flatMap(commit -> commit.done().tasks().stream()))
        .filter(planned -> planned.task().id().equals(task.id()))
        .map(PlannedTask::progress)
        .filter(Progress.Dropped.class::isInstance)
        .map(Progress.Dropped.class::cast)
        .filter(dropped -> dropped.failure().isEmpty())
        .findFirst();
  }

  private boolean dropped(Task task, String join) {
    return sink.add(
        (number, at) ->
            new RecoveryEvent.TaskDropped(
                number, at, task.namespace(), task.step(), task.id(), task.node(), join));
  }

  private void result(Task task, TaskResult result) {
    result.match(done -> finished(task, done), this::asked, failed -> sink.failed(task, failed));
  }

  private boolean finished(Task task, TaskResult.Completed done) {
    return !isEntryOrEdit(task)
        && sink.add(
            (number, at) ->
                new RunEvent.TaskFinished(
                    number,
                    at,
                    task.namespace(),
                    task.step(),
                    task.id(),
                    task.node(),
                    done.writes(),
                    done.report()));
  }

  /** No node has run: only routers found out what follows an input or an edit. */
  private boolean isEntryOrEdit(Task task) {
    return task.node().equals(Graph.START)
        || isReroute(task)
        || before.lastSegment().filter(RunEvents::isEdit).isPresent();
  }

  /** Only where an ended node leads is found out again, at a breakpoint or after an edit. */
  private boolean isReroute(Task task) {
    return task.trigger() instanceof Trigger.RouteOnly
        && before.frame(task.namespace()).filter(frame -> isReroute(frame, task)).isPresent();
  }

  private static boolean isReroute(Frame frame, Task task) {
    BreakpointHit hold = frame.hold();
    return frame.asksAgain(task) || (hold != null && hold.passes());
  }

  private static boolean isEdit(Segment segment) {
    return segment.purpose() == Segment.Purpose.EDIT;
  }

  private boolean asked(TaskResult.Asked asked) {
    asked
        .questions()
        .forEach(
            question ->
                sink.add(
                    (number, at) ->
                        new InterruptEvent.InterruptOpened(number, at, question.askedAt(at))));
    return true;
  }

  private void handlers() {
    if (!pregel.traits().contains(GraphTrait.ERROR_HANDLERS)) {
      return;
    }
    for (Frame frame : after.frames().values()) {
      if (!hasSameTasksAsBefore(frame)) {
        handlers(frame);
      }
    }
  }

  private boolean hasSameTasksAsBefore(Frame frame) {
    return before
        .frame(frame.namespace())
        .filter(it -> it.plan().hasTasksOf(frame.plan()))
        .isPresent();
  }

  private void handlers(Frame frame) {
    frame.plan().tasks().stream()
        .map(PlannedTask::task)
        .filter(task -> task.isHandling() && !isPlannedBefore(task))
        .forEach(this::handler);
  }

  private boolean isPlannedBefore(Task task) {
    return before
        .frame(task.namespace())
        .flatMap(frame -> frame.plan().find(task.id()))
        .isPresent();
  }

  private void handler(Task task) {
    sink.add(
        (number, at) ->
            new RecoveryEvent.HandlerPlanned(
                number, at, task.namespace(), task.step(), task.id(), task.node(), task.source()));
  }

  private void commits() {
    for (Commit commit : after.commits()) {
      sink.add(
          (number, at) ->
              new RunEvent.StepCommitted(
                  number,
                  at,
                  commit.namespace(),
                  commit.step(),
                  commit.number(),
                  commit.parent(),
                  commit.source(),
                  commit.next().next(),
                  ended(commit)));
      if (commit.source() != Source.INPUT && hasTasksToRun(commit)) {
        planned(commit);
      }
      subgraphEnded(commit.ended());
    }
  }

  /** Tasks that finished have failed all the same where their superstep could not be committed. */
  private void refused() {
    for (Frame frame : after.frames().values()) {
      if (frame.plan().hasBroken()) {
        frame.plan().tasks().forEach(this::refused);
      }
    }
  }

  private void refused(PlannedTask planned) {
    if (planned.progress() instanceof Progress.Broken broken
        && !sink.hasFailed(planned.task())
        && mayHaveFinished(planned.task())) {
      sink.failed(planned.task(), broken.failure());
    }
  }

  private boolean mayHaveFinished(Task task) {
    return before
        .frames()
        .task(task.id())
        .map(PlannedTask::progress)
        .filter(
            it ->
                it instanceof Progress.Broken
                    || it instanceof Progress.Asking
                    || it instanceof Progress.Dropped)
        .isEmpty();
  }

  private static boolean hasTasksToRun(Commit commit) {
    return commit.next().ready() > 0
        && commit.next().tasks().stream().anyMatch(planned -> isNew(planned, commit));
  }

  /** In an eager graph, tasks that were planned before go on beside those that a commit plans. */
  private static boolean isNew(PlannedTask planned, Commit commit) {
    return planned.task().checkpoint() == commit.number();
  }

  private static List<String> ended(Commit commit) {
    return commit.next().tasks().stream().allMatch(planned -> isNew(planned, commit))
        ? List.of()
        : commit.done().tasks().stream().map(planned -> planned.task().id()).toList();
  }

  private void subgraphEnded(@Nullable PlannedTask ended) {
    if (ended != null && ended.progress() instanceof Progress.Settled settled) {
      finished(ended.task(), settled.result());
    }
  }

  private void planned(Commit commit) {
    List<RunEvent.PlannedNode> tasks =
        commit.next().tasks().stream()
            .filter(planned -> isNew(planned, commit))
            .map(planned -> planned(planned.task()))
            .toList();
    sink.add(
        (number, at) ->
            new RunEvent.StepPlanned(
                number, at, commit.namespace(), commit.step() + 1, commit.number(), tasks));
  }

  static RunEvent.PlannedNode planned(Task task) {
    Trigger trigger = task.trigger();
    return new RunEvent.PlannedNode(
        task.id(), task.node(), trigger.readsCheckpoint() ? null : trigger.values());
  }

  private boolean beganAnother() {
    return !after.lastSegment().map(Segment::runs).equals(before.lastSegment().map(Segment::runs))
        && !after.lastSegment().filter(RunEvents::isEdit).isPresent();
  }

  /** A new input ends the run that is in progress. */
  private void displaced() {
    if (pregel.isRunning(before)) {
      before
          .lastSegment()
          .filter(segment -> !isEdit(segment))
          .ifPresent(
              segment ->
                  new EndEvents(segment, before, sink).cancelled(before.root().plan().nodes()));
    }
  }

  /** An edit is no run: finding out what follows it neither begins nor ends one. */
  private void end(boolean beginsRun) {
    if (!pregel.isRunning(after) && (beginsRun || pregel.isRunning(before))) {
      Next next = pregel.next(after);
      after
          .lastSegment()
          .filter(segment -> !isEdit(segment))
          .ifPresent(segment -> new EndEvents(segment, after, sink).add(next));
    }
  }
}
