package io.evergraph.pregel;

import org.jspecify.annotations.Nullable;

/** What lets a waiting or parked run go on. */
public sealed interface Answer {
  /** Does what fits the kind of this one. */
  <R> R match(Cases<R> cases);

  /** One handler for each kind of answer. */
  interface Cases<R> {
    /** Handles {@link Value}. */
    R value(Value it);

    /** Handles {@link Retry}. */
    R retry(Retry it);
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
   * A value for a question.
   *
   * @param interruptId the question; null stands for the only open one
   * @param value the answer; null is an answer
   */
  record Value(@Nullable String interruptId, @Nullable Object value) implements Answer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.value(this);
    }
  }

  /**
   * The order to run failed tasks again.
   *
   * @param taskId the task; null stands for all that failed
   */
  record Retry(@Nullable String taskId) implements Answer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.retry(this);
    }
  }
}
