package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;

import io.evergraph.error.GraphException;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.OnFailure;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The working copy of one checkpoint during one pure transition; nothing of it outlives the call.
 */
final class Transition {
  private final GraphIndex index;
  private final Instant now;
  private final String thread;
  private final Set<String> moved = new HashSet<>();
  private final BreakpointGate gate;
  private final SubgraphCalls calls;
  private final List<Commit> commits = new ArrayList<>();
  private Frames frames;
  private long number;
  private @Nullable Segment segment;
  private @Nullable GraphException refused;

  Transition(GraphIndex index, Checkpoint at, Instant now) {
    this.index = index;
    this.now = now;
    this.thread = at.thread();
    this.frames = at.frames();
    this.number = at.number();
    this.segment = at.segment();
    this.gate = new BreakpointGate(this, index, thread);
    this.calls = new SubgraphCalls(this, index);
  }

  Checkpoint result() {
    return new Checkpoint(thread, number, segment, frames, commits);
  }

  Frames frames() {
    return frames;
  }

  Frame frame(String namespace) {
    return frames.require(namespace);
  }

  void put(Frame frame) {
    frames = frames.with(frame);
    moved.add(frame.namespace());
  }

  void put(PlannedTask planned) {
    Frame before = frame(planned.task().namespace());
    GraphIndex graph = index.of(before);
    Frame changed = before.with(planned);
    // Those that only find out anew where they lead do not arrive once more
    if (graph.races().isEmpty() || before.isRerouting()) {
      put(changed);
      return;
    }
    RaceResolver races = new RaceResolver(graph);
    Frame after = races.decided(changed);
    put(after);
    for (String lost : races.closed(before.plan(), after.plan())) {
      drop(lost);
    }
  }

  void run(@Nullable Segment other) {
    this.segment = other;
  }

  /** Begins a run: every frame has all its supersteps before it, and forgets the run before. */
  void begin(String runId, String turn, RunSettings settings) {
    frames = index.forgetting(frames);
    Map<String, Integer> found = new TreeMap<>();
    for (Frame frame : frames.values()) {
      if (!frame.isRoot()) {
        found.put(frame.namespace(), Math.max(0, frame.step()));
      }
      put(frame.with(frame.plan().at(0)).with(frame.backlog().at(0)));
    }
    this.segment = Segment.begin(runId, turn, settings, found);
  }

  void abandon() {
    Frames before = frames;
    frames = Frames.of(Map.of());
    for (Frame frame : before.values()) {
      if (frame.isKept() || frame.isRoot()) {
        put(frame.resting());
      }
    }
  }

  SubgraphCalls calls() {
    return calls;
  }

  /** Has a subgraph take its supersteps from a step on that is not its first. */
  void found(Frame child, int step) {
    if (segment != null) {
      segment = segment.finding(child.namespace(), step);
    }
  }

  BreakpointGate gate() {
    return gate;
  }

  Rerouting rerouting() {
    return new Rerouting(this, index, thread);
  }

  /** Takes the subgraphs out, at any depth, of a call that is no longer made. */
  void drop(String namespace) {
    frames = frames.closed(namespace);
  }

  /** Drops the tasks of a frame and the subgraphs in them; what has arrived at joins stays. */
  void clear(String namespace) {
    frames = frames.outside(namespace);
    put(frame(namespace).with(Plan.empty()).with((LastStep) null));
  }

  void replaceFrames(Frames others) {
    frames = others;
    others.values().forEach(frame -> frames = frames.with(frame.takenUp(number)));
    moved.addAll(others.byNamespace().keySet());
  }

  /** Plans the entry of a frame, and passes it at once where no router has to run. */
  void enter(String namespace, StateUpdate input) {
    Frame before = frame(namespace);
    int step = before.step() + 1;
    Trigger trigger = new Trigger.RouteOnly(input);
    Task task = Task.planned(thread, before, START, 0, trigger, nextNumber(), step);
    Plan plan = Plan.of(List.of(PlannedTask.ready(task)));
    commit(before, Source.INPUT, List.of(), before.committed(nextNumber(), step).with(plan));
    pass(task);
  }

