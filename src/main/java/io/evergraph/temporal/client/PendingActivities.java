package io.evergraph.temporal.client;

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
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.PauseActivityRequest;
import io.temporal.api.workflowservice.v1.ResetActivityRequest;
import io.temporal.api.workflowservice.v1.UnpauseActivityRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceBlockingStub;
import io.temporal.client.WorkflowExecutionDescription;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

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
}
