package io.evergraph.temporal.client;

import com.google.protobuf.FieldMask;
import com.google.protobuf.util.Durations;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.UnknownTaskException;
import io.evergraph.runtime.PendingTask;
import io.evergraph.runtime.PendingTasks;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.runtime.TaskChange;
import io.evergraph.runtime.ThreadId;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.NodeCall;
import io.evergraph.temporal.protocol.SaveActivity;
import io.evergraph.temporal.workflow.TaskOptions;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.activity.v1.ActivityOptions;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.common.v1.RetryPolicy;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseResponse;
import io.temporal.api.workflowservice.v1.PauseActivityRequest;
import io.temporal.api.workflowservice.v1.ResetActivityRequest;
import io.temporal.api.workflowservice.v1.UnpauseActivityRequest;
import io.temporal.api.workflowservice.v1.UpdateActivityOptionsRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceBlockingStub;
import io.temporal.client.WorkflowExecutionDescription;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The tasks of threads that the server tries, by the orders that it has for pending activities. */
public record PendingActivities(TemporalConnection connection, ThreadCalls calls)
    implements PendingTasks {
  private static final int PAGE = 200;
  private static final String PAUSE = "pause of a single task";

  private static final String WHEN_PARKED =
      "A task that is given up parks its run, on every server: retry, skip or edit it then.";

  /** A worker tells of itself at this interval: it must be able to miss one. */
  private static final Duration SHORTEST_SILENCE = TaskOptions.HEARTBEAT_INTERVAL.multipliedBy(2);

  /** Returns those of a server; the embedded one has no such orders. */
  public static PendingTasks of(TemporalConnection connection, ThreadCalls calls) {
    return connection.durability() == Durability.DURABLE
        ? new PendingActivities(connection, calls)
        : PendingTasks.notOffered("the embedded server");
  }

  @Override
  public List<PendingTask> of(ThreadId thread) {
    WorkflowExecutionDescription found = calls.describe(thread);
    List<PendingActivityInfo> pending =
        found.getRawDescription().getPendingActivitiesList().stream()
            .filter(it -> !it.getActivityType().getName().equals(SaveActivity.NAME))
            .toList();
    Map<String, NodeCall> known =
        offered(
            "list of the tasks in progress",
            () -> calls.read(thread, () -> scheduled(found.getExecution(), pending)));
    return pending.stream()
        .map(
            it ->
                new PendingView(thread, it, known.get(it.getActivityId())).task(connection.codec()))
        .toList();
  }

  @Override
  public void pause(ThreadId thread, String task, String reason) {
    PauseActivityRequest order =
        PauseActivityRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution(thread.value()))
            .setIdentity(connection.client().getOptions().getIdentity())
            .setReason(reason)
            .setId(find(thread, task).activity())
            .build();
    send(thread, task, PAUSE, server -> server.pauseActivity(order));
  }

  @Override
  public void unpause(ThreadId thread, String task) {
    UnpauseActivityRequest order =
        UnpauseActivityRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution(thread.value()))
            .setId(find(thread, task).activity())
            .build();
    send(thread, task, PAUSE, server -> server.unpauseActivity(order));
  }

  @Override
  public void reset(ThreadId thread, String task, Position position) {
    ResetActivityRequest order =
        ResetActivityRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution(thread.value()))
            .setId(find(thread, task).activity())
            .setKeepPaused(true)
            .setResetHeartbeat(position == Position.FORGET)
            .build();
    send(thread, task, "reset of a task in progress", server -> server.resetActivity(order));
  }

  @Override
  public void change(ThreadId thread, String task, TaskChange change) {
    Duration silence = change.heartbeatTimeout();
    if (silence != null && silence.compareTo(SHORTEST_SILENCE) < 0) {
      throw new InvalidInputException(
          "the longest silence of a worker",
          "at least " + SHORTEST_SILENCE.toSeconds() + " s",
          silence.toMillis() + " ms");
    }
    UpdateActivityOptionsRequest order = limits(find(thread, task), change);
    send(
        thread,
        task,
        "change of a task in progress",
        server -> server.updateActivityOptions(order));
  }

  private UpdateActivityOptionsRequest limits(PendingTask task, TaskChange change) {
    FieldMask.Builder mask = FieldMask.newBuilder();
    ActivityOptions.Builder options =
        ActivityOptions.newBuilder().setRetryPolicy(retry(task, change, mask));
    Duration longest = change.hardTimeout();
    if (longest != null) {
      mask.addPaths("start_to_close_timeout");
      options.setStartToCloseTimeout(duration(longest.plus(TaskOptions.STATE_ALLOWANCE)));
    }
    Duration silence = change.heartbeatTimeout();
    if (silence != null) {
      mask.addPaths("heartbeat_timeout");
      options.setHeartbeatTimeout(duration(silence));
    }
    return UpdateActivityOptionsRequest.newBuilder()
        .setNamespace(namespace())
        .setExecution(execution(task.thread().value()))
        .setId(task.activity())
        .setActivityOptions(options)
        .setUpdateMask(mask)
        .build();
  }

  /** The number of attempts is always sent: by it the worker sees that something was changed. */
  private static RetryPolicy.Builder retry(
      PendingTask task, TaskChange change, FieldMask.Builder mask) {
    int attempts = Optional.ofNullable(change.attempts()).orElse(task.limits().attempts());
    mask.addPaths("retry_policy.maximum_attempts");
    RetryPolicy.Builder retry =
        RetryPolicy.newBuilder().setMaximumAttempts(ChangedLimits.marked(attempts));
    Duration interval = change.interval();
    if (interval != null) {
      Duration longest = task.limits().longestInterval();
      mask.addPaths("retry_policy.initial_interval").addPaths("retry_policy.maximum_interval");
      retry
          .setInitialInterval(duration(interval))
          .setMaximumInterval(duration(interval.compareTo(longest) > 0 ? interval : longest));
    }
    return retry;
  }

  private static com.google.protobuf.Duration duration(Duration time) {
    return Durations.fromNanos(time.toNanos());
  }

  private String namespace() {
    return connection.options().namespace();
  }

  static WorkflowExecution execution(String thread) {
    return WorkflowExecution.newBuilder().setWorkflowId(thread).build();
  }

  /** What has come to its end since it was found is as unknown as what never was. */
  private <R> void send(
      ThreadId thread, String task, String action, Function<WorkflowServiceBlockingStub, R> order) {
    try {
      R unused = offered(action, () -> calls.call(thread, () -> order.apply(connection.stub())));
    } catch (StatusRuntimeException refused) {
      if (GrpcErrors.hasCode(refused, Status.Code.NOT_FOUND)) {
        throw new UnknownTaskException(
            thread.value(), task, of(thread).stream().map(PendingTask::id).toList());
      }
      throw refused;
    }
  }

  private <R> R offered(String action, Supplier<R> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException refused) {
      if (GrpcErrors.hasCode(refused, Status.Code.UNIMPLEMENTED)) {
        String server = "the Temporal server at " + connection.options().target();
        throw new NotOfferedException(action, server, WHEN_PARKED).causedBy(refused);
      }
      throw refused;
    }
  }

  /**
   * Returns by activity what it was scheduled with, as far as that can be read: the server tells of
   * pending ones without it, so it is looked up in the history, from its end.
   */
  private Map<String, NodeCall> scheduled(
      WorkflowExecution execution, List<PendingActivityInfo> pending) {
    Set<String> wanted =
        pending.stream()
            .map(PendingActivityInfo::getActivityId)
            .collect(Collectors.toCollection(HashSet::new));
    Map<String, NodeCall> found = new HashMap<>();
    GetWorkflowExecutionHistoryReverseRequest.Builder request =
        GetWorkflowExecutionHistoryReverseRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution)
            .setMaximumPageSize(PAGE);
    while (!wanted.isEmpty()) {
      GetWorkflowExecutionHistoryReverseResponse page =
          connection.stub().getWorkflowExecutionHistoryReverse(request.build());
      for (HistoryEvent event : page.getHistory().getEventsList()) {
        ActivityTaskScheduledEventAttributes activity =
            event.getActivityTaskScheduledEventAttributes();
        if (wanted.remove(activity.getActivityId())) {
          call(activity.getInput()).ifPresent(call -> found.put(activity.getActivityId(), call));
        }
      }
      request.setNextPageToken(page.getNextPageToken());
      if (page.getNextPageToken().isEmpty()) {
        wanted.clear();
      }
    }
    return found;
  }

  /** A program that lacks the store of large values tells of such a task without its id. */
  private Optional<NodeCall> call(Payloads input) {
    try {
      return Optional.ofNullable(
          connection
              .client()
              .getOptions()
              .getDataConverter()
              .fromPayloads(0, Optional.of(input), NodeCall.class, NodeCall.class));
    } catch (BlobUnavailableException outage) {
      return Optional.empty();
    }
  }
}
