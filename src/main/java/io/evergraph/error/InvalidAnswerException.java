package io.evergraph.error;

import java.util.List;

/** An answer does not fit the schema of its question; the question stays open. */
public final class InvalidAnswerException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param problems where the answer differs from the schema
   */
  public InvalidAnswerException(String interruptId, List<String> problems) {
    this(Facts.of("interruptId", interruptId).and("problems", problems));
  }

  InvalidAnswerException(Facts facts) {
    super(
        facts,
        "The answer to question '{interruptId}' does not fit its schema: {problems|; }. Correct it"
            + " and answer again.");
  }
}
