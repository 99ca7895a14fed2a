package io.evergraph.runtime.memory;

/** What threads have yet to tell those that they work for. Safe for use by several threads. */
final class PendingReports {
  private int count;

  /** Returns a report as one that is awaited from now on until it was made. */
  synchronized Runnable awaited(Runnable report) {
    count++;
    return () -> {
      try {
        report.run();
      } finally {
        made();
      }
    };
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
