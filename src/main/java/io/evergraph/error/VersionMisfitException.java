package io.evergraph.error;

import java.util.List;
import java.util.Map;

/**
 * A thread cannot move to another version of its graph; all that does not fit is listed at once.
 */
public final class VersionMisfitException extends GraphException {
  private final String thread;
  private final String graph;
  private final String version;
  private final List<String> misfits;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param graph the name of the graph
   * @param version the version that it was to move to
   * @param misfits what that version lacks of what the thread holds or waits for
   */
  public VersionMisfitException(String thread, String graph, String version, List<String> misfits) {
    super(
        "Thread '"
            + thread
            + "' cannot move to version '"
            + version
            + "' of graph '"
            + graph
            + "':\n - "
            + String.join("\n - ", misfits)
            + "\nLet that version keep them, or let the thread end with the version it has.",
        Map.of("thread", thread, "graph", graph, "version", version, "misfits", misfits));
    this.thread = thread;
    this.graph = graph;
    this.version = version;
    this.misfits = List.copyOf(misfits);
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }

  /** Returns the name of the graph. */
  public String graph() {
    return graph;
  }

  /** Returns the version that the thread was to move to. */
  public String version() {
    return version;
  }

  /** Returns what that version lacks. */
  public List<String> misfits() {
    return misfits;
  }
}