  /** Settles a task that only asks routers, where its node has none. */
  void pass(Task task) {
    if (task.trigger() instanceof Trigger.RouteOnly only
        && !index.of(frame(task.namespace())).hasRouters(task.node())) {
      put(PlannedTask.settled(task, only.update().writes(), Routing.ALONG_EDGES));
    }
  }

  State applied(Frame frame, List<TaskWrites> contributions) {
    return schema(frame).apply(frame.seen(), contributions);
  }

  Frame holding(Frame frame, State seen) {
    return frame.holding(seen, schema(frame));
  }

  private StateSchema schema(Frame frame) {
    return index.of(frame).schema();
  }

  /** What entered a subgraph has not been seen by any of its nodes when its entry ends. */
  private State barrier(Frame frame, List<TaskWrites> contributions) {
    StateSchema schema = schema(frame);
    boolean seen = frame.isRoot() || !frame.plan().isEntry();
    return schema.apply(seen ? schema.cleared(frame.seen()) : frame.seen(), contributions);
  }

  long nextNumber() {
    return number + 1;
  }

  void commit(Frame before, Source source, List<TaskWrites> contributions, Frame after) {
    commit(before, source, contributions, after, Plan.empty(), null);
  }

  @Nullable Segment segment() {
    return segment;
  }

  /**
   * Commits every superstep that is complete, from the innermost frames outwards, until none is.
   */
  void commitCompleteSteps() {
    TreeMap<Frames.Position, String> complete = new TreeMap<>();
    addComplete(complete);
    while (!complete.isEmpty() && segment != null && segment.halt() == null) {
      String namespace = complete.pollFirstEntry().getValue();
      frames.find(namespace).ifPresent(frame -> due(frame).ifPresent(it -> commit(frame, it)));
      addComplete(complete);
    }
  }

  /** Only frames that have changed can have become complete. */
  private void addComplete(Map<Frames.Position, String> complete) {
    for (String namespace : moved) {
      frames
          .find(namespace)
          .filter(frame -> due(frame).isPresent())
          .ifPresent(frame -> complete.put(Frames.Position.of(frame, frames), namespace));
    }
    moved.clear();
  }

  private Optional<Barrier> due(Frame frame) {
    return segment == null ? Optional.empty() : Barrier.of(frame, index.of(frame), segment);
  }

  private void commit(Frame frame, Barrier barrier) {
    try {
      if (frame.isRerouting()) {
        rerouting().commit(frame);
      } else {
        commitOrThrow(frame.with(barrier.done()), barrier);
      }
    } catch (GraphException error) {
      Plan step = frame.isRerouting() ? frame.asking() : barrier.done();
      refused = error;
      refuse(new RefusedStep(step, error).toBlame(), error);
    }
  }

  /** The answers that the tasks were given stay theirs when they are tried again. */
  void refuse(List<Task> toBlame, GraphException error) {
    for (Task task : toBlame) {
      put(frame(task.namespace()).plan().find(task.id()).orElseThrow().refused(error));
    }
    if (segment != null && segment.settings().onFailure() == OnFailure.FAIL) {
      halt(new Halt.Refused(error));
    }
  }

  /** Returns why a superstep could not be committed; null where all could. */
  @Nullable GraphException refused() {
    return refused;
  }

  private void commitOrThrow(Frame frame, Barrier barrier) {
    State state = barrier(frame, frame.plan().contributions());
    // A subgraph that is left for the graph around has no successors there, and is not held
    boolean leaves = !frame.plan().parentCommands().isEmpty();
    Successors.NextTasks next =
        leaves
            ? Successors.NextTasks.NONE
            : new Successors(index.of(frame), state).of(frame, barrier);
    commit(frame, state, next, barrier, leaves);
  }

  /** Commits what has finished of a superstep: joins remember it, and nothing follows. */
  void commitAsEnd(Frame frame) {
    Plan done = frame.plan();
    State state = done.isEmpty() ? frame.seen() : barrier(frame, done.contributions());
    PendingJoins joins = new Successors(index.of(frame), state).remembered(frame);
    commit(frame, state, Successors.NextTasks.nothing(joins), Barrier.of(done), true);
  }

