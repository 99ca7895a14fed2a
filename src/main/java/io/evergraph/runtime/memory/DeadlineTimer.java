package io.evergraph.runtime.memory;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Goes off at the earliest deadline of one thread. Not safe for use by several threads. */
final class DeadlineTimer {
  private final BiFunction<Instant, Runnable, Future<?>> timer;
  private final Consumer<Instant> action;
  private @Nullable Instant armed;
  private @Nullable Future<?> waiting;

  /**
   * Makes an alarm that is not set.
   *
   * @param timer does something at a time
   * @param action what to do when a deadline has passed; it asks {@link #isSetTo} first
   */
  DeadlineTimer(BiFunction<Instant, Runnable, Future<?>> timer, Consumer<Instant> action) {
    this.timer = timer;
    this.action = action;
  }

  /** Keeps the alarm in step with a deadline; empty for none. */
  void set(Optional<Instant> deadline) {
    Instant wanted = deadline.orElse(null);
    if (Objects.equals(wanted, armed)) {
      return;
    }
    if (waiting != null) {
      waiting.cancel(false);
    }
    armed = wanted;
    waiting = wanted == null ? null : timer.apply(wanted, () -> action.accept(wanted));
  }

  /** Returns whether a deadline is the one that counts: another may have taken its place. */
  boolean isSetTo(Instant deadline) {
    return deadline.equals(armed);
  }
}
