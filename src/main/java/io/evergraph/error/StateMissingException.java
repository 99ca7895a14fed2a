package io.evergraph.error;

import java.util.Map;

/** A worker could not get the state that its task reads. */
public final class StateMissingException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param checkpoint the checkpoint that was needed
   * @param reason why it could not be read
   */
  public StateMissingException(String thread, long checkpoint, String reason) {
    this(new Facts(Map.of("thread", thread, "checkpoint", checkpoint, "reason", reason)));
  }

  StateMissingException(Facts facts) {
    super(
        facts,
        facts.fill(
            "The state of thread '{thread}' at checkpoint {checkpoint} could not be read:"
                + " {reason}. Tasks that read it can be tried again when it can."));
  }
}
