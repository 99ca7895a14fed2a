package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** Too many branches of a join failed for it to fire. */
public final class JoinFailedException extends GraphException {
  private final String join;
  private final int needed;
  private final List<String> branches;
  private final List<String> failed;
  private final String reason;

  /**
   * Describes the failure.
   *
   * @param join the node that the join leads to
   * @param needed how many branches had to arrive
   * @param branches the nodes that it waits for
   * @param failed the nodes on the way to it that failed
   * @param reason how the first of them did
   */
  public JoinFailedException(
      String join, int needed, List<String> branches, List<String> failed, String reason) {
    super(
        "Expected "
            + needed
            + " of "
            + branches.size()
            + " branches "
            + branches
            + " to arrive at the join to '"
            + join
            + "' but "
            + failed.size()
            + " failed: "
            + failed
            + " ("
            + reason
            + "). Retry the failed tasks, or repair the nodes.",
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
            reason));
    this.join = join;
    this.needed = needed;
    this.branches = List.copyOf(branches);
    this.failed = List.copyOf(failed);
    this.reason = reason;
  }

  /** Returns the node that the join leads to. */
  public String join() {
    return join;
  }

  /** Returns how many branches had to arrive. */
  public int needed() {
    return needed;
  }

  /** Returns the nodes that it waits for. */
  public List<String> branches() {
    return branches;
  }

  /** Returns the nodes on the way to it that failed. */
  public List<String> failed() {
    return failed;
  }

  /** Returns how the first of them failed. */
  public String reason() {
    return reason;
  }
}
