package io.evergraph.temporal.worker;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.TooLargeException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.pregel.Trigger;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.Invocation;
import io.evergraph.runtime.node.NodeInvoker;
import io.evergraph.state.State;
import io.evergraph.state.StateSchema;
import io.evergraph.temporal.client.ChangedLimits;
import io.evergraph.temporal.client.StateReader;
import io.evergraph.temporal.connection.LocalCancellations;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.payload.SizeGuard;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.NodeCall;
import io.evergraph.temporal.protocol.NodeReply;
import io.evergraph.temporal.protocol.RunMetadata;
import io.evergraph.temporal.protocol.StateKey;
import io.evergraph.temporal.workflow.InterpreterServices;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.activity.DynamicActivity;
import io.temporal.common.converter.EncodedValues;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks as activities: the activity's type is the node, its argument a {@link NodeCall}, its
 * result a {@link NodeReply}.
 *
 * <p>How a node fails is decided by {@link NodeInvoker}; what the worker itself lacks fails the
 * attempt alone, and is tried again without using up the attempts of the node.
 */
public final class NodeActivity implements DynamicActivity {
  private static final Duration PAUSE_OF_UNFIT_WORKER = Duration.ofSeconds(2);

  private final GraphRegistry graphs;
  private final StateCodec codec;
  private final SizeGuard guard;
  private final NodeInvoker invoker;
  private final StateReader states;
  private final ContextReader contexts;
  private final ChangedLimits changed;
  private final Optional<LocalCancellations> cancellations;
  private final ScheduledExecutorService timer;
  private final AtomicBoolean closing;

  /** Makes the activity of a worker, which says by {@code closing} that it ends running nodes. */
  public NodeActivity(
      GraphRegistry graphs,
      TemporalConnection connection,
      NodeInvoker invoker,
      ScheduledExecutorService timer,
      AtomicBoolean closing) {
    this.graphs = graphs;
    this.codec = connection.codec();
    this.guard = connection.guard();
    this.invoker = invoker;
    this.states = StateReader.of(connection);
    this.contexts = new ContextReader(connection);
    this.changed = new ChangedLimits(connection);
    this.cancellations = connection.recalls();
    this.timer = timer;
    this.closing = closing;
  }

  @Override
  public @Nullable Object execute(EncodedValues arguments) {
    ActivityExecutionContext activity = Activity.getExecutionContext();
    NodeCall call = call(arguments);
    try (Heartbeat heartbeat = Heartbeat.begin(activity, timer)) {
      return runCancellable(activity.getInfo(), call, heartbeat);
    }
  }

  private static NodeCall call(EncodedValues arguments) {
    try {
      return arguments.get(0, NodeCall.class);
    } catch (BlobUnavailableException outage) {
      throw Failures.uncounted(outage, PAUSE_OF_UNFIT_WORKER);
    }
  }

  private NodeReply runCancellable(ActivityInfo activity, NodeCall call, Heartbeat heartbeat) {
    if (cancellations.isEmpty()) {
      return run(activity, call, heartbeat);
    }
    LocalCancellations.Key key =
        new LocalCancellations.Key(
            activity.getWorkflowRunId(),
            call.taskId(activity.getWorkflowId(), activity.getActivityType()));
    try {
      cancellations.get().begin(key, heartbeat);
      return run(activity, call, heartbeat);
    } finally {
      cancellations.get().end(key, heartbeat);
    }
  }

  private NodeReply run(ActivityInfo activity, NodeCall call, Heartbeat heartbeat) {
    heartbeat.onGiveUp(end -> failure(end, heartbeat));
    Map<String, Object> context = context(activity, call, heartbeat);
    StateSource source = new StateSource(activity, call);
    Attempt attempt = invoker.run(invocation(activity, call, context, heartbeat, source));
    if (source.missing != null) {
      throw missing(call, source.missing);
    }
    return attempt.match(
        ended -> fitting(reply(activity.getActivityType(), ended.result()), call),
        again -> {
          requireWorker(again.failure());
          heartbeat.count();
          throw Failures.again(again.failure(), again.pause(), codec);
        },
        abandoned -> {
          throw heartbeat.cancellation();
        });
  }

  private Map<String, Object> context(ActivityInfo activity, NodeCall call, Heartbeat heartbeat) {
    try {
      return contexts.read(activity, call);
    } catch (StateMissingException missing) {
      throw heartbeat.isCancelled() ? heartbeat.cancellation() : missing(call, missing);
    }
  }

  /** What cannot be had is sent along once; after that the task asks until its attempts end. */
  private static RuntimeException missing(NodeCall call, StateMissingException missing) {
    return call.wasResent()
        ? Failures.uncounted(missing, PAUSE_OF_UNFIT_WORKER)
        : Failures.elsewhere(missing);
  }

