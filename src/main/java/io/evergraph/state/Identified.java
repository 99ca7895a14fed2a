package io.evergraph.state;

/** An element that {@link ById} can find again in its list, such as a chat message. */
public interface Identified {
  /** Returns the identity of this element within its channel; never empty. */
  String id();
}
