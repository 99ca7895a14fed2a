package io.evergraph.task;

import io.evergraph.error.LimitReachedException;
import io.evergraph.error.LimitReachedException.Rule;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Where requests wait for capacity: by priority, then in the order in which they came. */
final class WaitingRoom {
  private static final String ALL = "all agents";

  /** How often it is looked whether another process has made room. */
  private static final Duration LOOK = Duration.ofMillis(100);

  private static final Comparator<Waiter> ORDER =
      Comparator.<Waiter, Priority>comparing(it -> it.request.priority())
          .thenComparing(it -> it.number);

  private final AdmissionLimits limits;
  private final Capacity capacity;
  private final Duration expiry;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final TreeSet<Waiter> waiting = new TreeSet<>(ORDER);
  private long arrivals;
  private long nextLook = System.nanoTime();

  WaitingRoom(AdmissionLimits limits, Capacity capacity, Duration expiry) {
    this.limits = limits;
    this.capacity = capacity;
    this.expiry = expiry;
  }

  /** A request that waits. */
  private static final class Waiter {
    private final AgentRequest request;
    private final String holder;
    private final long number;
    private boolean admitted;
    private @Nullable Place full;

    Waiter(AgentRequest request, String holder, long number) {
      this.request = request;
      this.holder = holder;
      this.number = number;
    }
  }

  /**
   * Waits for room for a task.
   *
   * @param holder the id of the task
   * @throws LimitReachedException when there is none in time
   */
  void enter(AgentRequest request, String holder) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      Waiter waiter = new Waiter(request, holder, arrivals++);
      waiting.add(waiter);
      try {
        await(waiter);
      } finally {
        waiting.remove(waiter);
      }
    } finally {
      lock.unlock();
    }
  }

  private void await(Waiter waiter) throws InterruptedException {
    long deadline = System.nanoTime() + capacity.longestWait().toNanos();
    admitWhoFits();
    while (!waiter.admitted) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        throw refusal(waiter);
      }
      boolean unused = changed.await(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS);
      if (!waiter.admitted && System.nanoTime() - nextLook >= 0) {
        admitWhoFits();
      }
    }
  }

  /** Admits in order; who waits for a full agent does not hold up those of other agents. */
  private void admitWhoFits() {
    nextLook = System.nanoTime() + LOOK.toNanos();
    Set<String> full = new HashSet<>();
    for (Waiter waiter : List.copyOf(waiting)) {
      if (!full.contains(ALL) && !full.contains(place(waiter.request.agent()))) {
        tryToEnter(waiter).ifPresent(place -> full.add(place.name()));
      }
    }
    changed.signalAll();
  }

  private Optional<Place> tryToEnter(Waiter waiter) {
    String agent = waiter.request.agent();
    List<Place> places =
        List.of(new Place(ALL, capacity.total()), new Place(place(agent), capacity.perAgent()));
    Optional<Place> full = limits.enter(waiter.holder, places, expiry);
    waiter.full = full.orElse(null);
    if (full.isEmpty()) {
      waiter.admitted = true;
      waiting.remove(waiter);
    }
    return full;
  }

  private static String place(String agent) {
    return "agent " + agent;
  }

  private LimitReachedException refusal(Waiter waiter) {
    boolean ofAgent = waiter.full != null && !waiter.full.name().equals(ALL);
    return ofAgent
        ? new LimitReachedException(
            Rule.AGENT_CAPACITY, waiter.request.agent(), capacity.perAgent(), soon())
        : new LimitReachedException(Rule.TOTAL_CAPACITY, ALL, capacity.total(), soon());
  }

  private static Duration soon() {
    return Duration.ofSeconds(1);
  }

  /** Looks whether somebody who waits can come in now. */
  void roomWasMade() {
    lock.lock();
    try {
      nextLook = System.nanoTime();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
