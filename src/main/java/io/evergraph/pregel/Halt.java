package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import java.util.List;

/** Why a run stands still although tasks may remain. */
public sealed interface Halt {
  /** Does what fits the kind of this one. */
  <R> R match(Cases<R> cases);

  /** One handler for each kind of halt. */
  interface Cases<R> {
    /** Handles {@link Cancelled}. */
    R cancelled(Cancelled it);

    /** Handles {@link Edited}. */
    R edited(Edited it);

    /** Handles {@link Refused}. */
    R refused(Refused it);

    /** Handles {@link AtBreakpoint}. */
    R atBreakpoint(AtBreakpoint it);

    /** Handles {@link Paused}. */
    R paused(Paused it);
  }

  /** Somebody cancelled the run. */
  record Cancelled() implements Halt {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.cancelled(this);
    }
  }

  /** Somebody edited the state; what follows from it waits for a run. */
  record Edited() implements Halt {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.edited(this);
    }
  }

  /**
   * The superstep could not be committed.
   *
   * @param error why not
   */
  record Refused(GraphException error) implements Halt {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.refused(this);
    }
  }

  /** Somebody paused the run. */
  record Paused() implements Halt {
    @Override
    public <R> R match(Cases<R> cases) {
      return cases.paused(this);
    }
  }

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

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.atBreakpoint(this);
    }
  }
}
