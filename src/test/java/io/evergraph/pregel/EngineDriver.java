package io.evergraph.pregel;

import io.evergraph.event.RunEvent;
import io.evergraph.event.RunEvents;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Steering;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Drives the engine without any runtime: runs tasks in the test's own thread and settles them in an
 * order that the test chooses.
 */
public final class EngineDriver {
  private final Graph graph;
  private final Pregel pregel;
  private final List<String> started = new ArrayList<>();
  private final List<Commit> history = new ArrayList<>();
  private final List<RunEvent> events = new ArrayList<>();
  private final Map<Long, State> states = new HashMap<>();
  private final Map<Long, String> turns = new HashMap<>();
  private Completion completion = Completion.TOGETHER;
  private @Nullable BarrierFault fault;
  private RunSettings settings;
  private Checkpoint at;
  private int runs;

  private EngineDriver(Graph graph, Checkpoint at) {
    this.graph = graph;
    this.pregel = Pregel.of(graph);
    this.at = at;
    this.settings = RunSettings.of(graph.spec().maxSteps(), OnFailure.PARK);
    this.runs = (int) this.at.number();
  }

  /** Returns a driver of a new thread. */
  public static EngineDriver of(Graph graph) {
    return of(graph, "thread");
  }

  /** Returns a driver of a new thread of a name. */
  public static EngineDriver of(Graph graph, String thread) {
    return new EngineDriver(graph, Pregel.of(graph).begin(thread));
  }

  /** Returns a driver in a new process: of the old one, only what goes on is left. */
  public EngineDriver restarted() {
    EngineDriver other = new EngineDriver(graph, at);
    other.states.putAll(states);
    other.fault = fault;
    return other.with(settings).completing(completion);
  }

  /** Drives an engine that makes a mistake. */
  EngineDriver faulty() {
    this.fault = new BarrierFault(graph);
    return this;
  }

  /** Sets the order in which tasks finish. */
  public EngineDriver completing(Completion order) {
    this.completion = order;
    return this;
  }

  /** Sets how the runs from new inputs go. */
  public EngineDriver with(RunSettings other) {
    this.settings = other;
    return this;
  }

  /** Takes a new input in and runs as far as possible. */
  public EngineDriver input(StateUpdate update) {
    return begin(update).run();
  }

  /** Takes a new input in and runs nothing. */
  public EngineDriver begin(StateUpdate update) {
    return accept(new Input.NewInput(nextRunId(), update, settings));
  }

  /** Pauses the run while all its tasks are under way, or with none of them begun. */
  public EngineDriver pause(PauseMode mode) {
    Set<String> all = ready().stream().map(Task::id).collect(Collectors.toSet());
    return accept(Input.Pause.of(mode, all));
  }

  /** Takes answers in and runs as far as possible. */
  public EngineDriver answer(Answer... answers) {
    return accept(new Input.Answers(nextRunId(), List.of(answers))).run();
  }

  /** Continues a stopped run, with another limit if one is given, and runs as far as possible. */
  public EngineDriver proceed(@Nullable Integer maxSteps) {
    return accept(new Input.Continue(nextRunId(), Steering.NONE.withMaxSteps(maxSteps))).run();
  }

  /** Edits the state in the name of a node, if one is given, and runs nothing. */
  public EngineDriver edit(StateUpdate update, @Nullable String asNode) {
    return edit(Frame.ROOT, update, asNode);
  }

  /** Edits the state of a subgraph. */
  public EngineDriver edit(String namespace, StateUpdate update, @Nullable String asNode) {
    List<NodeEdit> edits = List.of(new NodeEdit(update, asNode));
    return accept(new Input.StateEdit(nextRunId(), namespace, edits, settings));
  }

  /** Takes an earlier checkpoint up again, and runs nothing. */
  public EngineDriver fork(long checkpoint, Input.Fork.Branch branch, NodeEdit... edits) {
    return accept(
        new Input.Fork(
            nextRunId(),
            commit(checkpoint),
            turns.get(checkpoint),
            branch,
            List.of(edits),
            settings));
  }

  /** Returns a commit by its number. */
  public Commit commit(long checkpoint) {
    return history.stream().filter(any -> any.number() == checkpoint).findFirst().orElseThrow();
  }

  private String nextRunId() {
    return "run-" + ++runs;
  }

