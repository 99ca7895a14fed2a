package io.evergraph.temporal.protocol;

/**
 * An execution of a thread's workflow that another one went on from. What it did is read from it,
 * as long as the server keeps it.
 *
 * @param checkpoint the number of the last checkpoint it made
 * @param event the number of the last event it had
 */
public record PreviousExecution(String execution, long checkpoint, long event) {
  /** Stands for all executions before a thread was begun again from the checkpoint store. */
  public static final String SAVED = "saved";
}