  /** Returns how an attempt failed whose thread still runs. */
  private Exception failure(Attempt end, Heartbeat heartbeat) {
    return end.match(
        ended ->
            ended
                .result()
                .<Exception>match(
                    done -> heartbeat.cancellation(),
                    asked -> heartbeat.cancellation(),
                    failed -> Failures.ending(failed, codec)),
        again -> Failures.again(again.failure(), again.pause(), codec),
        abandoned -> heartbeat.cancellation());
  }

  private NodeReply reply(String node, TaskResult result) {
    return result.match(
        done -> sendable(node, done),
        asked -> sendable(node, asked),
        failed -> {
          requireWorker(failed);
          throw Failures.ending(failed, codec);
        });
  }

  /** A local task that shares its space with others runs elsewhere when it needs more. */
  private NodeReply fitting(NodeReply reply, NodeCall call) {
    Long room = call.room();
    long bytes = room == null ? 0 : new JsonSize(codec).of(reply);
    if (room != null && bytes > room) {
      throw Failures.elsewhere(new TooLargeException("what a local task gives back", bytes, room));
    }
    return reply;
  }

  private NodeReply sendable(String node, TaskResult result) {
    NodeReply reply = NodeReply.of(result, codec);
    try {
      reply.requireSendable(node, codec, guard);
      return reply;
    } catch (GraphException tooLarge) {
      throw Failures.ending(Failures.ofTask(result.taskId(), tooLarge, reply.report()), codec);
    }
  }

  /** A node that was interrupted because its worker closes has not failed: it is lost with it. */
  private void requireWorker(TaskResult.Failed failure) {
    if (closing.get() && failure.type().equals(InterruptedException.class.getName())) {
      throw Failures.lost("The worker was closed while the node ran.");
    }
  }

  private Invocation invocation(
      ActivityInfo activity,
      NodeCall call,
      Map<String, Object> context,
      Heartbeat heartbeat,
      Supplier<State> state) {
    RunMetadata run = call.run();
    Graph graph = graphOf(activity, call);
    Trigger trigger = call.trigger(codec, graph.schema());
    Task task = call.task(activity.getWorkflowId(), activity.getActivityType(), trigger);
    return new Invocation(
        codeOf(run),
        activity.getWorkflowId(),
        run.id(),
        task,
        () -> call.seen(state.get(), codec, graph.schema()),
        call.tried() + heartbeat.failures() + 1,
        call.left(),
        context,
        run.tags(),
        options(activity, call, task.policy(graph.policy(task.node()))),
        heartbeat);
  }

  private NodeOptions options(ActivityInfo activity, NodeCall call, NodePolicy policy) {
    NodeOptions asked = Optional.ofNullable(call.options()).orElse(NodeOptions.NONE);
    return asked.with(changed.of(activity, asked.applyTo(policy)));
  }

  private Graph graphOf(ActivityInfo activity, NodeCall call) {
    try {
      Graph graph = Namespaces.graphOf(codeOf(call.run()), call.frame());
      requireNode(graph, activity.getActivityType());
      return graph;
    } catch (GraphException unknown) {
      throw Failures.uncounted(unknown, PAUSE_OF_UNFIT_WORKER);
    }
  }

  private Graph codeOf(RunMetadata run) {
    return InterpreterServices.codeOf(graphs, run.graph(), run.version());
  }

  private static void requireNode(Graph graph, String node) {
    if (!node.equals(Graph.START) && graph.spec().node(node).isEmpty()) {
      throw new UnknownNodeException(graph.name(), node);
    }
  }

  /** Gives the state when the node asks for it, and remembers when it could not. */
  private final class StateSource implements Supplier<State> {
    private final ActivityInfo activity;
    private final NodeCall call;
    private @Nullable StateMissingException missing;

    StateSource(ActivityInfo activity, NodeCall call) {
      this.activity = activity;
      this.call = call;
    }

    @Override
    public State get() {
      try {
        StateSchema schema = Namespaces.graphOf(codeOf(call.run()), call.frame()).schema();
        return call.checkpoint() == 0
            ? schema.initial()
            : call.inlineState(codec, schema).orElseGet(this::known);
      } catch (StateMissingException failure) {
        missing = failure;
        throw failure;
      }
    }

    private State known() {
      return activity.isLocal() ? held() : read();
    }

    /** A local activity holds the workflow task: asking its run would wait for itself. */
    private State held() {
      return states
          .held(key())
          .orElseThrow(
              () ->
                  new StateMissingException(
                      activity.getWorkflowId(),
                      call.checkpoint(),
                      "it is not held in this process"));
    }

    private State read() {
      return states.read(codeOf(call.run()), activity.getWorkflowId(), key());
    }

    private StateKey key() {
      return call.stateKey(activity.getWorkflowRunId());
    }
  }
}
