package io.evergraph.error;

import java.util.Map;

/** A worker could not get the state that its task reads. */
public final class StateMissingException extends GraphException {
  private final String thread;
  private final long checkpoint;
  private final String reason;

  /**
   * Describes the failure.
   *
   * @param thread the thread
   * @param checkpoint the checkpoint that was needed
   * @param reason why it could not be had
   */
  public StateMissingException(String thread, long checkpoint, String reason) {
    super(
        "The state of thread '"
            + thread
            + "' at checkpoint "
            + checkpoint
            + " could not be read: "
            + reason
            + ". Tasks that read it can be tried again when it can.",
        Map.of("thread", thread, "checkpoint", checkpoint, "reason", reason));
    this.thread = thread;
    this.checkpoint = checkpoint;
    this.reason = reason;
  }

  /** Returns the thread. */
  public String thread() {
    return thread;
  }

  /** Returns the checkpoint that was needed. */
  public long checkpoint() {
    return checkpoint;
  }

  /** Returns why it could not be had. */
  public String reason() {
    return reason;
  }
}
