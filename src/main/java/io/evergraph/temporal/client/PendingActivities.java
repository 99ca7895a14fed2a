package io.evergraph.temporal.client;

import com.google.protobuf.ByteString;
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
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.NodeCall;
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

/**
 * The tasks of threads that the server tries, by the orders that it has for pending activities.
 *
 * @param connection the server
 * @param calls speaks to it
 */
public record PendingActivities(TemporalConnection connection, ThreadCalls calls)
    implements PendingTasks {
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
    List<PendingActivityInfo> pending = found.getRawDescription().getPendingActivitiesList();
    Map<String, NodeCall> known =
        offered(
            "list of the tasks in progress",
            () ->
                calls.read(
                    thread,
                    () -> new ScheduledCalls(connection, found.getExecution()).find(pending)));
    return pending.stream()
        .map(
            it ->
                new PendingView(thread, it, known.get(it.getActivityId())).task(connection.codec()))
        .toList();
  }

  @Override
  public void pause(ThreadId thread, String task, String reason) {
    PauseActivityRequest.Builder order =
        PauseActivityRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution(thread.value()))
            .setIdentity(connection.client().getOptions().getIdentity())
            .setReason(reason)
            .setId(find(thread, task).activity());
    send(thread, task, PAUSE, server -> server.pauseActivity(order.build()));
  }

  @Override
  public void unpause(ThreadId thread, String task) {
    UnpauseActivityRequest.Builder order =
        UnpauseActivityRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution(thread.value()))
            .setId(find(thread, task).activity());
    send(thread, task, PAUSE, server -> server.unpauseActivity(order.build()));
  }

  @Override
  public void reset(ThreadId thread, String task, Position position) {
    ResetActivityRequest.Builder order =
        ResetActivityRequest.newBuilder()
            .setNamespace(namespace())
            .setExecution(execution(thread.value()))
            .setId(find(thread, task).activity())
            .setKeepPaused(true)
            .setResetHeartbeat(position == Position.FORGET);
    send(
        thread, task, "reset of a task in progress", server -> server.resetActivity(order.build()));
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
    LimitsRequest order = new LimitsRequest(find(thread, task), change);
    send(
        thread,
        task,
        "change of a task in progress",
        server -> server.updateActivityOptions(order.request(namespace())));
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
      if (refused.getStatus().getCode() != Status.Code.NOT_FOUND) {
        throw refused;
      }
      throw new UnknownTaskException(
          thread.value(), task, of(thread).stream().map(PendingTask::id).toList());
    }
  }

  private <R> R offered(String action, Supplier<R> call) {
    try {
      return call.get();
    } catch (StatusRuntimeException refused) {
      if (refused.getStatus().getCode() != Status.Code.UNIMPLEMENTED) {
        throw refused;
      }
      NotOfferedException named =
          new NotOfferedException(
              action, "the Temporal server at " + connection.options().target(), WHEN_PARKED);
      named.initCause(refused);
      throw named;
    }
  }

  /**
   * What activities were scheduled with: the server tells of pending ones without it, so their
   * tasks are looked up in the history, from its end.
   *
   * @param connection the server
   * @param execution the workflow
   */
  private record ScheduledCalls(TemporalConnection connection, WorkflowExecution execution) {
    private static final int PAGE = 200;

    /** Returns by activity what can be read of it. */
    Map<String, NodeCall> find(List<PendingActivityInfo> pending) {
      Set<String> wanted =
          pending.stream()
              .map(PendingActivityInfo::getActivityId)
              .collect(Collectors.toCollection(HashSet::new));
      Map<String, NodeCall> found = new HashMap<>();
      ByteString next = ByteString.EMPTY;
      while (!wanted.isEmpty()) {
        GetWorkflowExecutionHistoryReverseResponse page = page(next);
        for (HistoryEvent event : page.getHistory().getEventsList()) {
          ActivityTaskScheduledEventAttributes scheduled =
              event.getActivityTaskScheduledEventAttributes();
          if (wanted.remove(scheduled.getActivityId())) {
            call(scheduled.getInput())
                .ifPresent(call -> found.put(scheduled.getActivityId(), call));
          }
        }
        next = page.getNextPageToken();
        if (next.isEmpty()) {
          wanted.clear();
        }
      }
      return found;
    }

    private GetWorkflowExecutionHistoryReverseResponse page(ByteString next) {
      return connection
          .stub()
          .getWorkflowExecutionHistoryReverse(
              GetWorkflowExecutionHistoryReverseRequest.newBuilder()
                  .setNamespace(connection.options().namespace())
                  .setExecution(execution)
                  .setMaximumPageSize(PAGE)
                  .setNextPageToken(next)
                  .build());
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

  /**
   * The order to the server to hold a task to other limits.
   *
   * @param task the task as it stands
   * @param change what is to be otherwise
   */
  private record LimitsRequest(PendingTask task, TaskChange change) {

    /** The number of attempts is always sent: by it the worker sees that something was changed. */
    UpdateActivityOptionsRequest request(String namespace) {
      FieldMask.Builder mask = FieldMask.newBuilder();
      ActivityOptions options =
          ActivityOptions.newBuilder()
              .setRetryPolicy(retry(mask))
              .setStartToCloseTimeout(startToClose(mask))
              .setHeartbeatTimeout(heartbeat(mask))
              .build();
      return UpdateActivityOptionsRequest.newBuilder()
          .setNamespace(namespace)
          .setExecution(execution(task.thread().value()))
          .setId(task.activity())
          .setActivityOptions(options)
          .setUpdateMask(mask)
          .build();
    }

    private RetryPolicy.Builder retry(FieldMask.Builder mask) {
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

    private com.google.protobuf.Duration startToClose(FieldMask.Builder mask) {
      Duration longest = change.hardTimeout();
      if (longest == null) {
        return com.google.protobuf.Duration.getDefaultInstance();
      }
      mask.addPaths("start_to_close_timeout");
      return duration(longest.plus(TaskOptions.STATE_ALLOWANCE));
    }

    private com.google.protobuf.Duration heartbeat(FieldMask.Builder mask) {
      Duration silence = change.heartbeatTimeout();
      if (silence == null) {
        return com.google.protobuf.Duration.getDefaultInstance();
      }
      mask.addPaths("heartbeat_timeout");
      return duration(silence);
    }

    private static com.google.protobuf.Duration duration(Duration time) {
      return Durations.fromNanos(time.toNanos());
    }
  }
}
