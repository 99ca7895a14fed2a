package io.evergraph.error;

/** A thread has no run of this id. */
public final class UnknownRunException extends GraphException {
  /** Describes the failure. */
  public UnknownRunException(String thread, String run) {
    this(Facts.of("thread", thread).and("run", run));
  }

  UnknownRunException(Facts facts) {
    super(facts, "Thread '{thread}' has no run '{run}'. Use an id that starting a run returned.");
  }
}
