package io.evergraph.llm.limit;

import java.util.Objects;

/** An agent has used what it may use in a turn or on its thread. Ends the attempts of a node. */
public final class LimitReachedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Limits.Reached reached;

  /** Makes the failure for a limit and what was used of it. */
  public LimitReachedException(Limits.Reached reached) {
    super(reached.text() + " Used are " + reached.used() + ".");
    this.reached = Objects.requireNonNull(reached, "reached");
  }

  /** Returns the limit. */
  public long limit() {
    return reached.limit();
  }

  /** Returns what was used of it. */
  public long used() {
    return reached.used();
  }
}
