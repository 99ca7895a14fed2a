package io.evergraph.error;

import java.util.Map;

/** A thread has no run of this id. */
public final class UnknownRunException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param run the run that was asked for
   */
  public UnknownRunException(String thread, String run) {
    this(new Facts(Map.of("thread", thread, "run", run)));
  }

  UnknownRunException(Facts facts) {
    super(
        facts,
        facts.fill(
            "Thread '{thread}' has no run '{run}'. Use an id that starting a run returned."));
  }
}
