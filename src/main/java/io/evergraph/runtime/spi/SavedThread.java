package io.evergraph.runtime.spi;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a thread stood when it was saved.
 *
 * @param id the id of the thread
 * @param graph the name of its graph; empty where it has none yet
 * @param progress whether it may still go on
 * @param head what is needed to go on beside its parts, as JSON
 * @param savedAt when it was saved, to the millisecond
 */
public record SavedThread(
    String id, String graph, Progress progress, String head, Instant savedAt) {
  /** Whether a thread goes on. */
  public enum Progress {
    /** A run is in progress. */
    RUNNING,
    /** It waits for an answer or an input, or it failed. */
    STOPPED,
    /** It has ended: no run can begin on it. */
    ENDED,
    /** What the store holds is none of these: a later release wrote it, or it is damaged. */
    UNKNOWN;

    /** Returns the one of this name; {@link #UNKNOWN} where there is none. */
    public static Progress of(@Nullable String name) {
      return Arrays.stream(values())
          .filter(it -> it.name().equals(name))
          .findFirst()
          .orElse(UNKNOWN);
    }
  }

  public SavedThread {
    Objects.requireNonNull(id);
    Objects.requireNonNull(graph);
    Objects.requireNonNull(progress);
    Objects.requireNonNull(head);
    savedAt = savedAt.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Returns the same, saved at another time. */
  public SavedThread at(Instant time) {
    return new SavedThread(id, graph, progress, head, time);
  }
}
