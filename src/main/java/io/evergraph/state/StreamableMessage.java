package io.evergraph.state;

/** An element of a conversation: those who watch a run may be shown it word by word. */
public interface StreamableMessage extends Identifiable {
  /** Returns what is said; may be empty. */
  String text();

  /**
   * Returns whether it tells of its thread alone, such as that a limit is reached there: a result
   * with such a message is not kept for others.
   */
  default boolean tellsOfThreadAlone() {
    return false;
  }
}
