package io.evergraph.runtime;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as the server has it.
 *
 * @param schedule what was ordered; its input and options hold plain values, as JSON has them
 * @param note what was said when it was paused or went on; empty for nothing
 * @param recent the latest runs that it began, the last one last
 * @param next when the next runs begin, the earliest first; several, unless the schedule ends
 * @param created when it was created
 * @param updated when it was changed last; null when it never was
 * @param begun how many runs it has begun
 * @param skipped how many it has not, because the one before was in progress
 * @param missed how many it has not, because it was too late for them
 */
public record ScheduleView(
    Schedule schedule,
    String note,
    List<Firing> recent,
    List<Instant> next,
    Instant created,
    @Nullable Instant updated,
    long begun,
    long skipped,
    long missed) {
  /** Copies the lists. */
  public ScheduleView {
    recent = List.copyOf(recent);
    next = List.copyOf(next);
  }

  /**
   * A run that a schedule began.
   *
   * @param thread its thread
   * @param runId its id
   * @param planned the time for which it was planned
   * @param started when it was begun
   */
  public record Firing(ThreadId thread, String runId, Instant planned, Instant started) {}
}
