package io.evergraph.runtime;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Backlog;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Frames;
import io.evergraph.pregel.Hold;
import io.evergraph.pregel.Plan;
import io.evergraph.pregel.PlannedTask;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.Progress;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateSchema.Openness;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Turns the checkpoints of one graph's threads into JSON and back, so that another process can go
 * on with them, in the middle of a superstep too. What the last transition committed is left out:
 * it belongs to history.
 */
public final class CheckpointCodec {
  private final StateCodec codec;
  private final Graph graph;

  /** Makes the codec of a graph's checkpoints. */
  public CheckpointCodec(StateCodec codec, Graph graph) {
    this.codec = codec;
    this.graph = graph;
  }

  /** Returns the JSON form of a checkpoint. */
  public JsonNode write(Checkpoint checkpoint) {
    return codec.toJson(Pregel.of(graph).stored(checkpoint));
  }

  /**
   * Reads a checkpoint.
   *
   * @throws InvalidValueException when the tree is not the form of a checkpoint of this graph
   */
  public Checkpoint read(JsonNode tree) {
    Checkpoint raw =
        Optional.<Checkpoint>ofNullable(codec.fromJson(tree, Checkpoint.class, "a checkpoint"))
            .orElseThrow(() -> new InvalidValueException("a checkpoint", "its JSON form", "null"));
    Map<String, Frame> frames = new TreeMap<>();
    raw.frames().values().forEach(frame -> frames.put(frame.namespace(), bind(frame)));
    return new Checkpoint(raw.thread(), raw.number(), raw.segment(), Frames.of(frames), List.of());
  }

  private Frame bind(Frame frame) {
    Graph within = Namespaces.graphOf(graph, frame.namespace());
    StateSchema schema = within.schema();
    frame.plan().nodes().forEach(node -> requireNode(within, node));
    Hold hold = frame.hold();
    return new Frame(
        frame.namespace(),
        frame.parentTaskId(),
        frame.origin(),
        frame.graphPath(),
        frame.checkpoint(),
        frame.step(),
        bind(frame.state(), schema),
        bind(frame.plan(), within),
        bind(frame.backlog(), within),
        codec.bind(frame.outbox(), schema, "a subgraph"),
        hold == null ? null : hold.with(bind(hold.routes(), within), bind(hold.backlog(), within)),
        State.empty());
  }

  private static void requireNode(Graph level, String node) {
    if (!node.equals(Graph.START) && level.spec().node(node).isEmpty()) {
      throw new UnknownNodeException(level.name(), node);
    }
  }

  /** Channels that the graph no longer has are left behind; new ones begin as in a new thread. */
  private State bind(State state, StateSchema schema) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>(schema.initial().values());
    state
        .values()
        .forEach(
            (name, value) -> {
              if (schema.openness() == Openness.ANY || schema.channels().containsKey(name)) {
                values.put(name, value);
              }
            });
    return codec.bind(State.of(values), schema);
  }

  private Plan bind(Plan plan, Graph within) {
    return Plan.of(plan.tasks().stream().map(planned -> bind(planned, within)).toList());
  }

  private Backlog bind(Backlog backlog, Graph within) {
    return new Backlog(
        backlog.joins(),
        backlog.deferred(),
        backlog.deferredSends().stream()
            .map(
                send ->
                    send.withInput(codec.bindInput(send.input(), within.inputOf(send.target()))))
            .toList());
  }

  private PlannedTask bind(PlannedTask planned, Graph within) {
    Task task = planned.task();
    Task bound =
        new Task(
            task.id(),
            task.namespace(),
            task.node(),
            task.index(),
            bind(task, within),
            task.checkpoint(),
            task.step(),
            task.answers());
    return new PlannedTask(bound, bind(planned.progress(), within, task));
  }

  private Trigger bind(Task task, Graph within) {
    StateSchema schema =
        task.trigger().readsCheckpoint() ? within.schema() : within.inputOf(task.source());
    return task.trigger().map(values -> codec.bindInput(values, schema));
  }

  private Progress bind(Progress progress, Graph within, Task task) {
    return progress instanceof Progress.Settled settled
        ? new Progress.Settled((TaskResult.Completed) bind(settled.result(), within, task))
        : progress;
  }

  private TaskResult bind(TaskResult.Completed result, Graph within, Task task) {
    TaskResult own = codec.bind(result, within.schema(), within::inputOf, task.node());
    return Namespaces.around(graph, task.namespace())
        .map(around -> codec.bindUpward(own, around.schema(), around::inputOf))
        .orElse(own);
  }
}
