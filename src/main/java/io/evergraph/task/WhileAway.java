package io.evergraph.task;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.evergraph.error.RuntimeUnavailableException;
import java.util.concurrent.CancellationException;

/**
 * Asks the runtime again and again while it cannot be reached: what a task has begun may go on
 * there, so that its absence is no end of the task.
 */
final class WhileAway {
  private static final int FOR_EVER = -1;

  private final RetryPolicy<Object> policy;

  WhileAway(RetryPauses pauses) {
    this.policy =
        RetryPolicy.builder()
            .handle(RuntimeUnavailableException.class)
            .withMaxAttempts(FOR_EVER)
            .withBackoff(pauses.first(), pauses.longest())
            .build();
  }

  /** A call of the runtime that may wait. */
  interface Call<T> {
    T get() throws InterruptedException;
  }

  <T> T retried(Call<T> call) throws InterruptedException {
    try {
      return Failsafe.with(policy).get(call::get);
    } catch (FailsafeException stop) {
      if (stop.getCause() instanceof InterruptedException interrupted) {
        throw interrupted;
      }
      throw new CancellationException(String.valueOf(stop.getMessage()));
    }
  }
}
