package io.evergraph.runtime.stream;

import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Frame;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one thread that other threads work for. Those are read while the calls run: as many
 * at once as have a place, in the order of their plans, and each at the latest before the event
 * that settles its task. A place is given by events of the calling thread only, so that it does not
 * depend on what happens beside it.
 */
final class FollowedCalls {
  /** How many are read at once by the depth of the calling thread; below, as the last one. */
  private static final int[] PLACES = {16, 2, 1};

  private final Reading reading;
  private final FollowedThread around;
  private final int places;
  private final Map<String, FollowedCall> known = new LinkedHashMap<>();
  private final Map<String, FollowedCall> open = new LinkedHashMap<>();
  private final Deque<FollowedCall> waiting = new ArrayDeque<>();

  FollowedCalls(Reading reading, FollowedThread around) {
    this.reading = reading;
    this.around = around;
    this.places = PLACES[Math.min(around.place().depth(), PLACES.length - 1)];
  }

  boolean take() throws InterruptedException {
    boolean taken = false;
    for (FollowedCall call : open.values()) {
      taken |= call.take();
    }
    return taken;
  }

  boolean show(LiveParts live) {
    boolean moved = false;
    for (FollowedCall call : open.values()) {
      moved |= call.show(live);
    }
    return moved;
  }

  /** Returns whether all was shown that stands before an event of the calling thread. */
  boolean isReadFor(RunEvent event, LiveParts live) {
    if (isBreak(event)) {
      return !around.isEnd(event) || areReadFor(event, live);
    }
    Optional<FollowedCall> settled = settledBy(event);
    settled.filter(waiting::contains).ifPresent(this::open);
    return settled.filter(this::isOpen).filter(call -> !call.isReadFor(event, live)).isEmpty();
  }

  /** Ends of runs at which calls may be in progress. */
  private static boolean isBreak(RunEvent event) {
    return event instanceof RunEvent.RunCancelled
        || event instanceof RunEvent.RunPaused
        || event instanceof RunEvent.RunFailed;
  }

  /** All wait at the same time; those that had no place are read when the others have been. */
  private boolean areReadFor(RunEvent end, LiveParts live) {
    boolean read = true;
    for (FollowedCall call : open.values()) {
      read &= call.isReadFor(end, live);
    }
    waiting.removeIf(call -> around.trace().running(call.task()).isEmpty());
    if (!read || waiting.isEmpty()) {
      return read;
    }
    List.copyOf(open.values()).forEach(this::close);
    fill();
    return false;
  }

  private Optional<FollowedCall> settledBy(RunEvent event) {
    return Optional.ofNullable(settledTask(event)).map(known::get);
  }

  private static @Nullable String settledTask(RunEvent event) {
    if (event instanceof RunEvent.TaskFinished finished) {
      return finished.taskId();
    }
    if (event instanceof RunEvent.TaskFailed failed) {
      return failed.taskId();
    }
    if (event instanceof InterruptEvent.InterruptOpened opened) {
      return opened.interrupt().taskId();
    }
    return event instanceof RecoveryEvent.TaskDropped dropped ? dropped.taskId() : null;
  }

  private boolean isOpen(FollowedCall call) {
    return open.containsKey(call.task());
  }

  /** Leaves the calls that an event settles. */
  void settle(RunEvent event) {
    settledBy(event).ifPresent(this::close);
    if (around.isEnd(event)) {
      List.copyOf(open.values()).forEach(this::close);
      waiting.clear();
    }
  }

  private void close(FollowedCall call) {
    waiting.remove(call);
    if (open.remove(call.task()) != null) {
      call.close();
      reading.show(new FollowedPart.Closed(call.namespace()));
    }
  }

  private void open(FollowedCall call) {
    waiting.remove(call);
    open.put(call.task(), call);
    reading.show(
        new FollowedPart.Opened(
            call.namespace(), around.place().namespace(), call.thread().place().thread()));
    call.open();
  }

  /** Reads the calls that an event has begun, or lets go on; leaves those that it has ended. */
  void begin(RunEvent event) {
    if (event instanceof RunEvent.StepPlanned step) {
      step.tasks().forEach(task -> begin(new ThreadTrace.Planned(step, task), true));
    } else if (event instanceof InterruptEvent.InterruptAnswered answer) {
      around.trace().running(answer.taskId()).ifPresent(task -> begin(task, false));
    } else if (event instanceof RunEvent.RunStarted started
        && started.cause() != RunEvent.Cause.INPUT) {
      resume();
    }
    if (!event.endsRun()) {
      known.values().stream()
          .filter(call -> around.trace().find(call.task()).isEmpty())
          .toList()
          .forEach(this::forget);
      fill();
    }
  }

  /** Reads the calls that may go on: that a failed one does is not said by any event. */
  void resume() {
    around.trace().unfinished().forEach(task -> begin(task, false));
    fill();
  }

  private void begin(ThreadTrace.Planned task, boolean isNew) {
    if (!reading.wantsCalls()) {
      return;
    }
    String id = task.origin().taskId();
    FollowedCall call = known.get(id);
    if (call == null) {
      around
          .values()
          .callee(task.origin())
          .ifPresent(
              graph -> {
                FollowedCall begun =
                    new FollowedCall(reading, id, () -> around.ofCall(task, graph, isNew));
                known.put(id, begun);
                waiting.add(begun);
              });
    } else if (!isOpen(call) && !waiting.contains(call)) {
      waiting.add(call);
    }
  }

  private void forget(FollowedCall call) {
    close(call);
    known.remove(call.task());
  }

  private void fill() {
    while (open.size() < places && !waiting.isEmpty()) {
      open(waiting.getFirst());
    }
  }

  Optional<FollowedThread> openAround(String namespace) {
    return open.values().stream()
        .filter(call -> Frame.isWithin(namespace, call.namespace()))
        .map(FollowedCall::thread)
        .findFirst();
  }

  /** Returns the thread of the call around a namespace, also while the call rests or waits. */
  Optional<FollowedThread> readAround(String namespace) {
    return known.values().stream()
        .filter(call -> Frame.isWithin(namespace, call.namespace()) && !call.isLeft())
        .map(FollowedCall::thread)
        .findFirst();
  }

  void close() {
    open.values().forEach(FollowedCall::close);
    open.clear();
    waiting.clear();
  }
}
