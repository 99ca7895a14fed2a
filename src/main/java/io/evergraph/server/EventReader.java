package io.evergraph.server;

import java.io.IOException;

/**
 * Who gets what happens on a thread from an {@link EventPump}, one call at a time. An IOException
 * tells that the client behind the reader is gone.
 */
public interface EventReader<T> {
  /** Begins, before the first event. */
  default void begin() throws IOException {}

  /** Takes an event. */
  void event(T event) throws IOException;

  /** Tells that no event came for a while: the time to show a sign of life. */
  void idle() throws IOException;

  /** Returns whether the reader wants no more. */
  boolean isDone();

  /** Tells that the client went before the reader was done; nothing follows. */
  void gone();

  /** Tells that this server stops before the reader was done; nothing follows. */
  void stopped();

  /** Tells that the events cannot be read any further; nothing follows. */
  void failed(RuntimeException failure);
}
