package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** An answer does not fit the schema of its question; the question stays open. */
public final class InvalidAnswerException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param problems where the answer differs from the schema
   */
  public InvalidAnswerException(String interruptId, List<String> problems) {
    this(new Facts(Map.of("interruptId", interruptId, "problems", problems)));
  }

  InvalidAnswerException(Facts facts) {
    super(
        facts,
        facts.fill("The answer to question '{interruptId}' does not fit its schema: ")
            + String.join("; ", facts.texts("problems"))
            + ". Correct it and answer again.");
  }
}
