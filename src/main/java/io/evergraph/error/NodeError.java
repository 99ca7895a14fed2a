package io.evergraph.error;

/**
 * What a node threw, as far as it was recorded: the name of its class and its message. Its stack
 * trace stands in the log of the process that ran the node.
 */
public final class NodeError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String type;

  NodeError(String type, String reason) {
    super(type + ": " + reason, null, false, false);
    this.type = type;
  }

  /** Returns the class name of what was thrown. */
  public String type() {
    return type;
  }
}
