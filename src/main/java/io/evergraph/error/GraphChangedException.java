package io.evergraph.error;

/** A run was asked for on another graph than the thread's, under the same name and version. */
public final class GraphChangedException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param recorded the fingerprint of the graph that the thread goes by
   * @param asked the fingerprint of the graph that was asked for
   */
  public GraphChangedException(
      String thread, String graph, String version, String recorded, String asked) {
    this(
        Facts.of("thread", thread)
            .and("graph", graph)
            .and("version", version)
            .and("recorded", recorded)
            .and("asked", asked));
  }

  GraphChangedException(Facts facts) {
    super(
        facts,
        "Thread '{thread}' goes by version {version} of graph '{graph}' as it was when it began"
            + " (fingerprint {recorded}) but the run asks for another graph of that version"
            + " (fingerprint {asked}). Give the changed graph a new version, and keep the old one"
            + " registered or migrate the thread.");
  }
}
