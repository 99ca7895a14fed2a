package io.evergraph.demo.airline;

import io.evergraph.error.RuntimeUnavailableException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks again while the runtime is not there, for a limited time. */
final class Patience {
  private static final long PAUSE_MILLIS = 250;

  private final long deadline;

  /** Begins now. */
  Patience(Duration longest) {
    this.deadline = System.nanoTime() + Math.min(longest.toNanos(), Long.MAX_VALUE / 4);
  }

  /** A question that may be asked again. */
  interface Question<T> {
    T ask() throws TimeoutException;
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
  }

  /**
   * Returns the answer.
   *
   * @throws RuntimeUnavailableException when the runtime does not come back in time
   */
  <T> T ask(Question<T> question) throws TimeoutException {
    while (true) {
      try {
        return question.ask();
      } catch (RuntimeUnavailableException away) {
        if (left().isZero()) {
          throw away;
        }
      }
      pause();
    }
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException("The conversation was interrupted.");
    }
  }
}
