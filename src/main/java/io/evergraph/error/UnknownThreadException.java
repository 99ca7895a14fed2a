package io.evergraph.error;

import java.util.Map;

/** No such thread exists. */
public final class UnknownThreadException extends GraphException {
  /** Describes the failure. */
  public UnknownThreadException(String thread) {
    this(new Facts(Map.of("thread", thread)));
  }

  UnknownThreadException(Facts facts) {
    super(facts, facts.fill("Thread '{thread}' does not exist. Create it, or start a run on it."));
  }
}
