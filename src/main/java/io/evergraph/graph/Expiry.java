package io.evergraph.graph;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How long a question waits, and what becomes of it then.
 *
 * @param after how long it waits from when it is asked; positive
 * @param then what becomes of it
 */
public record Expiry(Duration after, WhenExpired then) {
  public Expiry {
    if (after.isZero() || after.isNegative()) {
      throw new IllegalArgumentException(
          "Expected a question to wait for a positive time but found " + after + ".");
    }
    after = PolicyLimits.time("how long a question waits", after);
  }

  /** What becomes of a question that nobody has answered in time. */
  public sealed interface WhenExpired {
    /** Applies the function for the kind of this one. */
    default <R> R match(
        Function<FailTask, R> failTask,
        Function<TakeAnswer, R> takeAnswer,
        Function<GoTo, R> goTo) {
      if (this instanceof FailTask it) {
        return failTask.apply(it);
      }
      if (this instanceof TakeAnswer it) {
        return takeAnswer.apply(it);
      }
      return goTo.apply((GoTo) this);
    }
  }

  /** The task that asked fails. */
  public record FailTask() implements WhenExpired {}

  /**
   * The question counts as answered.
   *
   * @param value the answer
   */
  public record TakeAnswer(@Nullable Object value) implements WhenExpired {}

  /**
   * The task that asked ends without a write, and the run goes on elsewhere: a goto in its name.
   *
   * @param targets the nodes, or the labels of its declared ends
   */
  public record GoTo(List<String> targets) implements WhenExpired {
    public GoTo {
      targets = List.copyOf(targets);
    }
  }
}
