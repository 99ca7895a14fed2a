package io.evergraph.error;

import java.util.List;
import java.util.Map;

/** An answer does not fit the schema of its question; the question stays open. */
public final class InvalidAnswerException extends GraphException {
  private final String interruptId;
  private final List<String> problems;

  /**
   * Describes the failure.
   *
   * @param interruptId the question
   * @param problems where the answer differs from the schema
   */
  public InvalidAnswerException(String interruptId, List<String> problems) {
    super(
        "The answer to question '"
            + interruptId
            + "' does not fit its schema: "
            + String.join("; ", problems)
            + ". Correct it and answer again.",
        Map.of("interruptId", interruptId, "problems", problems));
    this.interruptId = interruptId;
    this.problems = List.copyOf(problems);
  }

  /** Returns the question. */
  public String interruptId() {
    return interruptId;
  }

  /** Returns where the answer differs from the schema. */
  public List<String> problems() {
    return problems;
  }
}
