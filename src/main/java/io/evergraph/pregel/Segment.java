package io.evergraph.pregel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The run in progress, or the last one: a segment of the thread from an input or an answer to the
 * next stop.
 *
 * @param runs the ids of the runs that share this segment; more than one when an answer came while
 *     it ran
 * @param turn the run that the input of its turn began; null for the run that began this segment
 * @param purpose what it is for
 * @param settings how the run goes
 * @param steps the supersteps it has taken
 * @param found the last step of each subgraph that was in progress when it began, by namespace
 * @param halt why it stands still; null while it may go on
 * @param finishing the ids of the tasks that may still finish since it was paused; null while it is
 *     not paused
 */
public record Segment(
    List<String> runs,
    @Nullable String turn,
    Purpose purpose,
    RunSettings settings,
    int steps,
    Map<String, Integer> found,
    @Nullable Halt halt,
    @Nullable List<String> finishing) {
  public Segment {
    runs = List.copyOf(runs);
    turn = runs.get(0).equals(turn) ? null : turn;
    found = found.isEmpty() ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(found));
    finishing = finishing == null ? null : List.copyOf(finishing);
  }

  static Segment begin(
      String runId, String turn, RunSettings settings, Map<String, Integer> found) {
    return new Segment(List.of(runId), turn, Purpose.RUN, settings, 0, found, null, null);
  }

  static Segment edit(String editId, String turn, RunSettings settings) {
    return new Segment(List.of(editId), turn, Purpose.EDIT, settings, 0, Map.of(), null, null);
  }

  /**
   * Returns whether a frame has used up its supersteps: each subgraph has its own count of the same
   * limit, so that a loop inside it ends too.
   */
  boolean isExhausted(Frame frame) {
    return remaining(frame) <= 0;
  }

  /** An edit takes no supersteps, however many were taken before it. */
  int remaining(Frame frame) {
    if (purpose == Purpose.EDIT) {
      return settings.maxSteps();
    }
    int taken = frame.isRoot() ? steps : frame.step() - found.getOrDefault(frame.namespace(), 0);
    return settings.maxSteps() - Math.max(0, taken);
  }

  /** Returns how many tasks of an eager graph may run one after the other from a task on. */
  int remaining(PlannedTask planned) {
    return settings.maxSteps() - planned.depth();
  }

  int remaining(Frame frame, PlannedTask planned, GraphIndex index) {
    return index.of(frame).isEager() ? remaining(planned) : remaining(frame);
  }

  /** Returns how many supersteps may follow that of a task; in an eager graph how many tasks. */
  int remainingAfter(Frame frame, Task task, GraphIndex index) {
    return frame.plan().find(task.id()).map(it -> remaining(frame, it, index) - 1).orElse(0);
  }

  private boolean lets(Frame frame, PlannedTask planned, Frames frames, GraphIndex index) {
    return remaining(frame, planned, index) > 0 && letsInside(frame, frames, index);
  }

  /** Returns whether the graphs around a frame have steps left. */
  boolean letsInside(Frame frame, Frames frames, GraphIndex index) {
    return frames
        .calling(frame)
        .map(outer -> lets(outer, outer.plan().caller(frame), frames, index))
        .orElse(true);
  }

  /** Returns whether it is found out anew, in a graph around, whether a frame goes on at all. */
  static boolean isInDoubt(Frame frame, Frames frames) {
    return frames
        .calling(frame)
        .filter(outer -> outer.isRerouting() || isInDoubt(outer, frames))
        .isPresent();
  }

  boolean mayRunTasks(Frame frame, Frames frames, GraphIndex index) {
    if (frame.plan().ready() == 0 || isInDoubt(frame, frames)) {
      return false;
    }
    // Wide supersteps are not looked through: their tasks are alike
    boolean chooses = purpose == Purpose.EDIT || isPaused() || frame.isRerouting();
    if (!chooses && !index.of(frame).isEager()) {
      return !stopsAt(frame) && !isExhausted(frame) && letsInside(frame, frames, index);
    }
    return frame.plan().tasks().stream()
        .filter(planned -> planned.progress() instanceof Progress.Ready && admits(frame, planned))
        .anyMatch(planned -> !holds(frame, planned, index) && lets(frame, planned, frames, index));
  }

  /** Returns whether a breakpoint holds a task: one of a superstep holds all of it. */
  boolean holds(Frame frame, PlannedTask planned, GraphIndex index) {
    return stopsAt(frame)
        && (!index.of(frame).isEager()
            || Objects.requireNonNull(frame.hold()).holds(planned.task()));
  }

  /**
   * Returns whether a frame stands at a breakpoint; an edit finds out what follows from it also
   * there.
   */
  boolean stopsAt(Frame frame) {
    BreakpointHit hold = frame.hold();
    return hold != null && !hold.passes() && !isEdit();
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

  /**
   * Returns the run that the input of the turn began: the same over the runs of answers, retries,
   * continues and edits, until the next input.
   */
  public String turnId() {
    return Objects.requireNonNullElse(turn, runId());
  }

  /** Returns this segment with other settings. */
  public Segment under(RunSettings others) {
    return new Segment(runs, turn, purpose, others, steps, found, halt, finishing);
  }

  Segment finding(String namespace, int step) {
    Map<String, Integer> more = new TreeMap<>(found);
    more.put(namespace, step);
    return new Segment(runs, turn, purpose, settings, steps, more, halt, finishing);
  }

  Segment joinedBy(String runId) {
    List<String> all = new ArrayList<>(runs);
    all.add(runId);
    return new Segment(all, turn, purpose, settings, steps, found, halt, finishing);
  }

  Segment halted(Halt reason) {
    return new Segment(runs, turn, purpose, settings, steps, found, reason, finishing);
  }

  Segment paused(List<String> tasks) {
    return new Segment(runs, turn, purpose, settings, steps, found, halt, tasks);
  }

  Segment without(String taskId) {
    return finishing == null || !finishing.contains(taskId)
        ? this
        : paused(finishing.stream().filter(id -> !id.equals(taskId)).toList());
  }

  Segment unpaused() {
    return new Segment(runs, turn, purpose, settings, steps, found, halt, null);
  }

  boolean isPaused() {
    return finishing != null;
  }

  /**
   * Returns whether a task that is to be run may run, although the run may be paused. An edit only
   * finds out where it leads itself, whatever else could run until it has.
   */
  boolean admits(PlannedTask planned) {
    if (purpose == Purpose.EDIT && halt == null && !planned.task().isRouting()) {
      return false;
    }
    return finishing == null
        || (planned.progress() instanceof Progress.Ready
            && finishing.contains(planned.task().id()));
  }

  /** Where routes are found out anew, the other tasks wait for them. */
  boolean admits(Frame frame, PlannedTask planned) {
    return admits(planned) && (!frame.isRerouting() || frame.asksAgain(planned.task()));
  }

  Segment stepped() {
    return new Segment(runs, turn, purpose, settings, steps + 1, found, halt, finishing);
  }
}
