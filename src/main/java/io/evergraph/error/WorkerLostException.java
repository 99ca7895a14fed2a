package io.evergraph.error;

/** A node was given up, because the processes of its workers died while they ran it. */
public final class WorkerLostException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param times how many processes died, one after the other
   */
  public WorkerLostException(String node, int times) {
    this(Facts.of("node", node).and("times", times));
  }

  WorkerLostException(Facts facts) {
    super(
        facts,
        "The worker process died {times} time(s) while it ran node '{node}', which told no progress"
            + " in between. Give the workers more memory or the node less to do, then retry; or"
            + " raise lostWorkers.");
  }
}
