package io.evergraph.pregel;

import io.evergraph.error.GraphException;

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
}
