package io.evergraph.error;

import java.util.List;

/** Too many branches of a join failed for it to fire. */
public final class JoinFailedException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param join the node that the join leads to
   * @param needed how many branches had to arrive
   * @param branches the nodes that it waits for
   * @param reason how the first of them failed
   */
  public JoinFailedException(
      String join, int needed, List<String> branches, List<String> failed, String reason) {
    this(
        Facts.of("join", join)
            .and("needed", needed)
            .and("branches", branches)
            .and("failed", failed)
            .and("reason", reason));
  }

  JoinFailedException(Facts facts) {
    super(
        facts,
        "Expected {needed} of "
            + facts.texts("branches").size()
            + " branches {branches} to arrive at the join to '{join}' but "
            + facts.texts("failed").size()
            + " failed: {failed} ({reason}). Retry the failed tasks, or repair the nodes.");
  }

  /** Returns the nodes on the way to it that failed. */
  public List<String> failed() {
    return facts().texts("failed");
  }
}
