package io.evergraph.error;

/** A thread of this id exists already. */
public final class ThreadExistsException extends GraphException {
  /** Describes the failure. */
  public ThreadExistsException(String thread) {
    this(Facts.of("thread", thread));
  }

  ThreadExistsException(Facts facts) {
    super(facts, "Thread '{thread}' exists already. Use it, or choose another id.");
  }
}
