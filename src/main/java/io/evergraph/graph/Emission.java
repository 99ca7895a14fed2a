package io.evergraph.graph;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a running node shows of its work to those who watch, and its runtime of its attempts; it
 * never enters the state.
 */
public sealed interface Emission {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<Custom, R> custom,
      Function<Progress, R> progress,
      Function<Text, R> text,
      Function<AttemptBegun, R> begun,
      Function<AttemptFailed, R> failed) {
    if (this instanceof Custom it) {
      return custom.apply(it);
    }
    if (this instanceof Progress it) {
      return progress.apply(it);
    }
    if (this instanceof Text it) {
      return text.apply(it);
    }
    return this instanceof AttemptBegun it ? begun.apply(it) : failed.apply((AttemptFailed) this);
  }

  /**
   * A value of the node's own making.
   *
   * @param value what can be written as JSON; null is a value
   */
  record Custom(@Nullable Object value) implements Emission {}

  /**
   * How far the node has come.
   *
   * @param text what it does now, for people
   * @param fraction the part that is done, from 0 to 1; null when nobody knows
   */
  record Progress(String text, @Nullable Double fraction) implements Emission {
    public Progress {
      Objects.requireNonNull(text, "text");
      if (fraction != null && !(fraction >= 0 && fraction <= 1)) {
        throw new IllegalArgumentException(
            "Expected a fraction from 0 to 1 but found " + fraction + ".");
      }
    }
  }

  /** Another attempt of the task begins, after the first; runtimes emit it. */
  record AttemptBegun() implements Emission {}

  /**
   * An attempt of the task has failed; runtimes emit it.
   *
   * @param error the class name of what was thrown
   * @param message its message
   * @param retryAfter the pause before the next attempt; null when it was the last one
   */
  record AttemptFailed(String error, String message, @Nullable Duration retryAfter)
      implements Emission {}

  /**
   * The next piece of a message that the node will write when it is complete.
   *
   * @param messageId the id that the message will have
   * @param delta the piece: what follows the pieces before it
   */
  record Text(String messageId, String delta) implements Emission {
    public Text {
      Objects.requireNonNull(messageId, "messageId");
      Objects.requireNonNull(delta, "delta");
    }
  }
}
