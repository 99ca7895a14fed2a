package io.evergraph.error;

/** A task failed and its run with it. The cause is what its node threw: a {@link NodeError}. */
public final class TaskFailedException extends GraphException {
  /** Describes the failure. */
  public TaskFailedException(
      String node, String taskId, String errorType, String reason, int attempts) {
    this(
        Facts.of("node", node)
            .and("taskId", taskId)
            .and("errorType", errorType)
            .and("reason", reason)
            .and("attempts", attempts));
  }

  TaskFailedException(Facts facts) {
    super(
        facts,
        "Node '{node}' failed after {attempts} attempt(s) with {errorType}: {reason} (task"
            + " {taskId})");
    initCause(new NodeError(facts.text("errorType"), facts.text("reason")));
  }

  /** Returns the node. */
  public String node() {
    return facts().text("node");
  }

  /** Returns the class name of the last error. */
  public String errorType() {
    return facts().text("errorType");
  }

  /** Returns the message of the last error. */
  public String reason() {
    return facts().text("reason");
  }

  /** Returns how often it was tried. */
  public int attempts() {
    return (int) facts().number("attempts");
  }
}
