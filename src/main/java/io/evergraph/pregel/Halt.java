package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import java.util.List;
import java.util.function.Function;

/** Why a run stands still although tasks may remain. */
public sealed interface Halt {
  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<Cancelled, R> cancelled,
      Function<Edited, R> edited,
      Function<Refused, R> refused,
      Function<AtBreakpoint, R> atBreakpoint,
      Function<Paused, R> paused) {
    if (this instanceof Cancelled it) {
      return cancelled.apply(it);
    }
    if (this instanceof Edited it) {
      return edited.apply(it);
    }
    if (this instanceof Refused it) {
      return refused.apply(it);
    }
    if (this instanceof AtBreakpoint it) {
      return atBreakpoint.apply(it);
    }
    return paused.apply((Paused) this);
  }

  /** Somebody cancelled the run. */
  record Cancelled() implements Halt {}

  /** Somebody edited the state; what follows from it waits for a run. */
  record Edited() implements Halt {}

  /**
   * The run could not begin, or not go on.
   *
   * @param error why not
   */
  record Refused(GraphException error) implements Halt {}

  /** Somebody paused the run. */
  record Paused() implements Halt {}

  /**
   * The run stands at breakpoints.
   *
   * @param before the nodes before which it stands, those in subgraphs with the names that lead
   *     there
   * @param after the nodes after which it stands, likewise
   */
  record AtBreakpoint(List<String> before, List<String> after) implements Halt {
    public AtBreakpoint {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }
  }
}
