package io.evergraph.testkit;

import io.evergraph.runtime.memory.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * A clock that moves when a test says so: deadlines of days pass at once. Pauses between attempts
 * need nobody: the clock moves on by each of them.
 *
 * <p>For {@link io.evergraph.runtime.memory.InMemoryRuntimeBuilder#clock} and its {@code timer}.
 * Time limits of nodes are those of the machine. Safe for use by several threads.
 */
public final class VirtualClock extends Clock implements Timer {
  private final PriorityQueue<Alarm> alarms =
      new PriorityQueue<>(Comparator.comparing(Alarm::time));
  private Instant now;

  private record Alarm(Instant time, FutureTask<?> action) {}

  private VirtualClock(Instant now) {
    this.now = now;
  }

  /** Returns a clock that stands at a time. */
  public static VirtualClock at(Instant time) {
    return new VirtualClock(time);
  }

  /** Returns a clock that stands at the time of the machine. */
  public static VirtualClock now() {
    return at(Instant.now());
  }

  /** Moves on by a time; what is due on the way happens in its order, on this thread. */
  public void advance(Duration time) {
    advanceTo(instant().plus(time));
  }

  void advanceTo(Instant end) {
    for (Optional<Alarm> due = next(end); due.isPresent(); due = next(end)) {
      due.get().action().run();
    }
    moveTo(end);
  }

  /** Returns when something is due first, if it is until the end. */
  synchronized Optional<Instant> due(Instant end) {
    alarms.removeIf(alarm -> alarm.action().isCancelled());
    return Optional.ofNullable(alarms.peek()).map(Alarm::time).filter(it -> !it.isAfter(end));
  }

  private synchronized Optional<Alarm> next(Instant end) {
    if (alarms.isEmpty() || alarms.peek().time().isAfter(end)) {
      return Optional.empty();
    }
    Alarm due = alarms.remove();
    moveTo(due.time());
    return Optional.of(due);
  }

  private synchronized void moveTo(Instant time) {
    now = time.isAfter(now) ? time : now;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized Future<?> at(Instant time, Runnable action) {
    FutureTask<?> later = new FutureTask<>(action, null);
    alarms.add(new Alarm(time, later));
    return later;
  }

  @Override
  public void after(Duration pause, Runnable action) {
    advance(pause);
    action.run();
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  /** Returns this clock: instants know no zone. */
  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
