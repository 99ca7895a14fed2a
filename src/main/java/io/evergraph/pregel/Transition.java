package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;

import io.evergraph.error.GraphException;
import io.evergraph.state.Contribution;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The working copy of one checkpoint during one pure transition; nothing of it outlives the call.
 */
final class Transition {
  private final Levels levels;
  private final Instant now;
  private final String thread;
  private final TreeMap<String, Frame> frames;
  private final List<Commit> commits = new ArrayList<>();
  private long number;
  private @Nullable Segment segment;

  Transition(Levels levels, Checkpoint at, Instant now) {
    this.levels = levels;
    this.now = now;
    this.thread = at.thread();
    this.frames = new TreeMap<>(at.frames());
    this.number = at.number();
    this.segment = at.segment();
  }

  Checkpoint result() {
    return new Checkpoint(thread, number, segment, frames, commits);
  }

  Frame frame(String namespace) {
    Frame frame = frames.get(namespace);
    if (frame == null) {
      throw new IllegalStateException(
          "Expected a frame '" + namespace + "' in thread " + thread + ".");
    }
    return frame;
  }

  void put(Frame frame) {
    frames.put(frame.namespace(), frame);
  }

  void put(String namespace, PlannedTask planned) {
    put(frame(namespace).with(planned));
  }

  void run(Segment other) {
    this.segment = other;
  }

  /** Drops whatever was in progress: tasks, joins and the frames of subgraphs. */
  void abandon() {
    Frame root = frame(Frame.ROOT);
    frames.clear();
    put(root.with(Plan.empty()).withJoinMarks(Map.of()));
  }

  /** Plans the entry of a frame, and passes it at once where no router has to run. */
  void enter(String namespace, StateUpdate input) {
    planRouteOnly(frame(namespace), Source.INPUT, START, input);
  }

  /** Plans what follows an update made in a node's name. */
  void editAs(String node, StateUpdate update) {
    planRouteOnly(frame(Frame.ROOT), Source.UPDATE, node, update);
  }

  private void planRouteOnly(Frame frame, Source source, String node, StateUpdate update) {
    number++;
    int step = frame.step() + 1;
    Task task =
        Task.planned(
            thread, frame.namespace(), node, 0, new Trigger.RouteOnly(update), number, step);
    Plan plan = Plan.of(List.of(PlannedTask.ready(task)));
    commits.add(commit(frame, source, step, List.of(), frame.state(), plan));
    put(frame.committed(number, step, frame.state()).with(plan));
    if (!levels.of(frame).hasRouters(node)) {
      Routing along = Routing.beside(List.of());
      settle(task, new TaskResult.Completed(task.id(), update.writes(), along, TaskReport.NONE));
    }
  }

  /** Writes to the root state and leaves the plan as it is. */
  void edit(StateUpdate update) {
    Frame root = frame(Frame.ROOT);
    List<Contribution> contributions = List.of(new Contribution("an edit", update.writes()));
    State state = levels.of(root).schema().apply(root.state(), contributions);
    number++;
    Plan plan = root.plan().reading(number);
    int step = root.step() + 1;
    commits.add(commit(root, Source.UPDATE, step, contributions, state, plan));
    put(root.committed(number, step, state).with(plan));
  }

  void settle(Task task, TaskResult.Completed result) {
    put(task.namespace(), new PlannedTask(task, new Progress.Settled(result)));
  }

  /**
   * Commits every superstep that is complete, from the innermost frames outwards, until none is.
   */
  void commitCompleteSteps() {
    while (segment != null && segment.halt() == null) {
      Frame complete = innermostComplete();
      if (complete == null) {
        return;
      }
      commitStep(complete);
    }
  }

  private @Nullable Frame innermostComplete() {
    return frames.descendingMap().values().stream()
        .filter(frame -> !frame.plan().isEmpty() && frame.plan().isComplete())
        .findFirst()
        .orElse(null);
  }

  private void commitStep(Frame frame) {
    try {
      commitOrThrow(frame);
    } catch (GraphException refused) {
      halt(new Halt.Refused(refused));
    }
  }

