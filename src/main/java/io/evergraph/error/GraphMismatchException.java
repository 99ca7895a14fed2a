package io.evergraph.error;

/** A thread is bound to another graph. */
public final class GraphMismatchException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param bound the graph it belongs to
   * @param asked the graph of the refused run
   */
  public GraphMismatchException(String thread, String bound, String asked) {
    this(Facts.of("thread", thread).and("bound", bound).and("asked", asked));
  }

  GraphMismatchException(Facts facts) {
    super(
        facts,
        "Thread '{thread}' belongs to graph '{bound}' but the run asks for '{asked}'. Use a new"
            + " thread.");
  }
}
