package io.evergraph.task;

import io.evergraph.error.LimitReachedException;
import io.evergraph.error.LimitReachedException.Rule;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import java.time.Duration;
import java.util.ArrayList;
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

/**
 * Where requests wait for capacity: by priority, then in the order in which they came. The limits
 * are asked without the lock, so that a store that does not answer holds up nobody but who asks it.
 */
final class AdmissionQueue {
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
  private boolean looking;
  private long nextLook = System.nanoTime();

  AdmissionQueue(AdmissionLimits limits, Capacity capacity, Duration expiry) {
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
   * Enters another place and those of capacity together, unless somebody waits who came before.
   *
   * @return whether the task is in all of them; else it is in none
   */
  boolean isEnteredAtOnce(AgentRequest request, String holder, Place other)
      throws InterruptedException {
    if (isAwaited()) {
      return false;
    }
    List<Place> all = new ArrayList<>(List.of(other));
    all.addAll(places(request.agent()));
    return limits.enter(holder, all, expiry).isEmpty();
  }

  private boolean isAwaited() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      return !waiting.isEmpty();
    } finally {
      lock.unlock();
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

  /** Looks who can come in, one caller at a time and without the lock, which it has again then. */
  private void admitWhoFits() {
    if (looking) {
      nextLook = System.nanoTime();
      return;
    }
    looking = true;
    nextLook = System.nanoTime() + LOOK.toNanos();
    List<Waiter> inOrder = List.copyOf(waiting);
    lock.unlock();
    try {
      admitWhoFits(inOrder);
    } finally {
      lock.lock();
      looking = false;
      changed.signalAll();
    }
  }

  /** Admits in order; who waits for a full agent does not hold up those of other agents. */
  private void admitWhoFits(List<Waiter> inOrder) {
    Set<String> full = new HashSet<>();
    for (Waiter waiter : inOrder) {
      if (!full.contains(ALL) && !full.contains(place(waiter.request.agent()))) {
        tryToEnter(waiter).ifPresent(place -> full.add(place.name()));
      }
    }
  }

  /** Who has gone meanwhile does not keep the places. */
  private Optional<Place> tryToEnter(Waiter waiter) {
    Optional<Place> full = limits.enter(waiter.holder, places(waiter.request.agent()), expiry);
    if (!isNoted(waiter, full.orElse(null))) {
      limits.leave(waiter.holder);
    }
    return full;
  }

  /** Returns whether somebody still waits. */
  private boolean isNoted(Waiter waiter, @Nullable Place full) {
    lock.lock();
    try {
      waiter.full = full;
      waiter.admitted = full == null && waiting.remove(waiter);
      changed.signalAll();
      return waiter.admitted || waiting.contains(waiter);
    } finally {
      lock.unlock();
    }
  }

  private List<Place> places(String agent) {
    return List.of(new Place(ALL, capacity.total()), new Place(place(agent), capacity.perAgent()));
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
