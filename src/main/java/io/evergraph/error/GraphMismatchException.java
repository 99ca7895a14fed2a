package io.evergraph.error;

import java.util.Map;

/** A thread is bound to another graph. */
public final class GraphMismatchException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param bound the graph it belongs to
   * @param asked the graph of the refused run
   */
  public GraphMismatchException(String thread, String bound, String asked) {
    this(new Facts(Map.of("thread", thread, "bound", bound, "asked", asked)));
  }

  GraphMismatchException(Facts facts) {
    super(
        facts,
        facts.fill(
            "Thread '{thread}' belongs to graph '{bound}' but the run asks for '{asked}'. Use a"
                + " new thread."));
  }
}
