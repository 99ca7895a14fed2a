package io.evergraph.state;

/**
 * An {@link Identified} element that may be written before it has an identity, such as a chat
 * message that somebody has just typed.
 *
 * <p>Its id is empty until then. Whoever takes the write in gives it one before any reducer sees
 * it: reducers invent nothing.
 */
public interface Identifiable extends Identified {
  /**
   * Returns this element under an identity.
   *
   * @param id not empty
   */
  Identifiable withId(String id);
}
