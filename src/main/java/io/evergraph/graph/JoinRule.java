package io.evergraph.graph;

import java.util.function.Function;

/**
 * When a join fires: how many of its sources have to arrive.
 *
 * <p>A join that does not need all of its sources is a race: as soon as enough of them have
 * finished, the tasks that are still on their way to it, and to nothing else, are cancelled and
 * their writes are dropped. These joins are the only place where the order in which tasks finish
 * shows in the state.
 */
public sealed interface JoinRule {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<All, R> onAll,
      Function<AtLeast, R> onAtLeast,
      Function<FirstSuccess, R> onFirstSuccess) {
    if (this instanceof All it) {
      return onAll.apply(it);
    }
    if (this instanceof AtLeast it) {
      return onAtLeast.apply(it);
    }
    return onFirstSuccess.apply((FirstSuccess) this);
  }

  /** Returns how many of so many sources have to arrive. */
  int needed(int sources);

  /** Returns whether the sources race: the others are cancelled when enough have arrived. */
  default boolean isRace() {
    return true;
  }

  /**
   * Returns whether a source counts like any other when its error handler stood in for it; else it
   * counts only when no other is on its way.
   */
  default boolean countsHandled() {
    return true;
  }

  /** Returns the rule that waits for every source: the default. */
  static JoinRule all() {
    return new All();
  }

  /** Returns the rule that the first source satisfies. */
  static JoinRule any() {
    return new AtLeast(1);
  }

  /**
   * Returns the rule that a number of sources satisfies.
   *
   * @param count how many, from 1 to the number of sources
   */
  static JoinRule atLeast(int count) {
    return new AtLeast(count);
  }

  /**
   * Returns the rule that the first source satisfies whose own node succeeded: one whose error
   * handler stood in for it does not count while others are on their way.
   */
  static JoinRule firstSuccess() {
    return new FirstSuccess();
  }

  /** Every source has to arrive. */
  record All() implements JoinRule {
    @Override
    public int needed(int sources) {
      return sources;
    }

    @Override
    public boolean isRace() {
      return false;
    }
  }

  /**
   * Some of the sources have to arrive, no matter which.
   *
   * @param count how many
   */
  record AtLeast(int count) implements JoinRule {
    @Override
    public int needed(int sources) {
      return count;
    }
  }

  /** One source has to succeed. */
  record FirstSuccess() implements JoinRule {
    @Override
    public int needed(int sources) {
      return 1;
    }

    @Override
    public boolean countsHandled() {
      return false;
    }
  }
}
