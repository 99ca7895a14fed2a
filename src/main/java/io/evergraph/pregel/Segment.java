package io.evergraph.pregel;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The run in progress, or the last one: a segment of the thread from an input or an answer to the
 * next stop.
 *
 * @param runs the ids of the runs that share this segment; more than one when an answer came while
 *     it ran
 * @param purpose what it is for
 * @param settings how the run goes
 * @param steps the supersteps it has taken
 * @param halt why it stands still; null while it may go on
 */
public record Segment(
    List<String> runs, Purpose purpose, RunSettings settings, int steps, @Nullable Halt halt) {
  /** Copies the ids. */
  public Segment {
    runs = List.copyOf(runs);
  }

  static Segment begin(String runId, RunSettings settings) {
    return new Segment(List.of(runId), Purpose.RUN, settings, 0, null);
  }

  static Segment edit(String editId, RunSettings settings) {
    return new Segment(List.of(editId), Purpose.EDIT, settings, 0, null);
  }

  boolean isEdit() {
    return purpose == Purpose.EDIT;
  }

  /** What a segment is for. */
  public enum Purpose {
    /** To run the graph. */
    RUN,
    /** To find out what follows an edit, and stop there. */
    EDIT
  }

  /** Returns the id of the run that began this segment. */
  public String runId() {
    return runs.get(0);
  }

  Segment joinedBy(String runId) {
    return new Segment(
        Stream.concat(runs.stream(), Stream.of(runId)).toList(), purpose, settings, steps, halt);
  }

  Segment halted(Halt reason) {
    return new Segment(runs, purpose, settings, steps, reason);
  }

  Segment stepped() {
    return new Segment(runs, purpose, settings, steps + 1, halt);
  }
}
