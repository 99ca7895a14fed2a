package io.evergraph.pregel;

import io.evergraph.state.StateUpdate;
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

    /** Handles {@link Skip}. */
    R skip(Skip it);

    /** Handles {@link Edit}. */
    R edit(Edit it);
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

  /**
   * The order to let a failed task count as finished.
   *
   * @param taskId the task; null stands for the only one that failed
   * @param update the writes in place of its own
   */
  record Skip(@Nullable String taskId, StateUpdate update) implements Answer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.skip(this);
    }
  }

  /**
   * The order to run a failed task again with some of what it reads replaced, for this task alone:
   * its own input where it was sent, else the state.
   *
   * @param taskId the task; null stands for the only one that failed
   * @param values the values by channel; they replace, past the reducers
   */
  record Edit(@Nullable String taskId, StateUpdate values) implements Answer {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.edit(this);
    }
  }
}
