package io.evergraph.task;

import io.evergraph.error.LimitReachedException;
import io.evergraph.error.LimitReachedException.Rule;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits.Entrant;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Where requests wait for capacity: by priority, then in the order in which they came, which the
 * limits decide for all processes. They are asked for all who wait here at once, and without the
 * lock, so that a store that does not answer holds up nobody but who asks it.
 */
final class AdmissionQueue {
  private static final String ALL = "all agents";

  /** How often it is looked whether another process has made room. */
  private static final Duration LOOK = Duration.ofMillis(100);

  /** How long others are held up by who waited in a process that was killed. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final AdmissionLimits limits;
  private final Capacity capacity;
  private final Duration expiry;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** In the order in which they came. */
  private final List<Waiter> waiting = new ArrayList<>();

  private boolean looking;
  private long nextLook = System.nanoTime();

  AdmissionQueue(AdmissionLimits limits, Capacity capacity, Duration expiry) {
    this.limits = limits;
    this.capacity = capacity;
    this.expiry = expiry;
  }

  /** A request that waits. */
  private static final class Waiter {
    private final String agent;
    private final Entrant entrant;
    private boolean admitted;
    private @Nullable Place full;

    Waiter(String agent, Entrant entrant) {
      this.agent = agent;
      this.entrant = entrant;
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
    return isEntered(request, holder, all);
  }

  /** Enters places without waiting for them. */
  boolean isEntered(AgentRequest request, String holder, List<Place> places) {
    List<Entrant> alone = List.of(new Entrant(holder, rank(request), places));
    return limits.enter(alone, expiry, Duration.ZERO).isEmpty();
  }

  private static int rank(AgentRequest request) {
    return request.priority().rank();
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
    String agent = request.agent();
    Waiter waiter = new Waiter(agent, new Entrant(holder, rank(request), places(agent)));
    if (capacity.longestWait().isZero()) {
      enterNow(waiter);
      return;
    }
    lock.lockInterruptibly();
    try {
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

  /** Where nobody waits, nobody has a turn. */
  private void enterNow(Waiter waiter) {
    waiter.full =
        limits.enter(List.of(waiter.entrant), expiry, Duration.ZERO).get(waiter.entrant.holder());
    if (waiter.full != null) {
      throw refusal(waiter);
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
    List<Waiter> inOrder =
        waiting.stream().sorted(Comparator.comparing(it -> it.entrant.rank())).toList();
    lock.unlock();
    try {
      admitWhoFits(inOrder);
    } finally {
      lock.lock();
      looking = false;
      changed.signalAll();
    }
  }

  /** Who has gone meanwhile neither keeps the places nor waits for them. */
  private void admitWhoFits(List<Waiter> inOrder) {
    List<Entrant> entrants = inOrder.stream().map(it -> it.entrant).toList();
    Duration wait = capacity.longestWait();
    Duration patience = wait.compareTo(PATIENCE) < 0 ? wait : PATIENCE;
    noted(inOrder, limits.enter(entrants, expiry, patience))
        .forEach(gone -> limits.leave(gone.entrant.holder()));
  }

  /** Returns those who wait no more, though they are not in. */
  private List<Waiter> noted(List<Waiter> looked, Map<String, Place> full) {
    lock.lock();
    try {
      List<Waiter> gone = looked.stream().filter(it -> !waiting.contains(it)).toList();
      for (Waiter waiter : looked) {
        waiter.full = full.get(waiter.entrant.holder());
        waiter.admitted = waiter.full == null && waiting.remove(waiter);
      }
      changed.signalAll();
      return gone;
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
        ? new LimitReachedException(Rule.AGENT_CAPACITY, waiter.agent, capacity.perAgent(), soon())
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
