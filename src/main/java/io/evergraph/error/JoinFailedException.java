package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** Too many branches of a join failed for it to fire. */
public final class JoinFailedException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param join the node that the join leads to
   * @param needed how many branches had to arrive
   * @param branches the nodes that it waits for
   * @param failed the nodes on the way to it that failed
   * @param reason how the first of them failed
   */
  public JoinFailedException(
      String join, int needed, List<String> branches, List<String> failed, String reason) {
    this(
        new Facts(
            Map.of(
                "join",
                join,
                "needed",
                needed,
                "branches",
                branches,
                "failed",
                failed,
                "reason",
                reason)));
  }

  JoinFailedException(Facts facts) {
    super(
        facts,
        facts.fill("Expected {needed} of ")
            + facts.texts("branches").size()
            + facts.fill(" branches {branches} to arrive at the join to '{join}' but ")
            + facts.texts("failed").size()
            + facts.fill(
                " failed: {failed} ({reason}). Retry the failed tasks, or repair the nodes."));
  }

  /** Returns the nodes on the way to it that failed. */
  public List<String> failed() {
    return facts().texts("failed");
  }
}
