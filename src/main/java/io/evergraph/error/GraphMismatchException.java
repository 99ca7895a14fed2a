package io.evergraph.error;

import java.util.Map;

/** A thread is bound to another graph. */
public final class GraphMismatchException extends GraphException {
  private final String thread;
  private final String bound;
  private final String asked;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param bound the graph it belongs to
   * @param asked the graph of the refused run
   */
  public GraphMismatchException(String thread, String bound, String asked) {
    super(
        "Thread '"
            + thread
            + "' belongs to graph '"
            + bound
            + "' but the run asks for '"
            + asked
            + "'. Use a new thread.",
        Map.of("thread", thread, "bound", bound, "asked", asked));
    this.thread = thread;
    this.bound = bound;
    this.asked = asked;
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }

  /** Returns the graph it belongs to. */
  public String bound() {
    return bound;
  }

  /** Returns the graph of the refused run. */
  public String asked() {
    return asked;
  }
}
