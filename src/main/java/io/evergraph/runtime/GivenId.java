package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The form of the ids that callers give to runs, edits and other messages. */
public final class GivenId {
  /** A server counts bytes. */
  private static final int MOST_BYTES = 1_000;

  private GivenId() {}

  /**
   * Returns the id.
   *
   * @param subject what it is the id of, for the message
   * @throws InvalidInputException when there is none, or one that a server does not take
   */
  public static String require(@Nullable String id, String subject) {
    int bytes = id == null ? 0 : id.getBytes(StandardCharsets.UTF_8).length;
    if (id == null || id.isBlank() || bytes > MOST_BYTES) {
      throw new InvalidInputException(
          "the id of " + subject,
          "1 to " + MOST_BYTES + " bytes of UTF-8",
          bytes > MOST_BYTES ? bytes + " bytes" : id == null ? "null" : "'" + id + "'");
    }
    return id;
  }
}