  /** Takes any input in and runs nothing. */
  public EngineDriver accept(Input input) {
    Checkpoint before = at;
    moveTo(pregel.accept(at, input, now()));
    events.addAll(RunEvents.ofInput(pregel, before, input, at, events.size() + 1L, now()));
    return this;
  }

  /** Runs until there is nothing to run. */
  public EngineDriver run() {
    while (next() instanceof Next.Run running) {
      settle(completion.finishing(running.tasks()));
    }
    return this;
  }

  /** Runs the ready tasks of the given nodes only, and settles them together. */
  public EngineDriver finish(String... nodes) {
    List<String> wanted = List.of(nodes);
    return settle(ready().stream().filter(task -> wanted.contains(task.node())).toList());
  }

  private EngineDriver settle(List<Task> tasks) {
    tasks.forEach(task -> started.add(task.node()));
    return settleResults(tasks.stream().map(this::result).toList());
  }

  /** Runs a task on the state of its checkpoint, and settles nothing. */
  public TaskResult result(Task task) {
    State known = states.get(task.checkpoint());
    Frame frame = at.frame(task.namespace()).orElseThrow();
    boolean isEarlier = known != null && frame.checkpoint() != task.checkpoint();
    return new TaskRunner(graph)
        .run(at, task, isEarlier ? known : frame.seen(), pregel.remainingSteps(at, task));
  }

  /** Settles results that were made elsewhere. */
  public EngineDriver settleResults(List<TaskResult> results) {
    Checkpoint before = at;
    Checkpoint after = pregel.settle(at, results, now());
    moveTo(fault == null ? after : fault.in(before, results, after));
    events.addAll(RunEvents.ofResults(pregel, before, results, at, events.size() + 1L, now()));
    return this;
  }

  private void moveTo(Checkpoint next) {
    this.at = next;
    history.addAll(next.commits());
    next.commits().forEach(commit -> states.put(commit.number(), commit.state()));
    next.lastSegment()
        .ifPresent(it -> next.commits().forEach(any -> turns.put(any.number(), it.turnId())));
    requireShortcutsToAgree();
  }

  /** What the engine says without naming the tasks must be what it says with their names. */
  private void requireShortcutsToAgree() {
    boolean runs = next() instanceof Next.Run;
    if (pregel.isRunning(at) != runs) {
      throw new AssertionError("Expected isRunning to be " + runs + " but found " + !runs);
    }
    Optional<Instant> deadline = new Next.Waiting(questions()).deadline();
    if (!pregel.deadline(at).equals(deadline)) {
      throw new AssertionError("Expected " + deadline + " but found " + pregel.deadline(at));
    }
  }

  private Instant now() {
    return Instant.EPOCH.plusSeconds(started.size());
  }

  /** Returns the tasks that should be running. */
  public List<Task> ready() {
    return next() instanceof Next.Run running ? running.tasks() : List.of();
  }

  /** Returns the only ready task of a node. */
  public Task ready(String node) {
    List<Task> tasks = ready().stream().filter(task -> task.node().equals(node)).toList();
    if (tasks.size() != 1) {
      throw new AssertionError("Expected one ready task of " + node + " but found " + tasks);
    }
    return tasks.get(0);
  }

  /** Returns the questions that are open, in task order. */
  public List<Interrupt> questions() {
    return pregel.interrupts(at);
  }

  /** Returns the only open question of a node. */
  public Interrupt question(String node) {
    return questions().stream().filter(any -> any.node().equals(node)).findFirst().orElseThrow();
  }

  /** Returns what is to be done. */
  public Next next() {
    return pregel.next(at);
  }

  /** Returns the engine. */
  public Pregel pregel() {
    return pregel;
  }

  /** Returns the run that the input of the turn began. */
  public String turn() {
    return at.lastSegment().orElseThrow().turnId();
  }

  /** Returns the latest checkpoint. */
  public Checkpoint checkpoint() {
    return at;
  }

  /** Returns the state of the last barrier of the graph itself. */
  public State state() {
    return at.root().state();
  }

  /** Returns the nodes whose tasks ran, in the order in which they finished. */
  public List<String> started() {
    return started;
  }

  /** Returns all commits so far. */
  public List<Commit> history() {
    return history;
  }

  /** Returns all events so far. */
  public List<RunEvent> events() {
    return events;
  }
}
