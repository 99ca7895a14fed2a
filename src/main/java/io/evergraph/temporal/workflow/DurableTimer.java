package io.evergraph.temporal.workflow;

import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A durable timer that keeps in step with a deadline that may change or be given up. */
final class DurableTimer {
  private @Nullable Instant armed;
  private @Nullable CancellationScope timer;
  private boolean hasGoneOff;

  /**
   * Keeps the timer in step with a deadline.
   *
   * @param deadline empty for none
   * @param summary what Temporal's page shows of it: a whole sentence
   */
  void set(Optional<Instant> deadline, Supplier<String> summary) {
    Instant wanted = deadline.orElse(null);
    if (Objects.equals(wanted, armed)) {
      return;
    }
    if (timer != null) {
      timer.cancel("It is not waited for any more.");
      timer = null;
    }
    armed = wanted;
    hasGoneOff = false;
    if (wanted != null) {
      start(wanted, summary.get());
    }
  }

  private void start(Instant deadline, String summary) {
    long millis = deadline.toEpochMilli() - Workflow.currentTimeMillis();
    TimerOptions options = TimerOptions.newBuilder().setSummary(summary).build();
    timer =
        Workflow.newCancellationScope(
            () ->
                Workflow.newTimer(Duration.ofMillis(Math.max(1, millis)), options)
                    .handle(
                        (any, cancelled) ->
                            hasGoneOff |= cancelled == null && deadline.equals(armed)));
    timer.run();
  }

  boolean hasGoneOff() {
    return hasGoneOff;
  }

  /** Returns the deadline that has passed, once. */
  Optional<Instant> take() {
    Optional<Instant> passed = Optional.ofNullable(armed).filter(any -> hasGoneOff);
    timer = hasGoneOff ? null : timer;
    hasGoneOff = false;
    return passed;
  }
}
