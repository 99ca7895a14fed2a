package io.evergraph.error;

import java.util.Map;

/** A task failed and its run with it. */
public final class TaskFailedException extends GraphException {
  private final String node;
  private final String taskId;
  private final String errorType;
  private final String reason;
  private final int attempts;

  /**
   * Describes the failure.
   *
   * @param node the node
   * @param taskId the task
   * @param errorType the class name of the last error
   * @param reason the message of the last error
   * @param attempts how often it was tried
   */
  public TaskFailedException(
      String node, String taskId, String errorType, String reason, int attempts) {
    super(
        "Node '"
            + node
            + "' failed after "
            + attempts
            + " attempt(s) with "
            + errorType
            + ": "
            + reason
            + " (task "
            + taskId
            + ")",
        Map.of(
            "node",
            node,
            "taskId",
            taskId,
            "errorType",
            errorType,
            "reason",
            reason,
            "attempts",
            attempts));
    this.node = node;
    this.taskId = taskId;
    this.errorType = errorType;
    this.reason = reason;
    this.attempts = attempts;
  }

  /** Returns the node. */
  public String node() {
    return node;
  }

  /** Returns the task. */
  public String taskId() {
    return taskId;
  }

  /** Returns the class name of the last error. */
  public String errorType() {
    return errorType;
  }

  /** Returns the message of the last error. */
  public String reason() {
    return reason;
  }

  /** Returns how often it was tried. */
  public int attempts() {
    return attempts;
  }
}
