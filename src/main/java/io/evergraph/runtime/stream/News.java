package io.evergraph.runtime.stream;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Lets one reader wait until any of several sources has something. Safe for several threads. */
final class News {
  private final Semaphore told = new Semaphore(0);

  void tell() {
    told.release();
  }

  /** Waits until somebody has told since the last call, at most for a time. */
  void await(long nanos) throws InterruptedException {
    if (told.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
      told.drainPermits();
    }
  }
}
