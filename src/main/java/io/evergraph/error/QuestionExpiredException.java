package io.evergraph.error;

import java.util.Map;

/** Nobody answered a question in time, and it says nothing of what to do then. */
public final class QuestionExpiredException extends GraphException {
  private final String node;
  private final String interruptId;
  private final String deadline;

  /**
   * Describes the failure.
   *
   * @param node the node that asked
   * @param interruptId the question
   * @param deadline when its time was up, as ISO 8601 text
   */
  public QuestionExpiredException(String node, String interruptId, String deadline) {
    super(
        "Expected an answer to the question "
            + interruptId
            + " of node '"
            + node
            + "' by "
            + deadline
            + " but found none. Retry the task to ask again, or give the question an answer or a"
            + " node for that case.",
        Map.of("node", node, "interruptId", interruptId, "deadline", deadline));
    this.node = node;
    this.interruptId = interruptId;
    this.deadline = deadline;
  }

  /** Returns the node that asked. */
  public String node() {
    return node;
  }

  /** Returns the id of the question. */
  public String interruptId() {
    return interruptId;
  }

  /** Returns when its time was up, as ISO 8601 text. */
  public String deadline() {
    return deadline;
  }
}
