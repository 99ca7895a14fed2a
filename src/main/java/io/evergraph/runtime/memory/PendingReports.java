package io.evergraph.runtime.memory;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** What threads have yet to tell those that they work for. Safe for use by several threads. */
final class PendingReports {
  private int count;

  /** Has a report made soon, which is awaited from now on. */
  void make(Executor soon, Runnable report) {
    begun();
    try {
      soon.execute(
          () -> {
            try {
              report.run();
            } finally {
              made();
            }
          });
    } catch (RejectedExecutionException closed) {
      made();
      throw closed;
    }
  }

  private synchronized void begun() {
    count++;
  }

  private synchronized void made() {
    count--;
    notifyAll();
  }

  /** Waits until none is left. */
  synchronized void await() throws InterruptedException {
    while (count > 0) {
      wait();
    }
  }
}
