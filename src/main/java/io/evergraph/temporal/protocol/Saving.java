package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says that a thread is saved in a checkpoint store, too. Recorded with the thread, so that every
 * worker agrees.
 *
 * @param event the number of the last event that is known to be saved; {@link #NONE} before the
 *     first time
 * @param idle how long the thread rests before its workflow completes; null for ever
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Saving(long event, @Nullable Duration idle) {
  /** Not even that the thread was created has been saved. */
  public static final long NONE = -1;

  public static Saving begun(@Nullable Duration idle) {
    return new Saving(NONE, idle);
  }

  public Saving upTo(long saved) {
    return new Saving(saved, idle);
  }

  public Optional<Duration> idleTime() {
    return Optional.ofNullable(idle);
  }
}
