package io.evergraph.runtime;

/** What becomes of a new input for a thread that has ended. */
public enum WhenEnded {
  /** Another thread begins under the same id, with nothing of what was there before. */
  BEGIN_ANEW,
  /** It is refused with {@link io.evergraph.error.ThreadEndedException}. */
  REFUSE
}
