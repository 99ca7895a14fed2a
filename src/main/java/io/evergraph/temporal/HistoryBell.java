package io.evergraph.temporal;

import com.google.protobuf.ByteString;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.HistoryEventFilterType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The bell of a thread on a real server: waits on the history of its workflow. Where it stopped is
 * kept for the next one who follows the thread, so that only the first reads from the beginning.
 */
final class HistoryBell implements Bell {
  private static final long AGAIN_MILLIS = 200;
  private static final long LONGEST_POLL_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final Set<EventType> STOPS =
      EnumSet.of(
          EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES,
          EventType.EVENT_TYPE_WORKFLOW_PROPERTIES_MODIFIED);
  private static final Set<EventType> ENDS =
      EnumSet.of(
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT);

  private final WorkflowServiceStubs stubs;
  private final String namespace;
  private final String thread;
  private final Ear ear;
  private final HistoryPlaces places;
  private final Context.CancellableContext calls = Context.ROOT.withCancellation();
  private ByteString place;
  private String execution = "";
  private boolean first;
  private boolean inherited;
  private boolean ended;
  private boolean connected;

  HistoryBell(
      WorkflowServiceStubs stubs, String namespace, String thread, Ear ear, HistoryPlaces places) {
    this.stubs = stubs;
    this.namespace = namespace;
    this.thread = thread;
    this.ear = ear;
    this.places = places;
    this.place = places.find(thread);
    this.first = !place.isEmpty();
    this.inherited = first;
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    if (first) {
      first = false;
      return true;
    }
    long begin = System.nanoTime();
    while (!ended && System.nanoTime() < deadline) {
      List<HistoryEvent> events = poll(deadline - System.nanoTime());
      if (!ended && (events.stream().anyMatch(this::ringsFor) || isDue(begin))) {
        return true;
      }
    }
    return !ended || beginsAnew();
  }

  /** What a worker that was slow or cut off has answered may be older than what rang. */
  private boolean isDue(long begin) {
    return ear == Ear.STOPS && connected && System.nanoTime() - begin > LOOK_AGAIN_NANOS;
  }

  /**
   * A place of somebody before may be in a workflow that has ended, and was followed by another.
   */
  private boolean beginsAnew() {
    if (!inherited) {
      return false;
    }
    inherited = false;
    ended = false;
    execution = "";
    place = ByteString.EMPTY;
    return true;
  }

  private boolean ringsFor(HistoryEvent event) {
    return STOPS.contains(event.getEventType())
        || isGoingOn(event)
        || (ear == Ear.MOVES && event.hasWorkflowTaskCompletedEventAttributes());
  }

  /** What was told at the end of the execution before may not have been heard. */
  private static boolean isGoingOn(HistoryEvent event) {
    return event.hasWorkflowExecutionStartedEventAttributes()
        && !event
            .getWorkflowExecutionStartedEventAttributes()
            .getContinuedExecutionRunId()
            .isEmpty();
  }

  private List<HistoryEvent> poll(long nanos) throws InterruptedException {
    Context before = calls.attach();
    try {
      GetWorkflowExecutionHistoryResponse reply =
          stubs
              .blockingStub()
              .withDeadlineAfter(Math.min(nanos, LONGEST_POLL_NANOS), TimeUnit.NANOSECONDS)
              .getWorkflowExecutionHistory(request());
      connected = true;
      List<HistoryEvent> events = reply.getHistory().getEventsList();
      moveOn(reply.getNextPageToken(), events);
      return events;
    } catch (StatusRuntimeException failure) {
      return afterFailure(failure);
    } finally {
      calls.detach(before);
    }
  }

  private void moveOn(ByteString next, List<HistoryEvent> events) {
    Optional<String> continued =
        events.stream()
            .filter(HistoryEvent::hasWorkflowExecutionContinuedAsNewEventAttributes)
            .map(
                event ->
                    event
                        .getWorkflowExecutionContinuedAsNewEventAttributes()
                        .getNewExecutionRunId())
            .findFirst();
    execution = continued.orElse(execution);
    place = continued.isPresent() ? ByteString.EMPTY : next;
    ended =
        continued.isEmpty()
            && (place.isEmpty()
                || events.stream().anyMatch(event -> ENDS.contains(event.getEventType())));
    places.keep(thread, ended ? ByteString.EMPTY : place);
  }

  private GetWorkflowExecutionHistoryRequest request() {
    return GetWorkflowExecutionHistoryRequest.newBuilder()
        .setNamespace(namespace)
        .setExecution(WorkflowExecution.newBuilder().setWorkflowId(thread).setRunId(execution))
        .setWaitNewEvent(true)
        .setHistoryEventFilterType(HistoryEventFilterType.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT)
        .setNextPageToken(place)
        .build();
  }

  /** A server that restarts is asked again; the place outlives it. */
  private List<HistoryEvent> afterFailure(StatusRuntimeException failure)
      throws InterruptedException {
    if (Thread.interrupted() || calls.isCancelled()) {
      throw new InterruptedException();
    }
    Status.Code code = failure.getStatus().getCode();
    connected = code == Status.Code.DEADLINE_EXCEEDED;
    if (code == Status.Code.NOT_FOUND || code == Status.Code.INVALID_ARGUMENT) {
      ended = true;
      places.keep(thread, ByteString.EMPTY);
    } else if (code != Status.Code.DEADLINE_EXCEEDED) {
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
    }
    return List.of();
  }

  @Override
  public void close() {
    calls.cancel(null);
  }
}
