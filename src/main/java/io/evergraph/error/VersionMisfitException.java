package io.evergraph.error;

import java.util.List;
import java.util.Map;

/**
 * A thread cannot move to another version of its graph; all that does not fit is listed at once.
 */
public final class VersionMisfitException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param graph the name of the graph
   * @param version the version that it was to move to
   * @param misfits what that version lacks of what the thread holds or waits for
   */
  public VersionMisfitException(String thread, String graph, String version, List<String> misfits) {
    this(
        new Facts(
            Map.of("thread", thread, "graph", graph, "version", version, "misfits", misfits)));
  }

  VersionMisfitException(Facts facts) {
    super(
        facts,
        facts.fill("Thread '{thread}' cannot move to version '{version}' of graph '{graph}':")
            + facts.lines("misfits")
            + "\nLet that version keep them, or let the thread end with the version it has.");
  }

  /** Returns what that version lacks. */
  public List<String> misfits() {
    return facts().texts("misfits");
  }
}
