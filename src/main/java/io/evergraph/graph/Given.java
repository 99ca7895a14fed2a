package io.evergraph.graph;

import io.evergraph.error.InvalidInputException;
import org.jspecify.annotations.Nullable;

/** Checks what code gave that was compiled without regard to nullness. */
final class Given {
  private Given() {}

  /**
   * Returns a value.
   *
   * @throws InvalidInputException when it is null
   */
  static <T> T required(@Nullable T given, String subject, String expected) {
    if (given == null) {
      throw new InvalidInputException(subject, expected, "null");
    }
    return given;
  }
}
