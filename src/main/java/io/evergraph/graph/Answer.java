package io.evergraph.graph;

import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What lets a waiting or parked run go on. */
public sealed interface Answer {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<Value, R> value,
      Function<Retry, R> retry,
      Function<Skip, R> skip,
      Function<Edit, R> edit) {
    if (this instanceof Value it) {
      return value.apply(it);
    }
    if (this instanceof Retry it) {
      return retry.apply(it);
    }
    if (this instanceof Skip it) {
      return skip.apply(it);
    }
    return edit.apply((Edit) this);
  }

  /** Returns the answer to the question of an id. */
  static Answer to(String interruptId, @Nullable Object value) {
    return new Value(interruptId, value);
  }

  /** Returns the answer to the only open question. */
  static Answer single(@Nullable Object value) {
    return new Value(null, value);
  }

  /** Returns the order to run all failed tasks again, with attempts anew. */
  static Answer retry() {
    return new Retry(null);
  }

  /** Returns the order to run one failed task again, with attempts anew. */
  static Answer retry(String taskId) {
    return new Retry(taskId);
  }

  /**
   * Returns the order to let the only failed task count as finished, with the given writes in place
   * of its own; what follows its node runs next.
   */
  static Answer skip(StateUpdate update) {
    return new Skip(null, update);
  }

  /** Returns the order to let one failed task count as finished. */
  static Answer skip(String taskId, StateUpdate update) {
    return new Skip(taskId, update);
  }

  /** Returns the order to run the only failed task again with other values to read. */
  static Answer edit(StateUpdate values) {
    return new Edit(null, values);
  }

  /** Returns the order to run one failed task again with other values to read. */
  static Answer edit(String taskId, StateUpdate values) {
    return new Edit(taskId, values);
  }

  /**
   * A value for a question.
   *
   * @param interruptId the question; null stands for the only open one
   * @param value the answer; null is an answer
   */
  record Value(@Nullable String interruptId, @Nullable Object value) implements Answer {
    /** Returns the question that is meant, of those that are open. */
    public Optional<Interrupt> among(List<Interrupt> open) {
      return open.stream()
          .filter(any -> interruptId == null ? open.size() == 1 : any.id().equals(interruptId))
          .findFirst();
    }
  }

  /**
   * The order to run failed tasks again.
   *
   * @param taskId the task; null stands for all that failed
   */
  record Retry(@Nullable String taskId) implements Answer {}

  /**
   * The order to let a failed task count as finished.
   *
   * @param taskId the task; null stands for the only one that failed
   * @param update the writes in place of its own
   */
  record Skip(@Nullable String taskId, StateUpdate update) implements Answer {}

  /**
   * The order to run a failed task again with some of what it reads replaced, for this task alone:
   * its own input where it was sent, else the state.
   *
   * @param taskId the task; null stands for the only one that failed
   * @param values the values by channel; they replace, past the reducers
   */
  record Edit(@Nullable String taskId, StateUpdate values) implements Answer {}
}
