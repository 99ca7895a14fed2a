package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import org.jspecify.annotations.Nullable;

/** The form of the ids that callers give to runs, edits and other messages. */
public final class GivenId {
  private static final int LONGEST = 1_000;

  private GivenId() {}

  /**
   * Returns the id.
   *
   * @param subject what it is the id of, for the message
   * @throws InvalidInputException when there is none, or one that a server does not take
   */
  public static String require(@Nullable String id, String subject) {
    if (id == null || id.isBlank() || id.length() > LONGEST) {
      throw new InvalidInputException(
          "the id of " + subject,
          "1 to " + LONGEST + " characters",
          id == null ? "null" : id.isBlank() ? "'" + id + "'" : id.length() + " characters");
    }
    return id;
  }
}