  /** What goes on beside a task that leaves its subgraph is given up. */
  private void commit(
      Frame frame, State state, Successors.NextTasks next, Barrier barrier, boolean leaves) {
    GraphIndex graph = index.of(frame);
    List<TaskWrites> contributions = frame.plan().contributions();
    int step = frame.step() + 1;
    Plan added = next.plan(thread, frame, nextNumber(), step + 1, barrier.depth());
    Plan plan = leaves ? added : barrier.beside().followedBy(added);
    calls.requireSingleCalls(frame, plan);
    if (leaves && !barrier.beside().isEmpty()) {
      frames = frames.outside(frame.namespace());
    }
    Frame after =
        frame
            .committed(nextNumber(), step)
            .holding(state, graph.schema())
            .with(plan)
            .with(next.backlog())
            .with(LastStep.of(frame, graph))
            .withHold(leaves ? null : gate.between(frame, added, segment));
    conclude(frame, calls.sendingOwn(frame, after, contributions), contributions);
  }

  void conclude(Frame before, Frame after, List<TaskWrites> contributions) {
    boolean ends = !after.isRoot() && after.plan().isEmpty() && after.hold() == null;
    PlannedTask ended = ends ? calls.ended(after, before.plan().parentCommands()) : null;
    Source source = isEdit() ? Source.UPDATE : Source.LOOP;
    commit(before, source, contributions, after, before.plan(), ended);
    countStep(before);
    if (ended != null) {
      close(after);
      put(ended);
    } else if (after.hold() == null || index.of(after).isEager()) {
      calls.open(after.namespace(), after.plan());
    }
  }

  void end(Frame child) {
    PlannedTask ended = calls.ended(child, List.of());
    Frame after = child.committed(nextNumber(), child.step());
    commit(child, Source.LOOP, List.of(), after, Plan.empty(), ended);
    close(after);
    put(ended);
  }

  /** Takes a frame out that has ended; one whose state is kept rests. */
  private void close(Frame ended) {
    if (ended.isKept()) {
      put(ended.resting());
    } else {
      frames = frames.without(ended.namespace());
    }
  }

  private void countStep(Frame frame) {
    if (isEdit()) {
      halt(new Halt.Edited());
    } else if (segment != null && frame.isRoot() && frame.plan().hasRunNodes()) {
      segment = segment.stepped();
    }
  }

  private void commit(
      Frame before,
      Source source,
      List<TaskWrites> contributions,
      Frame after,
      Plan done,
      @Nullable PlannedTask ended) {
    number = after.checkpoint();
    put(after);
    commits.add(
        new Commit(
            number,
            before.checkpoint(),
            after.namespace(),
            source,
            after.step(),
            schema(after).tracked(contributions),
            after.state(),
            after.plan(),
            ended,
            now,
            done,
            frames));
  }

  void halt(Halt reason) {
    if (segment != null) {
      segment = segment.halted(reason);
    }
  }

  /** Puts a task in the place of one that failed, or of a subgraph in which one failed. */
  void replace(Task failed, Task substitute) {
    Frame frame = frame(failed.namespace());
    if (frame.plan().find(failed.id()).orElseThrow().progress() instanceof Progress.Nested inner) {
      List.copyOf(frames.values()).stream()
          .filter(any -> Frame.isWithin(any.namespace(), inner.namespace()))
          .forEach(this::close);
    }
    put(frame.with(frame.plan().with(failed.id(), PlannedTask.ready(substitute))));
  }

  List<PlannedTask> planned() {
    return frames.values().stream().flatMap(frame -> frame.plan().tasks().stream()).toList();
  }

  @Nullable PlannedTask running(String taskId) {
    PlannedTask planned = frames.task(taskId).orElse(null);
    return planned != null && planned.progress() instanceof Progress.Ready ? planned : null;
  }

  boolean isEdit() {
    return segment != null && segment.isEdit();
  }

  void answer(Interrupt interrupt, @Nullable Object value) {
    PlannedTask planned =
        frame(interrupt.namespace()).plan().find(interrupt.taskId()).orElseThrow();
    if (planned.progress() instanceof Progress.Asking asking) {
      Progress.Asking given = asking.with(interrupt.id(), value);
      put(given.open().isEmpty() ? planned.answered(given) : planned.with(given));
    }
  }
}
