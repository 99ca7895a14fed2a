package io.evergraph.runtime.thread;

import io.evergraph.event.RunEvent;
import io.evergraph.event.RunEvents;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.TaskResult;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What moved a thread on once, and what came of it.
 *
 * @param engine the engine that moved it
 * @param before where it stood
 * @param input what came from outside; null where results came
 * @param results what came from tasks; empty where an input came
 * @param now when, by the clock of the driver
 * @param after where it stood then
 * @param events what has happened so
 */
public record ThreadStep(
    Pregel engine,
    Checkpoint before,
    @Nullable Input input,
    List<TaskResult> results,
    Instant now,
    Checkpoint after,
    List<RunEvent> events) {
  public ThreadStep {
    results = List.copyOf(results);
    events = List.copyOf(events);
  }

  /**
   * Makes the step of an input.
   *
   * @param first the number of its first event
   */
  static ThreadStep of(
      Pregel engine, Checkpoint before, Input input, Instant now, Checkpoint after, long first) {
    List<RunEvent> news = RunEvents.ofInput(engine, before, input, after, first, now);
    return new ThreadStep(engine, before, input, List.of(), now, after, news);
  }

  /**
   * Makes the same step by another engine, from the same place.
   *
   * @throws io.evergraph.error.GraphException when what came does not fit its graph
   */
  ThreadStep by(Pregel other) {
    Checkpoint moved =
        input == null ? other.settle(before, results, now) : other.accept(before, input, now);
    long first = events.isEmpty() ? 1 : events.get(0).number();
    List<RunEvent> news =
        input == null
            ? RunEvents.ofResults(other, before, results, moved, first, now)
            : RunEvents.ofInput(other, before, input, moved, first, now);
    return new ThreadStep(other, before, input, results, now, moved, news);
  }

  /** Returns this step with results of another form. */
  ThreadStep with(List<TaskResult> others) {
    return new ThreadStep(engine, before, input, others, now, after, events);
  }

  /** Returns this step with the checkpoints as they were kept of it. */
  ThreadStep keeping(List<Commit> commits) {
    Checkpoint kept =
        new Checkpoint(after.thread(), after.number(), after.segment(), after.frames(), commits);
    return new ThreadStep(engine, before, input, results, now, kept, events);
  }
}
