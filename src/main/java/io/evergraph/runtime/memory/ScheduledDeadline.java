package io.evergraph.runtime.memory;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The next deadline of one thread. Used under the lock of the thread. */
final class ScheduledDeadline {
  private final Timer timer;
  private Optional<Instant> deadline = Optional.empty();
  private @Nullable Future<?> scheduled;

  ScheduledDeadline(Timer timer) {
    this.timer = timer;
  }

  /** Takes the place of the deadline before. */
  void set(Optional<Instant> next, Consumer<Instant> whenItComes) {
    if (!next.equals(deadline)) {
      Optional.ofNullable(scheduled).ifPresent(earlier -> earlier.cancel(false));
      deadline = next;
      scheduled = next.map(time -> timer.at(time, () -> whenItComes.accept(time))).orElse(null);
    }
  }

  boolean isAt(Instant time) {
    return deadline.filter(time::equals).isPresent();
  }
}
