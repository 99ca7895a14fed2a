package io.evergraph.runtime;

import io.evergraph.error.VersionMisfitException;
import java.util.List;

/**
 * What moving a thread to another version of its graph would come to.
 *
 * @param from the version that it runs
 * @param to the version that it would run
 * @param misfits what that version lacks of what the thread holds or waits for; empty when it can
 *     move
 */
public record MigrationPlan(
    ThreadId thread, String graph, String from, String to, List<String> misfits) {
  public MigrationPlan {
    misfits = List.copyOf(misfits);
  }

  /** Returns whether the thread can move. */
  public boolean isPossible() {
    return misfits.isEmpty();
  }

  /**
   * Returns this plan of a thread that can move.
   *
   * @throws VersionMisfitException when it cannot
   */
  public MigrationPlan orThrow() {
    if (!isPossible()) {
      throw new VersionMisfitException(thread.value(), graph, to, misfits);
    }
    return this;
  }
}
