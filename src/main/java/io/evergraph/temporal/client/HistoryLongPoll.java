package io.evergraph.temporal.client;

import com.google.protobuf.ByteString;
import io.evergraph.temporal.connection.HistoryPlaces;
import io.evergraph.temporal.connection.LocalEnd;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.Since;
import io.evergraph.temporal.connection.ThreadNotifier;
import io.evergraph.temporal.protocol.EndMarker;
import io.evergraph.temporal.workflow.VisibilityPublisher;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryResponse;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bell of a thread on a real server: waits on the history of its workflow. Where it stopped is
 * kept for the next one who follows the thread, so that only the first reads from the beginning.
 */
final class HistoryLongPoll implements ThreadNotifier {
  private static final long AGAIN_MILLIS = 200;
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The server's reply to a worker may come a moment after that to those who wait. */
  private static final long WORKERS_TURN_MILLIS = 50;

  /** An interpreter in this process that has just had the thread in hand tells its end, too. */
  private static final long IN_HAND_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** If workers of this process run the thread, one will soon have it in hand. */
  private static final long TAKEN_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** What a reply of the server may take; who has less time asks it at once. */
  private static final long REPLY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final HistoryRequests requests;
  private final PendingReply moves;
  private final PendingReply ending;
  private final Ear ear;
  private final HistoryPlaces places;
  private final LocalNotifier neighbours;
  private final Neighbour listener = new Neighbour();
  private final CompletableFuture<LocalEnd> heardEnd = new CompletableFuture<>();
  private final AtomicBoolean heardStop = new AtomicBoolean();
  private final Context.CancellableContext calls = Context.ROOT.withCancellation();
  private final long begun = System.nanoTime();
  private ByteString place;
  private String execution = "";
  private boolean first;
  private long look;
  private boolean inherited;
  private boolean ended;
  private Optional<HistoryEvent> end = Optional.empty();
  private boolean connected = true;

  HistoryLongPoll(
      WorkflowServiceStubs stubs,
      HistoryRequests requests,
      Ear ear,
      HistoryPlaces places,
      LocalNotifier neighbours,
      Since since) {
    this.requests = requests;
    this.moves = new PendingReply(stubs);
    this.ending = new PendingReply(stubs);
    this.ear = ear;
    this.places = places;
    this.place = since.place();
    this.first = since.passed();
    this.look = begun + (first || ear == Ear.END ? LOOK_AGAIN_NANOS : FIRST_LOOK_NANOS);
    this.inherited = !place.isEmpty();
    this.neighbours = neighbours;
    neighbours.add(requests.thread(), listener);
  }

  /** An interpreter in this process tells what else would have to be looked for. */
  private final class Neighbour implements LocalNotifier.Listener {
    private final AtomicLong heard = new AtomicLong();
    private long seen;

    @Override
    public void moved() {
      heard.incrementAndGet();
    }

    /**
     * Returns until when its word is waited for before the server is asked, as {@link
     * System#nanoTime} counts.
     */
    long awaitedUntil() {
      boolean mayComeHere = neighbours.hasRung() && !neighbours.isEnding(requests.thread());
      long takenUp = mayComeHere ? begun + TAKEN_UP_NANOS : begun;
      return neighbours
          .lastMove(requests.thread())
          .map(moved -> Math.max(moved + IN_HAND_NANOS, takenUp))
          .orElse(takenUp);
    }

    /** Returns whether it has ever moved the thread on since this bell listens. */
    boolean isKnown() {
      return heard.get() > 0;
    }

    /** Returns whether it has the thread in hand: it moved it on since this was last asked. */
    boolean isThere() {
      long before = seen;
      seen = heard.get();
      return seen > before;
    }

    @Override
    public void stopped() {
      if (ear == Ear.END) {
        heardStop.set(true);
        ending.wake();
      }
    }

    @Override
    public void ended(LocalEnd end) {
      heardEnd.complete(end);
      if (ear == Ear.END) {
        ending.wake();
      }
    }
  }

  @Override
  public boolean await(long nanos) throws InterruptedException {
    long deadline = System.nanoTime() + nanos;
    if (first) {
      first = false;
      return true;
    }
    while (!ended && System.nanoTime() < deadline) {
      List<HistoryEvent> events = news(deadline);
      if (!ended && (heardStop.getAndSet(false) || hasRung(events) || isDue())) {
        look = System.nanoTime() + LOOK_AGAIN_NANOS;
        return true;
      }
    }
    return !ended || beginsAnew();
  }

  private boolean hasRung(List<HistoryEvent> events) {
    return events.stream().anyMatch(this::ringsFor);
  }

  /**
   * What a worker that was slow or cut off has answered may be older than what rang, and a message
   * that was sent once more may have been answered before the place where this began.
   */
  private boolean isDue() {
    return ear != Ear.MOVES && connected && System.nanoTime() >= look;
  }

