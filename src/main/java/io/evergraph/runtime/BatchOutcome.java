package io.evergraph.runtime;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a batch did to one thread.
 *
 * @param thread the thread
 * @param runId the run that began; where nothing was done, the one that would have
 * @param tasks the failed tasks that were meant
 * @param verdict what was done
 * @param reason why it was refused; null where it was not
 */
public record BatchOutcome(
    ThreadId thread,
    String runId,
    List<ParkedTask> tasks,
    Verdict verdict,
    @Nullable String reason) {
  /** Copies the tasks. */
  public BatchOutcome {
    tasks = List.copyOf(tasks);
  }

  /** What a batch does to a thread. */
  public enum Verdict {
    /** Its failed tasks run again. */
    RETRIED,
    /** Nothing: the same batch had been there before. */
    DONE_BEFORE,
    /** Nothing: the thread did not take it. */
    REFUSED,
    /** Nothing yet: this was asked for as a plan. */
    PLANNED
  }

  BatchOutcome with(Verdict other) {
    return new BatchOutcome(thread, runId, tasks, other, null);
  }

  BatchOutcome refused(Throwable why) {
    String text = Optional.ofNullable(why.getMessage()).orElseGet(why::toString);
    return new BatchOutcome(thread, runId, tasks, Verdict.REFUSED, text);
  }
}
