package io.evergraph.temporal.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.google.protobuf.ByteString;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.ThreadNotifier;
import io.evergraph.temporal.protocol.RunEndMarker;
import io.evergraph.temporal.protocol.RunView;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceStub;
import io.temporal.common.converter.DataConverter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Waits for events in the history of a thread's workflow by long polls, one at a time. The position
 * of the last poll is kept for the next follower of the thread, so that only the first one reads
 * from the beginning.
 *
 * <p>Whoever waits for stops lets the events of a busy thread come together: the pauses between
 * polls grow with the time waited. Interpreters of this process tell stops before the server has
 * recorded them, so a thread that they work on is hardly polled before it stops.
 */
final class HistoryLongPoll implements ThreadNotifier, LocalNotifier.Listener {
  private static final long LONGEST_POLL_SECONDS = 60;

  /** A worker's stale reply can predate the event that woke the reader: ask again periodically. */
  private static final long RECHECK_NANOS = TimeUnit.SECONDS.toNanos(60);

  private static final long LOCAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long AFTER_FAILURE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

  /** The part of the time waited so far that a pause takes. */
  private static final int PAUSE_PART = 8;

  /** A reply with as many events is about the past, and more of it is to come. */
  private static final int LONG_REPLY = 100;

  private static final Set<EventType> ENDS =
      EnumSet.of(
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT);

  private final TemporalConnection connection;
  private final Cache<String, ByteString> positions;
  private final String thread;
  private final Interest interest;
  private final Semaphore wakes = new Semaphore(0);
  private final Context.CancellableContext calls = Context.ROOT.withCancellation();
  private final long begun = System.nanoTime();
  private volatile long localUntil = begun;
  private volatile boolean stopsHere;
  private @Nullable Reply pending;
  private long pollAt;
  private long retryAt = begun;
  private long recheckAt;
  private ByteString position;
  private String execution = "";
  private boolean resumed;
  private boolean closed;
  private List<HistoryEvent> lastEvents = List.of();
  private Optional<RunView> stop = Optional.empty();

  /** The update before whose acceptance no stop is news; null where every stop is. */
  private @Nullable String accepting;

  /** What is read may be older than the run that is followed. */
  private final boolean readsPast;

  HistoryLongPoll(
      TemporalConnection connection,
      String thread,
      Interest interest,
      ByteString position,
      ThreadWatch.Start start,
      @Nullable String accepting) {
    this.connection = connection;
    this.positions = connection.historyPositions();
    this.thread = thread;
    this.interest = interest;
    this.position = position;
    this.resumed = !position.isEmpty();
    this.pollAt = begun + start.firstPoll.toNanos();
    this.recheckAt = begun + start.firstCheck.toNanos();
    this.accepting = accepting;
    this.readsPast = start == ThreadWatch.Start.EARLIER;
    connection.notifier().add(thread, this);
  }

  @Override
  public void moved() {
    localUntil = System.nanoTime() + LOCAL_NANOS;
  }

  /** The server is about to record it. */
  @Override
  public void stopped() {
    stopsHere = true;
    wakes.release();
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    while (!closed) {
      stop = Optional.empty();
      boolean isDue = System.nanoTime() >= recheckAt;
      if (isDue || poll(Math.min(deadline, recheckAt))) {
        accepting = isDue ? null : accepting; // it may stand before what is read: sent again
        stopsHere = false;
        recheckAt = System.nanoTime() + RECHECK_NANOS;
        return true;
      }
      if (System.nanoTime() >= deadline) {
        return true;
      }
    }
    return beginsAnew();
  }

  /** Waits for the reply to a poll; returns whether it tells what the reader is interested in. */
  private boolean poll(long until) throws InterruptedException {
    if (pending == null && System.nanoTime() >= nextPoll()) {
      pending = send();
    }
    long left = (pending == null ? Math.min(until, nextPoll()) : until) - System.nanoTime();
    if (left > 0 && wakes.tryAcquire(left, TimeUnit.NANOSECONDS)) {
      wakes.drainPermits();
    }
    Reply reply = pending;
    if (reply == null || !reply.isDone()) {
      return false;
    }
    pending = null;
    try {
      return read(reply.get());
    } catch (ExecutionException failure) {
      noteFailure(Status.fromThrowable(failure).getCode());
      return false;
    }
  }

  private long nextPoll() {
    if (interest == Interest.MOVES) {
      return pollAt;
    }
    return stopsHere ? retryAt : Math.max(pollAt, localUntil);
  }

  private Reply send() {
    WorkflowServiceStub stub =
        WorkflowServiceGrpc.newStub(connection.stub().getChannel())
            .withDeadlineAfter(LONGEST_POLL_SECONDS, TimeUnit.SECONDS);
    GetWorkflowExecutionHistoryRequest request =
        GetWorkflowExecutionHistoryRequest.newBuilder()
            .setNamespace(connection.options().namespace())
            .setExecution(WorkflowExecution.newBuilder().setWorkflowId(thread).setRunId(execution))
            .setWaitNewEvent(true)
            .setNextPageToken(position)
            .build();
    Reply reply = new Reply();
    CompletableFuture<?> unused = reply.whenComplete((found, failure) -> wakes.release());
    calls.run(() -> stub.getWorkflowExecutionHistory(request, reply));
    return reply;
  }

