package io.evergraph.server.langgraph;

import io.evergraph.event.EventHandlers;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Interrupt;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows one run through the events of its thread. Not safe for use by several threads. */
final class RunWatch {
  private final String runId;
  private final Map<String, Interrupt> questions = new HashMap<>();
  private final Map<String, RunError> failures = new HashMap<>();
  private final EventHandlers handlers;
  private long checkpoint;
  private boolean begun;
  private List<InterruptResource> interrupts = List.of();
  private @Nullable RunError error;
  private @Nullable RunEvent end;

  RunWatch(RunPosition position) {
    this.runId = position.runId();
    this.checkpoint = position.checkpoint();
    position.open().forEach(question -> questions.put(question.id(), question));
    this.handlers =
        new EventHandlers()
            .on(RunEvent.StepCommitted.class, this::committed)
            .on(InterruptEvent.InterruptOpened.class, it -> opened(it.interrupt()))
            .on(RunEvent.TaskFailed.class, it -> failures.put(it.taskId(), RunError.of(it)))
            .on(RunEvent.RunWaiting.class, it -> interrupts = resources(it.interrupts()))
            .on(RunEvent.RunParked.class, it -> error = firstFailure(it.tasks()))
            .on(RunEvent.RunFailed.class, it -> error = RunError.of(it))
            .on(RunEvent.RunCancelled.class, it -> error = RunError.CANCELLED);
  }

  /** Takes an event; those of other runs only tell where the thread stands. */
  void see(RunEvent event) {
    boolean ours = event.runs().contains(runId);
    begun |= ours;
    if (ours || !event.endsRun()) {
      handlers.accept(event);
    }
    if (ours && event.endsRun()) {
      end = event;
    }
  }

  private void committed(RunEvent.StepCommitted commit) {
    if (commit.namespace().isEmpty()) {
      checkpoint = commit.checkpoint();
    }
  }

  private void opened(Interrupt question) {
    questions.put(question.id(), question);
  }

  private List<InterruptResource> resources(List<String> ids) {
    return ids.stream()
        .map(questions::get)
        .filter(Objects::nonNull)
        .map(InterruptResource::of)
        .toList();
  }

  private RunError firstFailure(List<String> tasks) {
    return tasks.stream()
        .map(failures::get)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(() -> new RunError("TaskFailedException", "Tasks failed in an earlier run."));
  }

  /** Returns whether the run has begun. */
  boolean hasBegun() {
    return begun;
  }

  /** Returns whether the run has stopped. */
  boolean hasEnded() {
    return end != null;
  }

  /** Returns the event with which the run stopped. */
  Optional<RunEvent> end() {
    return Optional.ofNullable(end);
  }

  /** Returns the latest checkpoint of the graph itself; 0 before the first. */
  long checkpoint() {
    return checkpoint;
  }

  /** Returns the questions with which the run stopped. */
  List<InterruptResource> interrupts() {
    return interrupts;
  }

  /** Returns the error with which the run stopped. */
  Optional<RunError> error() {
    return Optional.ofNullable(error);
  }
}
