package io.evergraph.state;

/** An element of a conversation: those who watch a run may be shown it word by word. */
public interface StreamableMessage extends Identifiable {
  /** Returns what is said; may be empty. */
  String text();
}
