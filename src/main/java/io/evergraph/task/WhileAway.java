package io.evergraph.task;

import io.evergraph.error.GraphException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.LogContents;
import java.time.Duration;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the runtime again and again while it cannot be reached, or its store of large values cannot:
 * what a task has begun may go on there, so that such an absence is no end of the task.
 */
record WhileAway(RetryPauses pauses, Waiting waiting) {
  private static final Logger LOG = LoggerFactory.getLogger(WhileAway.class);
  private static final int STORE_RETRIES = 3;

  WhileAway(RetryPauses pauses) {
    this(pauses, pause -> Thread.sleep(pause.toMillis()));
  }

  /** A call of the runtime that may wait. */
  interface Call<T> {
    T get() throws InterruptedException;
  }

  /** Lets a pause pass. */
  interface Waiting {
    void pass(Duration pause) throws InterruptedException;
  }

  <T> T retried(Call<T> call) throws InterruptedException {
    return retried(call, GraphException::isPassing);
  }

  /** Asks a store again and again until it answers. */
  <T> T retriedUntilStored(Call<T> call) throws InterruptedException {
    return retried(call, StoreUnavailableException.class::isInstance);
  }

  private <T> T retried(Call<T> call, Predicate<GraphException> isAway)
      throws InterruptedException {
    Duration pause = pauses.first();
    while (true) {
      try {
        return call.get();
      } catch (GraphException away) {
        if (!isAway.test(away)) {
          throw away;
        }
        LOG.debug("What is away is asked again after {}.", pause, LogContents.of(away));
      }
      waiting.pass(pause);
      pause = pauses.after(pause);
    }
  }

  /** Asks a store again a few times when it did not answer. */
  <T> T retriedBriefly(Call<T> call) throws InterruptedException {
    Duration pause = pauses.first();
    for (int retries = 0; retries < STORE_RETRIES; retries++) {
      try {
        return call.get();
      } catch (StoreUnavailableException away) {
        LOG.debug("The store is asked again after {}.", pause, LogContents.of(away));
      }
      waiting.pass(pause);
      pause = pauses.after(pause);
    }
    return call.get();
  }
}
