package io.evergraph.temporal.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * How much one execution of a thread's workflow takes on before the next one goes on in its place,
 * beside what the server suggests. Recorded with the thread, so that every worker agrees.
 *
 * @param messages the updates and signals; 0 sets no limit
 * @param tasks the tasks that are started; 0 sets no limit
 */
@JsonInclude(JsonInclude.Include.NON_DEFAULT)
public record ExecutionLimits(int messages, int tasks) {
  /** 1,500 messages: servers refuse updates after 2,000. */
  public static final ExecutionLimits USUAL = new ExecutionLimits(1_500, 0);

  public ExecutionLimits {
    if (messages < 0 || tasks < 0) {
      throw new IllegalArgumentException(
          "Expected limits of at least 0 but found "
              + messages
              + " messages, "
              + tasks
              + " tasks.");
    }
  }

  public boolean areReached(long takenMessages, long startedTasks) {
    return (messages > 0 && takenMessages >= messages) || (tasks > 0 && startedTasks >= tasks);
  }
}