  private void commitOrThrow(Frame frame) {
    Level level = levels.of(frame);
    List<Contribution> contributions = contributions(frame.plan());
    State state = level.schema().apply(frame.state(), contributions);
    Successors successors = new Successors(level, state, frame.joinMarks());
    for (PlannedTask planned : frame.plan().tasks()) {
      successors.follow(planned.task().node(), completed(planned).routing());
    }
    number++;
    int step = frame.step() + 1;
    Plan plan = successors.plan(thread, frame.namespace(), number, step + 1);
    commits.add(commit(frame, Source.LOOP, step, contributions, state, plan));
    countStep(frame);
    Frame after =
        frame.committed(number, step, state).withJoinMarks(successors.joinMarks()).with(plan);
    put(levels.collect(after, contributions));
    open(frame.namespace(), plan);
    close(frame.namespace());
  }

  private void countStep(Frame frame) {
    if (segment == null) {
      return;
    }
    boolean entry = isRouteOnly(frame.plan());
    if (entry && segment.isEdit()) {
      segment = segment.halted(new Halt.Edited());
    } else if (!entry && frame.namespace().isEmpty()) {
      segment = segment.stepped();
    }
  }

  private static boolean isRouteOnly(Plan plan) {
    return plan.tasks().stream()
        .anyMatch(planned -> planned.task().trigger() instanceof Trigger.RouteOnly);
  }

  private static List<Contribution> contributions(Plan plan) {
    return plan.tasks().stream()
        .map(planned -> new Contribution(planned.task().node(), completed(planned).writes()))
        .toList();
  }

  private static TaskResult.Completed completed(PlannedTask planned) {
    if (planned.progress() instanceof Progress.Settled settled) {
      return settled.result();
    }
    throw new IllegalStateException(
        "Expected a finished task but found " + planned.task().id() + " in " + planned.progress());
  }

  private Commit commit(
      Frame frame,
      Source source,
      int step,
      List<Contribution> contributions,
      State state,
      Plan next) {
    return new Commit(
        number,
        frame.checkpoint(),
        frame.namespace(),
        source,
        step,
        contributions,
        state,
        next,
        now);
  }

  private void open(String namespace, Plan plan) {
    for (PlannedTask planned : plan.tasks()) {
      levels
          .child(frame(namespace), planned.task())
          .ifPresent(
              child -> {
                put(namespace, planned.with(new Progress.Nested(child.namespace())));
                put(child);
                enter(child.namespace(), levels.inputOf(frame(namespace), planned.task()));
              });
    }
  }

  /**
   * Ends a child frame that has nothing left to run: its writes become those of the parent's task.
   */
  private void close(String namespace) {
    Frame frame = frame(namespace);
    if (namespace.isEmpty() || !frame.plan().isEmpty()) {
      return;
    }
    frames.remove(namespace);
    String parent = frame.parentNamespace();
    frame(parent)
        .plan()
        .find(String.valueOf(frame.parentTaskId()))
        .ifPresent(planned -> put(parent, planned.with(settled(planned, frame.outbox()))));
  }

  private static Progress settled(PlannedTask planned, List<Write> writes) {
    return new Progress.Settled(
        new TaskResult.Completed(
            planned.task().id(), writes, Routing.beside(List.of()), TaskReport.NONE));
  }

  void halt(Halt reason) {
    if (segment != null) {
      segment = segment.halted(reason);
    }
  }

  /** Runs failed tasks again; all of them when no id is given. */
  int retry(@Nullable String taskId) {
    int retried = 0;
    for (Frame frame : List.copyOf(frames.values())) {
      for (PlannedTask planned : frame.plan().tasks()) {
        boolean meant = taskId == null || taskId.equals(planned.task().id());
        if (meant && planned.progress() instanceof Progress.Broken) {
          put(frame.namespace(), planned.with(new Progress.Ready()));
          retried++;
        }
      }
    }
    return retried;
  }

  /**
   * Gives an answer to a question; the task is ready when it was the last one that it waited for.
   */
  void answer(Interrupt interrupt, @Nullable Object value) {
    PlannedTask planned =
        frame(interrupt.namespace()).plan().find(interrupt.taskId()).orElseThrow();
    if (planned.progress() instanceof Progress.Asking asking) {
      Progress.Asking given = asking.with(interrupt.id(), value);
      put(
          interrupt.namespace(),
          given.open().isEmpty()
              ? PlannedTask.ready(planned.task().withAnswers(new LinkedHashMap<>(given.given())))
              : planned.with(given));
    }
  }
}
