package io.evergraph.error;

/** A worker could not get the state that its task reads. */
public final class StateMissingException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param checkpoint the checkpoint that was needed
   */
  public StateMissingException(String thread, long checkpoint, String reason) {
    this(Facts.of("thread", thread).and("checkpoint", checkpoint).and("reason", reason));
  }

  StateMissingException(Facts facts) {
    super(
        facts,
        "The state of thread '{thread}' at checkpoint {checkpoint} could not be read: {reason}."
            + " Tasks that read it can be tried again when it can.");
  }
}
