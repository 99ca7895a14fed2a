package io.evergraph.error;

import java.util.Map;

/** A thread of this id exists already. */
public final class ThreadExistsException extends GraphException {
  /** Describes the failure. */
  public ThreadExistsException(String thread) {
    this(new Facts(Map.of("thread", thread)));
  }

  ThreadExistsException(Facts facts) {
    super(facts, facts.fill("Thread '{thread}' exists already. Use it, or choose another id."));
  }
}
