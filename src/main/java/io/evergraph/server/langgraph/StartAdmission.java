package io.evergraph.server.langgraph;

import io.evergraph.server.OverloadedException;
import io.evergraph.server.StartLimit;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Lets only so many requests begin a run at once; the others are refused before theirs begins. */
final class StartAdmission {
  private final StartLimit limit;
  private final Semaphore places;

  StartAdmission(StartLimit limit) {
    this.limit = limit;
    this.places = new Semaphore(limit.atOnce(), true);
  }

  <T> T admit(Supplier<T> start) {
    if (!hasPlace()) {
      throw new OverloadedException(limit.atOnce());
    }
    try {
      return start.get();
    } finally {
      places.release();
    }
  }

  private boolean hasPlace() {
    try {
      return places.tryAcquire(limit.longestWait().toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
