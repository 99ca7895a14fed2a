package io.evergraph.agent.hook;

import java.util.Locale;
import java.util.Objects;

/**
 * Something that an agent plans to do.
 *
 * @param content what it is
 * @param status how far it is: {@code pending}, {@code in_progress} or {@code completed}
 */
public record Todo(String content, String status) {
  /** How far something is. */
  public enum Status {
    /** Nothing is done yet. */
    PENDING,
    /** It is being done. */
    IN_PROGRESS,
    /** It is done. */
    COMPLETED;

    /** Returns the word for it that models use. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Todo {
    Objects.requireNonNull(content, "content");
    Objects.requireNonNull(status, "status");
  }
}
