package io.evergraph.pregel;

/** What brought a checkpoint about. */
public enum Source {
  /** An input was taken in. */
  INPUT,
  /** A superstep was applied. */
  LOOP,
  /** The state was edited from outside. */
  UPDATE,
  /** Another checkpoint was taken up again as it was. */
  FORK
}
