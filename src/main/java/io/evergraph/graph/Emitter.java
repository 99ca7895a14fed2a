package io.evergraph.graph;

import org.jspecify.annotations.Nullable;

/**
 * Shows what a node is doing while it does it. Safe for use by several threads.
 *
 * <p>What is emitted is for watching only: it is not recorded, nobody may be there to see it, and
 * those who read too slowly lose some of it. It never holds the node up. Each emission is a sign of
 * life as well, and throws if the task was cancelled meanwhile.
 */
@FunctionalInterface
public interface Emitter {
  /**
   * Emits.
   *
   * @throws io.evergraph.error.InvalidValueException when a value cannot be written as JSON
   * @throws java.util.concurrent.CancellationException when nobody waits for the task any more
   */
  void emit(Emission emission);

  /** Emits a value of the node's own making: anything that can be written as JSON. */
  default void custom(@Nullable Object value) {
    emit(new Emission.Custom(value));
  }

  /** Tells what the node does now. */
  default void progress(String text) {
    emit(new Emission.Progress(text, null));
  }

  /**
   * Tells what the node does now and how far it has come.
   *
   * @param fraction the part that is done, from 0 to 1
   */
  default void progress(String text, double fraction) {
    emit(new Emission.Progress(text, fraction));
  }

  /**
   * Emits the next piece of a message that the node will write when it is complete.
   *
   * @param messageId the id that the message will have
   * @param delta what follows the pieces before it
   */
  default void text(String messageId, String delta) {
    emit(new Emission.Text(messageId, delta));
  }
}
