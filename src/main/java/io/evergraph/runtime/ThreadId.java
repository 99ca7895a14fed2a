package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import io.evergraph.pregel.Caller;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The name of a thread; on Temporal, the workflow id as it is.
 *
 * @param value 1 to 200 letters, digits and {@code - _ . ~ :}, so that it can stand in a URL; a
 *     letter or digit first
 */
public record ThreadId(String value) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._~:-]{0,199}");

  /**
   * Checks the form.
   *
   * @throws InvalidInputException when it does not fit
   */
  public ThreadId {
    if (!FORM.matcher(Objects.requireNonNullElse(value, "")).matches()) {
      throw new InvalidInputException(
          "a thread id", "1 to 200 letters, digits, '-', '_', '.', '~' or ':'", "'" + value + "'");
    }
  }

  /** Returns the thread of a name. */
  public static ThreadId of(String value) {
    return new ThreadId(value);
  }

  /** Returns a new thread name: a UUID that sorts by time. */
  public static ThreadId random() {
    return new ThreadId(TimeOrderedId.next());
  }

  /**
   * Returns the thread that works for a task of another one: a call of a subgraph on a thread of
   * its own.
   */
  public static ThreadId ofChild(ThreadId parent, String taskId) {
    return new ThreadId(Caller.childOf(parent.value(), taskId));
  }

  @Override
  public String toString() {
    return value;
  }
}
