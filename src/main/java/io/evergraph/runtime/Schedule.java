package io.evergraph.runtime;

import io.evergraph.error.InvalidInputException;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a graph that begin at set times. Each has a thread of its own, which ends with it; its id
 * is that of the schedule and the time for which it was planned: {@code
 * nightly-2026-11-24T03:00:00Z}. It runs the version of the graph that is newest when it begins.
 *
 * @param id the name of the schedule: 1 to 150 letters, digits and {@code - _ . ~}, a letter or
 *     digit first
 * @param graph the name of the graph
 * @param input what each run begins with
 * @param options how each run goes; the id, the mode and what concerns other runs of the thread are
 *     not used
 * @param timing when the runs begin
 * @param overlap what becomes of a run that is due while the one before is in progress
 * @param catchUp how late a run may begin that was missed because the server was down; at least ten
 *     seconds, at most a century
 * @param until when the schedule ends; null for never
 * @param paused whether no run begins at present
 */
public record Schedule(
    String id,
    String graph,
    StateUpdate input,
    RunOptions options,
    ScheduleTiming timing,
    Overlap overlap,
    Duration catchUp,
    @Nullable Instant until,
    boolean paused) {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._~-]{0,149}");
  private static final Duration SHORTEST_CATCH_UP = Duration.ofSeconds(10);

  /** More is more than servers count. */
  static final Duration CENTURY = Duration.ofDays(36_500);

  /** The usual longest delay of a missed run: that of Temporal. */
  public static final Duration USUAL_CATCH_UP = Duration.ofDays(365);

  /**
   * Checks the id and the limits.
   *
   * @throws InvalidInputException when one does not fit
   */
  public Schedule {
    if (!FORM.matcher(id).matches()) {
      throw new InvalidInputException(
          "a schedule id", "1 to 150 letters, digits, '-', '_', '.' or '~'", "'" + id + "'");
    }
    if (catchUp.compareTo(SHORTEST_CATCH_UP) < 0 || catchUp.compareTo(CENTURY) > 0) {
      throw new InvalidInputException(
          "the longest delay of a missed run",
          SHORTEST_CATCH_UP.toSeconds() + " s to " + CENTURY.toDays() + " d",
          "" + catchUp);
    }
  }

  /** Returns a schedule with the defaults: no input, skip what overlaps, never ends. */
  public static Schedule of(String id, String graph, ScheduleTiming timing) {
    return new Schedule(
        id,
        graph,
        StateUpdate.empty(),
        RunOptions.defaults(),
        timing,
        Overlap.SKIP,
        USUAL_CATCH_UP,
        null,
        false);
  }

  /** Returns this schedule with another input. */
  public Schedule withInput(StateUpdate other) {
    return new Schedule(id, graph, other, options, timing, overlap, catchUp, until, paused);
  }

  /** Returns this schedule with runs that go otherwise. */
  public Schedule withOptions(RunOptions other) {
    return new Schedule(id, graph, input, other, timing, overlap, catchUp, until, paused);
  }

  /** Returns this schedule at other times. */
  public Schedule withTiming(ScheduleTiming other) {
    return new Schedule(id, graph, input, options, other, overlap, catchUp, until, paused);
  }

  /** Returns this schedule with another rule for runs that overlap. */
  public Schedule withOverlap(Overlap other) {
    return new Schedule(id, graph, input, options, timing, other, catchUp, until, paused);
  }

  /** Returns this schedule with another longest delay of missed runs. */
  public Schedule withCatchUp(Duration other) {
    return new Schedule(id, graph, input, options, timing, overlap, other, until, paused);
  }

  /** Returns this schedule with another end; null for none. */
  public Schedule withUntil(@Nullable Instant other) {
    return new Schedule(id, graph, input, options, timing, overlap, catchUp, other, paused);
  }

  /** Returns this schedule, paused or not. */
  public Schedule withPaused(boolean other) {
    return new Schedule(id, graph, input, options, timing, overlap, catchUp, until, other);
  }

  /** What becomes of a run that is due while the one before is in progress or waits for answers. */
  public enum Overlap {
    /** It does not begin. */
    SKIP,
    /** It begins when the other ends; one at most waits so. */
    BUFFER_ONE,
    /** It begins when those before it have ended. */
    BUFFER_ALL,
    /** The other is cancelled; it begins when that has ended. */
    CANCEL_OTHER,
    /** The thread of the other is terminated, and it begins. */
    TERMINATE_OTHER,
    /** Both go on side by side. */
    ALLOW_ALL
  }
}
