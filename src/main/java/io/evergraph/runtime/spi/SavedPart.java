package io.evergraph.runtime.spi;

import java.util.Objects;

/**
 * What came to a thread between two times that it was saved.
 *
 * @param thread the id of the thread
 * @param number its place among the parts of the thread; the first is 1
 * @param lastCheckpoint the number of the newest checkpoint in it
 * @param keptFrom the oldest checkpoint that the thread still keeps: parts that end before it are
 *     forgotten
 * @param content the checkpoints and events, as JSON
 */
public record SavedPart(
    String thread, long number, long lastCheckpoint, long keptFrom, String content) {
  /** The number of the first part of a thread. */
  public static final long FIRST = 1;

  public SavedPart {
    Objects.requireNonNull(thread);
    Objects.requireNonNull(content);
    if (number < FIRST) {
      throw new IllegalArgumentException(
          "Expected a number of at least 1 but found " + number + ".");
    }
  }

  /** Returns whether this takes the place of all that was saved under the thread's id before. */
  public boolean isFirst() {
    return number == FIRST;
  }
}
