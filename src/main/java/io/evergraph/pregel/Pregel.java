package io.evergraph.pregel;

import io.evergraph.error.GraphException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.ReducerException;
import io.evergraph.error.SubgraphBusyException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphSpec;
import io.evergraph.graph.Interrupt;
import io.evergraph.state.ReducerCall;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.Write;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The engine of one graph: supersteps, barriers, joins, questions, subgraphs. Pure and free of
 * state; safe to share between threads.
 *
 * <p>A driver takes an input in with {@link #accept}, runs the tasks that {@link #next} names, and
 * gives their results to {@link #settle} as they come, in any order and grouping.
 */
public final class Pregel {
  private final GraphIndex index;
  private final Graph graph;
  private final Set<GraphTrait> traits;

  private Pregel(GraphIndex index, Graph graph) {
    this.index = index;
    this.graph = graph;
    this.traits = index.traits();
  }

  /** Returns the engine of a graph. */
  public static Pregel of(Graph graph) {
    return of(graph.spec(), graph);
  }

  /**
   * Returns the engine of a recorded topology, with the reducers and types of a graph that is at
   * hand.
   *
   * @throws UnknownChannelException when the topology has a channel that the graph does not declare
   */
  public static Pregel of(GraphSpec spec, Graph bound) {
    return new Pregel(new GraphIndex(spec, bound, ReducerCall.PLAIN), bound);
  }

  /** Returns this engine with reducers of users that are called in another way. */
  public Pregel calling(ReducerCall calls) {
    return new Pregel(new GraphIndex(spec(), graph, calls), graph);
  }

  /** Returns the traits that the graph, or a subgraph at any depth, has. */
  public Set<GraphTrait> traits() {
    return traits;
  }

  /** Returns the checkpoint of a thread that nothing has happened on. */
  public Checkpoint begin(String thread) {
    Frame root = Frame.root(index.schema().initial());
    return new Checkpoint(thread, 0, null, Frames.of(Map.of(Frame.ROOT, root)), List.of());
  }

  /** Returns the channels of the graph that runs in a frame. */
  public StateSchema schema(Frame frame) {
    return index.of(frame).schema();
  }

  /** Returns the channels of what is sent to a node in a frame. */
  public StateSchema inputOf(Frame frame, String node) {
    GraphIndex graph = index.of(frame);
    return graph.child(node).orElse(graph).schema();
  }

  /** Returns whether a task is a subgraph for which a thread of its own works. */
  public boolean isCall(Checkpoint at, Task task) {
    return traits.contains(GraphTrait.CALLS) && new ChildCalls(index, at).isCall(task);
  }

  /** Returns what the thread begins with that works for a task. */
  public ChildCall call(Checkpoint at, Task task) {
    Graph around = graph;
    for (String node : at.frame(task.namespace()).orElseThrow().graphPath()) {
      around = around.subgraph(node);
    }
    return new ChildCalls(index, at).call(task, around);
  }

  /**
   * Returns what a task receives for which a thread has come to its end.
   *
   * @param heard what the thread wrote
   * @param end what those of its channels held in the end of which it tells that
   */
  public List<Write> received(Checkpoint at, Task task, List<Write> heard, State end) {
    return new ChildCalls(index, at).received(task, heard, end);
  }

  /** Returns the graph at hand, which has the nodes' code; its topology may be another one. */
  public Graph graph() {
    return graph;
  }

  /** Returns the topology that this engine follows. */
  public GraphSpec spec() {
    return index.spec();
  }

  /** Returns the fingerprint of that topology. */
  public String fingerprint() {
    return spec().equals(graph.spec()) ? graph.fingerprint() : spec().fingerprint();
  }

  /**
   * Takes an input in.
   *
   * @param now the time by the clock of the driver
   * @throws UnknownChannelException when it writes a channel that is not declared
   * @throws UnknownInterruptException when an answer does not fit an open question
   * @throws NothingToResumeException when it wants to go on and there was no run, or one is in
   *     progress
   * @throws ThreadBusyException when it edits the state while tasks run
   * @throws SubgraphBusyException when it goes to a subgraph that keeps its state and is in use
   * @throws ReducerException when it edits the state and a reducer throws
   */
  public Checkpoint accept(Checkpoint at, Input input, Instant now) {
    return new InputProcessor(index, at, now).take(input);
  }

  /**
   * Takes results of planned tasks in; results of tasks that are not running are dropped. Where a
   * graph is eager, each is committed before the next is looked at.
   *
   * @param now the time by the clock of the driver
   * @param results any non-empty subset of the tasks that {@link #next} named
   */
  public Checkpoint settle(Checkpoint at, List<TaskResult> results, Instant now) {
    Transition transition = new Transition(index, at, now);
    for (TaskResult result : results) {
      PlannedTask planned = transition.running(result.taskId());
      if (planned != null) {
        settle(transition, planned, result, now);
        if (traits.contains(GraphTrait.EAGER)) {
          transition.commitCompleteSteps();
        }
      }
    }
    transition.commitCompleteSteps();
    return transition.result();
  }

  private void settle(Transition transition, PlannedTask planned, TaskResult result, Instant now) {
    Segment segment = transition.segment();
    // Should the task run again that has stopped during a pause, it waits for its end
    transition.run(segment == null ? null : segment.without(planned.task().id()));
    if (result instanceof TaskResult.Failed failed) {
      new Recovery(transition, index).failed(planned, failed);
    } else {
      PlannedTask after =
          result.match(
              done -> transition.calls().ended(planned, done),
              asked -> planned.with(asking(asked, now)),
              never -> planned);
      transition.put(after);
    }
  }

  /**
   * Returns how a run stands that cannot go on: the tasks in progress have failed, as with {@link
   * #settle}; without a run nothing changes.
   */
  public Checkpoint refuse(Checkpoint at, GraphException reason, Instant now) {
    Transition transition = new Transition(index, at, now);
    if (next(at) instanceof Next.Run run) {
      transition.refuse(run.tasks(), reason);
    }
    return transition.result();
  }

  /** Returns how a thread stands whose first run could not begin. */
  public Checkpoint refuse(
      Checkpoint at, String runId, RunSettings settings, GraphException reason, Instant now) {
    Transition transition = new Transition(index, at, now);
    transition.begin(runId, runId, settings);
    transition.halt(new Halt.Refused(reason));
    return transition.result();
  }

  private static Progress asking(TaskResult.Asked asked, Instant now) {
    return new Progress.Asking(
        asked.questions().stream().map(question -> question.askedAt(now)).toList(), Map.of());
  }

  /** Returns whether the graph that runs in a namespace commits each result alone. */
  public boolean isEager(Frame frame) {
    return index.of(frame).isEager();
  }

  /** Says what is to be done with a checkpoint. */
  public Next next(Checkpoint at) {
    return new NextPlanner(index, at).next();
  }

  /**
   * Returns how many supersteps the graph of a task may take after that of the task; in an eager
   * graph, how many tasks may follow it one after the other.
   */
  public int remainingSteps(Checkpoint at, Task task) {
    Segment segment = at.segment();
    Frame frame = at.frame(task.namespace()).orElse(null);
    return segment == null || frame == null ? 0 : segment.remainingAfter(frame, task, index);
  }

  /**
   * Returns how many more tasks may begin at a checkpoint.
   *
   * @param all how many run on the thread
   * @param running those that do
   */
  public ConcurrencyLimits limits(Checkpoint at, int all, Supplier<Stream<Task>> running) {
    return new ConcurrencyLimits(index, at, all, running);
  }

  /** Returns whether {@link #next} is {@link Next.Run}, without naming the tasks. */
  public boolean isRunning(Checkpoint at) {
    return new NextPlanner(index, at).isRunning();
  }

  /** Returns the earliest deadline of a question that is open at a checkpoint. */
  public Optional<Instant> deadline(Checkpoint at) {
    return new Next.Waiting(interrupts(at)).deadline();
  }

  /** Returns the questions that are open at a checkpoint. */
  public List<Interrupt> interrupts(Checkpoint at) {
    return new NextPlanner(index, at).openInterrupts();
  }
}
