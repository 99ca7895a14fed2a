package io.evergraph.demo.chaos;

import static java.util.stream.Collectors.joining;

import io.evergraph.temporal.protocol.SaveActivity;
import io.temporal.api.enums.v1.WorkflowTaskFailedCause;
import io.temporal.api.failure.v1.Failure;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.history.v1.WorkflowTaskFailedEventAttributes;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowExecutionMetadata;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

record HistoryAudit(int count, int lostAttempts, int timeouts, int stalls, List<String> failures) {
  private static final String STALL = "io.temporal.internal.sync.PotentialDeadlockException";
  private static final String OURS = "at io.evergraph.";

  static HistoryAudit of(WorkflowClient client, String queue) {
    try (Stream<WorkflowExecutionMetadata> all =
        client.listExecutions("TaskQueue='" + queue + "'")) {
      return all.map(thread -> of(client, thread))
          .reduce(new HistoryAudit(0, 0, 0, 0, List.of()), HistoryAudit::plus);
    }
  }

  private static HistoryAudit of(WorkflowClient client, WorkflowExecutionMetadata thread) {
    List<HistoryEvent> events =
        client
            .fetchHistory(thread.getExecution().getWorkflowId(), thread.getExecution().getRunId())
            .getHistory()
            .getEventsList();
    return new HistoryAudit(
        1,
        lostAttempts(events),
        (int) events.stream().filter(HistoryEvent::hasWorkflowTaskTimedOutEventAttributes).count(),
        (int) failures(events).filter(it -> isUnhandled(it) && !isInterpreterFailure(it)).count(),
        failures(events)
            .filter(HistoryAudit::isInterpreterFailure)
            .map(it -> describe(thread, it))
            .toList());
  }

  /** Threads are saved again and again while their store is away: that is no task of theirs. */
  private static int lostAttempts(List<HistoryEvent> events) {
    Set<Long> saving =
        events.stream()
            .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
            .filter(it -> isSaving(it.getActivityTaskScheduledEventAttributes()))
            .map(HistoryEvent::getEventId)
            .collect(Collectors.toSet());
    return events.stream()
        .filter(HistoryEvent::hasActivityTaskStartedEventAttributes)
        .map(HistoryEvent::getActivityTaskStartedEventAttributes)
        .filter(it -> !saving.contains(it.getScheduledEventId()))
        .mapToInt(it -> it.getAttempt() - 1)
        .sum();
  }

  private static boolean isSaving(ActivityTaskScheduledEventAttributes scheduled) {
    return scheduled.getActivityType().getName().equals(SaveActivity.NAME);
  }

  private static Stream<WorkflowTaskFailedEventAttributes> failures(List<HistoryEvent> events) {
    return events.stream()
        .filter(HistoryEvent::hasWorkflowTaskFailedEventAttributes)
        .map(HistoryEvent::getWorkflowTaskFailedEventAttributes);
  }

  private static Stream<Failure> chain(Failure failure) {
    return Stream.concat(
        Stream.of(failure), failure.hasCause() ? chain(failure.getCause()) : Stream.empty());
  }

  private static boolean isUnhandled(WorkflowTaskFailedEventAttributes failed) {
    return failed.getCause()
        == WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_WORKFLOW_WORKER_UNHANDLED_FAILURE;
  }

  /** Where a thread was only too slow, the trace shows where it was. */
  private static boolean isInterpreterFailure(WorkflowTaskFailedEventAttributes failed) {
    boolean ours =
        chain(failed.getFailure()).anyMatch(it -> it.getStackTrace().contains(OURS))
            && chain(failed.getFailure())
                .noneMatch(it -> it.getApplicationFailureInfo().getType().equals(STALL));
    return failed.getCause()
            == WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR
        || (isUnhandled(failed) && ours);
  }

  private static String describe(
      WorkflowExecutionMetadata thread, WorkflowTaskFailedEventAttributes failure) {
    return "thread %s: a workflow task failed with %s: %s"
        .formatted(
            thread.getExecution().getWorkflowId(),
            failure.getCause(),
            chain(failure.getFailure()).map(Failure::getMessage).collect(joining(" <- ")));
  }

  private HistoryAudit plus(HistoryAudit other) {
    return new HistoryAudit(
        count + other.count,
        lostAttempts + other.lostAttempts,
        timeouts + other.timeouts,
        stalls + other.stalls,
        Stream.concat(failures.stream(), other.failures.stream()).toList());
  }
}
