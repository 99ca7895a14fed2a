package io.evergraph.error;

/** There is no record of such a task of an agent. */
public final class UnknownAgentTaskException extends GraphException {
  /** Describes the failure. */
  public UnknownAgentTaskException(String task) {
    this(Facts.of("task", task));
  }

  UnknownAgentTaskException(Facts facts) {
    super(
        facts,
        "Expected the id of a task of an agent but found '{task}', of which there is no record."
            + " Refused requests leave none.");
  }
}
