package io.evergraph.error;

/** The deadline of a question passed without an answer, and it has no default and no route. */
public final class QuestionExpiredException extends GraphException {
  /**
   * Describes the failure.
   *
   * @param node the node that asked
   * @param deadline when its time was up, as ISO 8601 text
   */
  public QuestionExpiredException(String node, String interruptId, String deadline) {
    this(Facts.of("node", node).and("interruptId", interruptId).and("deadline", deadline));
  }

  QuestionExpiredException(Facts facts) {
    super(
        facts,
        "Expected an answer to the question {interruptId} of node '{node}' by {deadline} but found"
            + " none. Retry the task to ask again, or give the question an answer or a node for"
            + " that case.");
  }
}