  private static final class Reply extends CompletableFuture<GetWorkflowExecutionHistoryResponse>
      implements StreamObserver<GetWorkflowExecutionHistoryResponse> {
    @Override
    public void onNext(GetWorkflowExecutionHistoryResponse found) {
      complete(found);
    }

    @Override
    public void onError(Throwable failure) {
      completeExceptionally(failure);
    }

    @Override
    public void onCompleted() {
      completeExceptionally(
          Status.INTERNAL.withDescription("The reply was empty.").asRuntimeException());
    }
  }

  private boolean read(GetWorkflowExecutionHistoryResponse reply) {
    List<HistoryEvent> events = reply.getHistory().getEventsList();
    Optional<String> next = continuedAs(events);
    execution = next.orElse(execution);
    position = next.isPresent() ? ByteString.EMPTY : reply.getNextPageToken();
    boolean ended = events.stream().anyMatch(event -> ENDS.contains(event.getEventType()));
    closed = next.isEmpty() && (position.isEmpty() || ended);
    resumed &= closed && events.stream().noneMatch(this::isAcceptance);
    pollAt = System.nanoTime() + pause(events);
    if (closed) {
      lastEvents = new ArrayList<>(events);
      Collections.reverse(lastEvents);
    }
    keepPosition();
    return !closed && isNews(news(events).toList());
  }

  private boolean isNews(List<HistoryEvent> events) {
    DataConverter converter = connection.client().getOptions().getDataConverter();
    Optional<RunView> last =
        events.stream()
            .flatMap(event -> RunEndMarker.read(event, converter).stream())
            .reduce((earlier, later) -> later);
    stop = last.filter(it -> !readsPast);
    return last.isPresent() || events.stream().anyMatch(this::tells);
  }

  private Stream<HistoryEvent> news(List<HistoryEvent> events) {
    if (accepting == null) {
      return events.stream();
    }
    List<HistoryEvent> news = events.stream().dropWhile(event -> !isAcceptance(event)).toList();
    if (!news.isEmpty()) {
      accepting = null;
      recheckAt = System.nanoTime() + RECHECK_NANOS;
    }
    return news.stream();
  }

  /** What was accepted by an earlier execution is not looked for. */
  private boolean isAcceptance(HistoryEvent event) {
    return isContinuation(event)
        || event
            .getWorkflowExecutionUpdateAcceptedEventAttributes()
            .getProtocolInstanceId()
            .equals(accepting);
  }

  private static Optional<String> continuedAs(List<HistoryEvent> events) {
    return events.stream()
        .filter(HistoryEvent::hasWorkflowExecutionContinuedAsNewEventAttributes)
        .map(HistoryEvent::getWorkflowExecutionContinuedAsNewEventAttributes)
        .map(continued -> continued.getNewExecutionRunId())
        .findFirst();
  }

  private long pause(List<HistoryEvent> events) {
    if (interest == Interest.MOVES || events.size() >= LONG_REPLY || isNextACompletion(events)) {
      return 0;
    }
    long part = (System.nanoTime() - begun) / PAUSE_PART;
    return Math.max(SHORTEST_PAUSE_NANOS, Math.min(part, LONGEST_PAUSE_NANOS));
  }

  /** A workflow task that has started is soon completed, and only then can a run have stopped. */
  private static boolean isNextACompletion(List<HistoryEvent> events) {
    return !events.isEmpty()
        && events.get(events.size() - 1).hasWorkflowTaskStartedEventAttributes();
  }

  private void keepPosition() {
    if (closed || position.isEmpty()) {
      positions.invalidate(thread);
    } else {
      positions.put(thread, position);
    }
  }

  private boolean tells(HistoryEvent event) {
    return isContinuation(event)
        || (interest == Interest.MOVES && event.hasWorkflowTaskCompletedEventAttributes());
  }

  /** The last events of the execution before may not have been read. */
  private static boolean isContinuation(HistoryEvent event) {
    return event.hasWorkflowExecutionStartedEventAttributes()
        && !event
            .getWorkflowExecutionStartedEventAttributes()
            .getContinuedExecutionRunId()
            .isEmpty();
  }

  /** A server that restarts is asked again from the same position. */
  private void noteFailure(Status.Code code) {
    if (code == Status.Code.NOT_FOUND || code == Status.Code.INVALID_ARGUMENT) {
      closed = true;
      keepPosition();
    } else if (code != Status.Code.DEADLINE_EXCEEDED) {
      retryAt = System.nanoTime() + AFTER_FAILURE_NANOS;
      pollAt = retryAt;
    }
  }

  /**
   * The position of an earlier follower may be in a workflow that was followed by another one,
   * unless it has told of the update that is waited for.
   */
  private boolean beginsAnew() {
    if (!resumed) {
      return false;
    }
    resumed = false;
    closed = false;
    lastEvents = List.of();
    execution = "";
    position = ByteString.EMPTY;
    return true;
  }

  @Override
  public Optional<RunView> stop() {
    return stop;
  }

  @Override
  public List<HistoryEvent> lastEvents() {
    return lastEvents;
  }

  @Override
  public void close() {
    connection.notifier().remove(thread, this);
    calls.cancel(null);
  }
}
