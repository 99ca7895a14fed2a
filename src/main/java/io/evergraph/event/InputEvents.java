package io.evergraph.event;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Expiry;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tells what an input says by itself, before its consequences. */
final class InputEvents {
  private final Checkpoint before;
  private final Checkpoint after;
  private final EventSink sink;

  InputEvents(Checkpoint before, Checkpoint after, EventSink sink) {
    this.before = before;
    this.after = after;
    this.sink = sink;
  }

  boolean add(Input input) {
    return input.match(
        any -> started(RunEvent.Cause.INPUT, any.metadata()),
        this::answers,
        any -> started(RunEvent.Cause.CONTINUE, any.steering().changes().notes()),
        cancel -> false,
        pause -> false,
        this::expiry,
        edit -> edited(edit.editId(), edit.edits()),
        this::fork,
        this::rollback);
  }

  private boolean answers(Input.Answers it) {
    started(RunEvent.Cause.ANSWER, it.steering().changes().notes());
    List<Interrupt> open = new ArrayList<>(open(before));
    it.answers().forEach(answer -> answer(answer, open));
    return true;
  }

  private boolean answer(Answer answer, List<Interrupt> open) {
    return answer.match(
        value -> answered(value, open),
        retry -> false,
        skip -> resolved(skip.taskId(), RunEvent.Resolution.SKIPPED, skip.update().writes()),
        edit -> resolved(edit.taskId(), RunEvent.Resolution.EDITED, edit.values().writes()));
  }

  private boolean answered(Answer.Value value, List<Interrupt> open) {
    Optional<Interrupt> answered =
        open.stream()
            .filter(it -> value.interruptId() == null || it.id().equals(value.interruptId()))
            .findFirst();
    answered.ifPresent(
        question -> {
          open.remove(question);
          sink.add(
              (number, at) ->
                  new InterruptEvent.InterruptAnswered(
                      number, at, question.id(), question.taskId(), question.node()));
        });
    return answered.isPresent();
  }

  private boolean resolved(
      @Nullable String taskId, RunEvent.Resolution resolution, List<Write> values) {
    Optional<Task> task = failed(taskId);
    return task.isPresent()
        && sink.add(
            (number, at) ->
                new RecoveryEvent.FailureResolved(
                    number, at, task.get().id(), task.get().node(), resolution, values));
  }

  private Optional<Task> failed(@Nullable String taskId) {
    return before.frames().values().stream()
        .flatMap(frame -> frame.plan().tasks().stream())
        .filter(planned -> planned.progress() instanceof Progress.Broken)
        .map(planned -> planned.task())
        .filter(task -> taskId == null || task.id().equals(taskId))
        .findFirst();
  }

  private boolean expiry(Input.Expiry it) {
    if (!runs(before).equals(runs(after))) {
      started(RunEvent.Cause.EXPIRY, Map.of());
    }
    List<Interrupt> left = open(after);
    for (Interrupt question : open(before)) {
      Instant deadline = question.expiresAt();
      if (deadline != null && !deadline.isAfter(it.until()) && !left.contains(question)) {
        expired(question);
      }
    }
    return true;
  }

  private void expired(Interrupt question) {
    Expiry expiry = question.expiry();
    if (expiry != null) {
      InterruptEvent.Expired outcome =
          expiry
              .then()
              .match(
                  failed -> InterruptEvent.Expired.FAILED,
                  taken -> InterruptEvent.Expired.ANSWERED,
                  leaving -> InterruptEvent.Expired.ROUTED);
      sink.add(
          (number, at) ->
              new InterruptEvent.InterruptExpired(
                  number, at, question.id(), question.taskId(), question.node(), outcome));
      failure(question).ifPresent(failure -> failed(question, failure));
    }
  }

  private void failed(Interrupt question, TaskResult.Failed failure) {
    before
        .frames()
        .task(question.taskId())
        .ifPresent(planned -> sink.failed(planned.task(), failure));
  }

  /** Of several questions of a task, the first that expires has it fail. */
  private Optional<TaskResult.Failed> failure(Interrupt question) {
    TaskResult.Failed late = TaskResult.Failed.unanswered(question);
    return Stream.concat(
                after.frames().values().stream().map(Frame::plan),
                after.commits().stream().map(Commit::done))
            .flatMap(plan -> plan.tasks().stream())
            .anyMatch(planned -> hasFailed(planned, late))
        ? Optional.of(late)
        : Optional.empty();
  }

  private static boolean hasFailed(PlannedTask planned, TaskResult.Failed late) {
    return planned.progress().equals(new Progress.Broken(late))
        || (planned.progress() instanceof Progress.Dropped dropped
            && dropped.failure().filter(late::equals).isPresent())
        || (planned.task().trigger() instanceof Trigger.Handling handling
            && handling.failure().message().equals(late.message()));
  }

  /** What follows a node may have to be asked for: the checkpoint is made when that is known. */
  private boolean edited(String editId, List<NodeEdit> edits) {
    String nodes =
        edits.stream()
            .flatMap(edit -> Optional.ofNullable(edit.asNode()).stream())
            .collect(Collectors.joining(","));
    long made = before.number() + 1;
    return sink.add((number, at) -> new HeadEvent.StateEdited(number, at, editId, made, nodes));
  }

  private boolean fork(Input.Fork it) {
    long made = before.number() + 1;
    long from = it.from().number();
    sink.add((number, at) -> new HeadEvent.Forked(number, at, it.forkId(), from, made));
    boolean unused = it.edits().isEmpty() || edited(it.forkId(), it.edits());
    it.from().frames().values().stream()
        .filter(frame -> !frame.namespace().equals(it.from().namespace()))
        .forEach(this::renewed);
    return true;
  }

  /** What was in progress beside a subgraph, and around it, goes on as other tasks. */
  private void renewed(Frame then) {
    List<RunEvent.PlannedNode> tasks =
        after
            .frame(then.namespace())
            .filter(now -> now.checkpoint() == then.checkpoint())
            .map(now -> now.plan().tasks())
            .orElse(List.of())
            .stream()
            .map(PlannedTask::task)
            .filter(task -> then.plan().find(task.id()).isEmpty())
            .map(RunEvents::planned)
            .toList();
    if (!tasks.isEmpty()) {
      sink.add(
          (number, at) ->
              new RunEvent.StepPlanned(
                  number, at, then.namespace(), then.step() + 1, then.checkpoint(), tasks));
    }
  }

  private boolean rollback(Input.Rollback it) {
    long from = before.root().checkpoint();
    long to = after.root().checkpoint();
    long head = after.frames().newest();
    return sink.add(
        (number, at) -> new HeadEvent.RolledBack(number, at, it.rollbackId(), from, to, head));
  }

  private boolean started(RunEvent.Cause cause, Map<String, Object> metadata) {
    List<String> runs = runs(after);
    return sink.add((number, at) -> new RunEvent.RunStarted(number, at, runs, cause, metadata));
  }

  private static List<String> runs(Checkpoint at) {
    return at.lastSegment().map(Segment::runs).orElse(List.of());
  }

  private static List<Interrupt> open(Checkpoint at) {
    return at.frames().values().stream()
        .map(Frame::plan)
        .flatMap(plan -> plan.tasks().stream())
        .filter(planned -> planned.progress() instanceof Progress.Asking)
        .flatMap(planned -> ((Progress.Asking) planned.progress()).open().stream())
        .toList();
  }
}
