package io.evergraph.error;

import java.util.List;

/**
 * A thread cannot move to another version of its graph; all that does not fit is listed at once.
 */
public final class VersionMisfitException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param version the version that it was to move to
   * @param misfits what that version lacks of what the thread holds or waits for
   */
  public VersionMisfitException(String thread, String graph, String version, List<String> misfits) {
    this(
        Facts.of("thread", thread)
            .and("graph", graph)
            .and("version", version)
            .and("misfits", misfits));
  }

  VersionMisfitException(Facts facts) {
    super(
        facts,
        """
        Thread '{thread}' cannot move to version '{version}' of graph '{graph}':
         - {misfits|
         - }
        Let that version keep them, or let the thread end with the version it has.\
        """);
  }

  /** Returns what that version lacks. */
  public List<String> misfits() {
    return facts().texts("misfits");
  }
}
