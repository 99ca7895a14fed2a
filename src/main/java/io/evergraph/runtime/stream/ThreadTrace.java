package io.evergraph.runtime.stream;

import io.evergraph.event.EventHandlers;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The state of a thread as its events show it. Not safe for use by several threads. */
final class ThreadTrace {
  private final Map<String, Long> checkpoints = new LinkedHashMap<>();
  private final Map<String, Planned> planned = new LinkedHashMap<>();
  private final Map<String, RunEvent.TaskFinished> settled = new LinkedHashMap<>();
  private final Map<String, RunEvent.TaskFailed> failures = new LinkedHashMap<>();
  private final Map<String, Interrupt> open = new LinkedHashMap<>();

  /** A thread that goes back to questions has them open again, answered or not. */
  private final Map<String, Interrupt> asked = new HashMap<>();

  private final EventHandlers handlers =
      new EventHandlers()
          .on(RunEvent.StepCommitted.class, this::committed)
          .on(RunEvent.StepPlanned.class, this::planned)
          .on(HeadEvent.RolledBack.class, this::rolledBack)
          .on(RunEvent.TaskFinished.class, this::finished)
          .on(RunEvent.TaskFailed.class, it -> failures.put(it.taskId(), it))
          .on(InterruptEvent.InterruptOpened.class, it -> opened(it.interrupt()))
          .on(InterruptEvent.InterruptAnswered.class, it -> open.remove(it.interruptId()));
  private long last;

  record Planned(RunEvent.StepPlanned step, RunEvent.PlannedNode task) {
    TaskOrigin origin() {
      return new TaskOrigin(step.namespace(), step.step(), task.taskId(), task.node());
    }

    StreamPart.TaskStarted.Reason reason() {
      return task.sent() == null
          ? StreamPart.TaskStarted.Reason.EDGE
          : StreamPart.TaskStarted.Reason.SENT;
    }
  }

  void see(RunEvent event) {
    handlers.accept(event);
  }

  /**
   * What was in progress in a frame ends with its commit, and so does what ran inside of it, unless
   * the commit names what ended; an edit leaves it as it is.
   */
  private void committed(RunEvent.StepCommitted commit) {
    last = Math.max(last, commit.checkpoint());
    checkpoints.put(commit.namespace(), commit.checkpoint());
    if (!commit.ended().isEmpty()) {
      forget(commit.ended());
    } else if (commit.source() != Source.UPDATE) {
      forgetWithin(commit.namespace());
    }
  }

  private void forgetWithin(String frame) {
    List<String> over =
        planned.values().stream()
            .map(Planned::origin)
            .filter(origin -> Frame.isWithin(origin.namespace(), frame))
            .map(TaskOrigin::taskId)
            .toList();
    forget(over);
  }

  private void forget(List<String> over) {
    planned.keySet().removeAll(over);
    settled.keySet().removeAll(over);
    failures.keySet().removeAll(over);
    open.values().removeIf(question -> over.contains(question.taskId()));
  }

  private void rolledBack(HeadEvent.RolledBack back) {
    forgetWithin(Frame.ROOT);
    checkpoints.put(Frame.ROOT, back.checkpoint());
  }

  private void planned(RunEvent.StepPlanned step) {
    step.tasks().forEach(task -> planned.put(task.taskId(), new Planned(step, task)));
  }

  private void opened(Interrupt question) {
    open.put(question.id(), question);
    asked.put(question.id(), question);
  }

  private void finished(RunEvent.TaskFinished task) {
    settled.put(task.taskId(), task);
    failures.remove(task.taskId());
  }

  long lastCheckpoint() {
    return last;
  }

  long checkpoint(String namespace) {
    return checkpoints.getOrDefault(namespace, 0L);
  }

  List<RunEvent.TaskFinished> settled() {
    return new ArrayList<>(settled.values());
  }

  List<Planned> unfinished() {
    return planned.values().stream()
        .filter(task -> !settled.containsKey(task.origin().taskId()))
        .filter(task -> questionsOf(task.origin().taskId()) == 0)
        .toList();
  }

  /** Returns a task that was planned, and neither committed nor dropped since. */
  Optional<Planned> find(String taskId) {
    return Optional.ofNullable(planned.get(taskId));
  }

  /** Returns a task that is to be run: it has not settled, failed or asked. */
  Optional<Planned> running(String taskId) {
    boolean stands = settled.containsKey(taskId) || failures.containsKey(taskId);
    return stands || questionsOf(taskId) > 0
        ? Optional.empty()
        : Optional.ofNullable(planned.get(taskId));
  }

  private long questionsOf(String taskId) {
    return open.values().stream().filter(question -> question.taskId().equals(taskId)).count();
  }

  Optional<Planned> readyAfter(InterruptEvent.InterruptAnswered answer) {
    return open.containsKey(answer.interruptId()) && questionsOf(answer.taskId()) == 1
        ? Optional.ofNullable(planned.get(answer.taskId()))
        : Optional.empty();
  }

  TaskOrigin origin(Interrupt question) {
    return Optional.ofNullable(planned.get(question.taskId()))
        .map(Planned::origin)
        .orElseGet(
            () -> new TaskOrigin(question.namespace(), 0, question.taskId(), question.node()));
  }

  List<Interrupt> open(RunEvent end) {
    return end instanceof RunEvent.RunWaiting waiting
        ? waiting.interrupts().stream().flatMap(id -> Stream.ofNullable(asked.get(id))).toList()
        : new ArrayList<>(open.values());
  }

  List<RunEvent.TaskFailed> failures(RunEvent end) {
    return end instanceof RunEvent.RunParked parked
        ? parked.tasks().stream().flatMap(id -> Stream.ofNullable(failures.get(id))).toList()
        : new ArrayList<>(failures.values());
  }
}
