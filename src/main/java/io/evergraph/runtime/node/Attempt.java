package io.evergraph.runtime.node;

import io.evergraph.pregel.TaskResult;
import java.time.Duration;
import java.util.function.Function;

/** How one attempt of a task ended. */
public sealed interface Attempt {
  default <R> R match(
      Function<Ended, R> onEnded, Function<Again, R> onAgain, Function<Abandoned, R> onAbandoned) {
    if (this instanceof Ended it) {
      return onEnded.apply(it);
    }
    if (this instanceof Again it) {
      return onAgain.apply(it);
    }
    return onAbandoned.apply((Abandoned) this);
  }

  /** It came to a result. */
  record Ended(TaskResult result) implements Attempt {}

  /** The attempt failed and another is due. */
  record Again(TaskResult.Failed failure, Duration pause) implements Attempt {}

  /** The task was cancelled; it has no result. */
  record Abandoned(String taskId) implements Attempt {}
}
