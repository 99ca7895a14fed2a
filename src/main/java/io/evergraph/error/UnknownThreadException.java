package io.evergraph.error;

/** No such thread exists. */
public final class UnknownThreadException extends GraphException {
  /** Describes the failure. */
  public UnknownThreadException(String thread) {
    this(Facts.of("thread", thread));
  }

  UnknownThreadException(Facts facts) {
    super(facts, "Thread '{thread}' does not exist. Create it, or start a run on it.");
  }
}
