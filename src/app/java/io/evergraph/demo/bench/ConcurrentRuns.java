package io.evergraph.demo.bench;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Counts how many runs end in a second when several are in flight: as soon as one has ended, its
 * caller begins the next one that is left.
 *
 * @param runs how many are run, at least as many as at once
 */
public record ConcurrentRuns(int runs, int inFlight) {
  private static final int IN_FLIGHT = 32;

  /** What a server of two cores does in some seconds. */
  public static final ConcurrentRuns ON_SERVER = new ConcurrentRuns(128, IN_FLIGHT);

  /** What passes in memory before anything is noticed. */
  static final ConcurrentRuns IN_MEMORY = new ConcurrentRuns(300, IN_FLIGHT);

  /** Returns the runs in a second, and the thread of one of them. */
  public Sample measure(Supplier<Sample> one) {
    ExecutorService callers = Executors.newFixedThreadPool(inFlight);
    Start start = new Start(inFlight);
    AtomicInteger left = new AtomicInteger(runs - inFlight);
    try {
      List<CompletableFuture<Sample>> all =
          IntStream.range(0, inFlight)
              .mapToObj(caller -> supplyAsync(() -> lastOf(one, left, start), callers))
              .toList();
      List<Sample> samples = all.stream().map(CompletableFuture::join).toList();
      double seconds = (System.nanoTime() - start.begun) / 1e9;
      return new Sample(runs / seconds, samples.get(0).thread());
    } finally {
      callers.shutdownNow();
    }
  }

  private static Sample lastOf(Supplier<Sample> one, AtomicInteger left, Start start) {
    int unused = start.arriveAndAwaitAdvance();
    Sample last = one.get();
    while (left.getAndDecrement() > 0) {
      last = one.get();
    }
    return last;
  }

  /** Has all callers begin at once: to start their threads is no part of a run. */
  private static final class Start extends Phaser {
    private volatile long begun;

    Start(int callers) {
      super(callers);
    }

    @Override
    protected boolean onAdvance(int phase, int callers) {
      begun = System.nanoTime();
      return false;
    }
  }
}
