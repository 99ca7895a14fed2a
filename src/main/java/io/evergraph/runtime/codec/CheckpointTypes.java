package io.evergraph.runtime.codec;

import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Frames;
import io.evergraph.pregel.LastStep;
import io.evergraph.pregel.PendingJoins;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.TaskWrites;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Gives what checkpoints hold, once they were read from JSON, the types of their channels. */
public final class CheckpointTypes {
  private final StateCodec codec;
  private final Graph graph;
  private final SharedStates states;

  /** Takes the states that were written beside what is read. */
  public CheckpointTypes(StateCodec codec, Graph graph, SharedStates states) {
    this.codec = codec;
    this.graph = graph;
    this.states = states;
  }

  public Checkpoint bind(Checkpoint raw) {
    return new Checkpoint(raw.thread(), raw.number(), raw.segment(), bind(raw.frames()), List.of());
  }

  public Commit bind(Commit raw) {
    Graph within = Namespaces.graphOf(graph, raw.namespace());
    List<TaskWrites> contributions =
        raw.contributions().stream()
            .map(
                it ->
                    new TaskWrites(
                        it.writer(), codec.bind(it.writes(), within.schema(), it.writer())))
            .toList();
    PlannedTask ended = raw.ended();
    return new Commit(
        raw.number(),
        raw.parent(),
        raw.namespace(),
        raw.source(),
        raw.step(),
        contributions,
        state(raw.state(), within.schema()),
        bind(raw.next(), within),
        ended == null ? null : bind(ended, Namespaces.graphOf(graph, ended.task().namespace())),
        raw.at(),
        bind(raw.done(), within),
        bind(raw.frames()));
  }

  public Plan bind(Plan raw) {
    return raw.tasks().isEmpty()
        ? raw
        : bind(raw, Namespaces.graphOf(graph, raw.tasks().get(0).task().namespace()));
  }

  private Frames bind(Frames raw) {
    Map<String, Frame> frames = new TreeMap<>();
    raw.values().forEach(frame -> frames.put(frame.namespace(), bind(frame)));
    return Frames.of(frames);
  }

  private Frame bind(Frame frame) {
    Graph within = Namespaces.graphOf(graph, frame.namespace());
    StateSchema schema = within.schema();
    frame.plan().nodes().forEach(node -> requireNode(within, node));
    LastStep last = frame.last();
    return new Frame(
        frame.namespace(),
        frame.parentTaskId(),
        frame.origin(),
        frame.graphPath(),
        frame.checkpoint(),
        frame.step(),
        state(frame.state(), schema),
        bind(frame.plan(), within),
        bind(frame.backlog(), within),
        codec.bind(frame.outbox(), schema, "a subgraph"),
        frame.hold(),
        last == null
            ? null
            : new LastStep(
                bind(last.routes(), within), bind(last.backlog(), within), last.asking()),
        states.read(frame.live(), schema));
  }

  /** Returns a state as it was; channels that are new begin anew. */
  private State state(State raw, StateSchema schema) {
    State known = states.read(raw, schema);
    State begun = schema.initial().only(name -> schema.isTracked(name) && !known.has(name));
    return known.and(begun);
  }

  private static void requireNode(Graph level, String node) {
    if (!node.equals(Graph.START) && level.spec().node(node).isEmpty()) {
      throw new UnknownNodeException(level.name(), node);
    }
  }

  private Plan bind(Plan plan, Graph within) {
    return Plan.of(plan.tasks().stream().map(planned -> bind(planned, within)).toList());
  }

  private PendingJoins bind(PendingJoins backlog, Graph within) {
    return new PendingJoins(
        backlog.joins(),
        backlog.deferred(),
        backlog.deferredSends().stream()
            .map(
                send ->
                    send.withInput(codec.bindInput(send.input(), within.inputOf(send.target()))))
            .toList(),
        backlog.again());
  }

  private PlannedTask bind(PlannedTask planned, Graph within) {
    Task task = planned.task();
    StateSchema schema =
        task.trigger().readsCheckpoint() ? within.schema() : within.inputOf(task.source());
    Trigger trigger =
        task.trigger()
            .map(values -> codec.bindInput(values, schema))
            .mapSent(values -> codec.bindInput(values, within.inputOf(task.source())));
    return new PlannedTask(
        task.with(trigger),
        bind(planned.progress(), within, task),
        planned.asked(),
        planned.depth());
  }

  private Progress bind(Progress progress, Graph within, Task task) {
    return progress instanceof Progress.Settled settled
        ? new Progress.Settled((TaskResult.Completed) bind(settled.result(), within, task))
        : progress;
  }

  private TaskResult bind(TaskResult.Completed result, Graph within, Task task) {
    TaskResult own = codec.bind(result, within.schema(), within::inputOf, task.node());
    return Namespaces.around(graph, task.namespace())
        .map(around -> codec.bindForParent(own, around.schema(), around::inputOf))
        .orElse(own);
  }
}
