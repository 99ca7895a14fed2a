package io.evergraph.graph;

/**
 * Stops a task that has asked a question. Thrown by {@link NodeContext#interrupt(Question)}, caught
 * by the runtime; an {@code Error}, so that a node's {@code catch (Exception)} lets it pass.
 */
public final class InterruptSignal extends Error {
  private static final long serialVersionUID = 1L;

  /** Makes the signal of a question. */
  public InterruptSignal(String interruptId) {
    super("The task waits for the answer to question " + interruptId + ".", null, false, false);
  }
}