  /**
   * The end is waited for; whatever else may have come is looked at after pauses that grow, unless
   * an interpreter in this process would tell.
   */
  private List<HistoryEvent> news(long deadline) throws InterruptedException {
    long until = ear == Ear.MOVES || !connected ? deadline : Math.min(deadline, look);
    if (ear == Ear.END) {
      long now = System.nanoTime();
      long pause = Math.max(SHORTEST_PAUSE_NANOS, (now - begun) / 2);
      List<HistoryEvent> last =
          awaitEnd(Math.min(until, now + Math.min(pause, LONGEST_PAUSE_NANOS)), deadline);
      if (ended || !last.isEmpty() || heardStop.get() || listener.isThere()) {
        return last;
      }
    }
    return awaitMoves(until - System.nanoTime());
  }

  /**
   * Whoever hears the end from a neighbour in time spares the server a long poll. Who has too
   * little time for both, again and again, would never hear the server's reply.
   */
  private List<HistoryEvent> awaitEnd(long until, long deadline) throws InterruptedException {
    if (!ending.isAsked() && listener.awaitedUntil() < deadline - REPLY_NANOS) {
      awaitNeighbour(until);
    }
    Optional<GetWorkflowExecutionHistoryResponse> reply = endByServer(until);
    List<HistoryEvent> last = events(reply);
    if (heardEnd.isDone()) {
      inherited = false;
      ended = true;
      places.keep(requests.thread(), ByteString.EMPTY);
    } else if (!last.isEmpty()) {
      inherited = false;
      moveOn(place, last);
    }
    return last;
  }

  private void awaitNeighbour(long until) throws InterruptedException {
    long left = Math.min(until, listener.awaitedUntil()) - System.nanoTime();
    while (!hasHeard() && left > 0) {
      ending.awaitWake(left);
      left = Math.min(until, listener.awaitedUntil()) - System.nanoTime();
    }
  }

  private Optional<GetWorkflowExecutionHistoryResponse> endByServer(long until)
      throws InterruptedException {
    long left = until - System.nanoTime();
    return hasHeard() || left <= 0 ? Optional.empty() : ask(ending, requests.end(execution), left);
  }

  private boolean hasHeard() {
    return heardEnd.isDone() || heardStop.get();
  }

  private List<HistoryEvent> awaitMoves(long nanos) throws InterruptedException {
    Optional<GetWorkflowExecutionHistoryResponse> reply =
        ask(moves, requests.next(execution, place), nanos);
    reply.ifPresent(found -> moveOn(found.getNextPageToken(), events(reply)));
    return events(reply);
  }

  private static List<HistoryEvent> events(Optional<GetWorkflowExecutionHistoryResponse> reply) {
    return reply.map(found -> found.getHistory().getEventsList()).orElse(List.of());
  }

  private Optional<GetWorkflowExecutionHistoryResponse> ask(
      PendingReply reply, GetWorkflowExecutionHistoryRequest request, long nanos)
      throws InterruptedException {
    Context before = calls.attach();
    try {
      Optional<GetWorkflowExecutionHistoryResponse> found = reply.await(request, nanos);
      connected |= found.isPresent();
      return found;
    } catch (StatusRuntimeException failure) {
      noteFailure(failure);
      return Optional.empty();
    } finally {
      calls.detach(before);
    }
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
    end = Optional.empty();
    execution = "";
    place = ByteString.EMPTY;
    return true;
  }

  private boolean ringsFor(HistoryEvent event) {
    return VisibilityPublisher.tellsStop(event)
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
    end = HistoryRequests.end(events);
    ended = continued.isEmpty() && (place.isEmpty() || end.isPresent());
    inherited &= ended;
    places.keep(requests.thread(), ended ? ByteString.EMPTY : place);
  }

  /** A server that restarts is asked again; the place outlives it. */
  private void noteFailure(StatusRuntimeException failure) throws InterruptedException {
    if (Thread.interrupted() || calls.isCancelled()) {
      throw new InterruptedException();
    }
    Status.Code code = failure.getStatus().getCode();
    connected = code == Status.Code.DEADLINE_EXCEEDED;
    if (code == Status.Code.NOT_FOUND || code == Status.Code.INVALID_ARGUMENT) {
      ended = true;
      end = Optional.empty();
      places.keep(requests.thread(), ByteString.EMPTY);
    } else if (code != Status.Code.DEADLINE_EXCEEDED) {
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
    }
  }

  @Override
  public Optional<HistoryEvent> end() {
    return end;
  }

  @Override
  public Optional<LocalEnd> heardEnd() throws InterruptedException {
    boolean toCome = listener.isKnown() && end.filter(EndMarker::isBefore).isPresent();
    try {
      return Optional.of(heardEnd.get(toCome ? WORKERS_TURN_MILLIS : 0, TimeUnit.MILLISECONDS));
    } catch (TimeoutException elsewhere) {
      return Optional.empty();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public void close() {
    neighbours.remove(requests.thread(), listener);
    calls.cancel(null);
  }
}
