package io.evergraph.temporal.worker;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.TooLargeException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.error.WorkerLostException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskReport;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.node.Attempt;
import io.evergraph.runtime.node.Invocation;
import io.evergraph.runtime.node.NodeInvoker;
import io.evergraph.state.State;
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
import io.evergraph.temporal.workflow.InterpreterServices;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.activity.DynamicActivity;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.EncodedValues;
import io.temporal.common.converter.RawValue;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
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

  /** With pauses that grow up to this, the attempts of a task last for about half an hour. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final GraphRegistry graphs;
  private final StateCodec codec;
  private final DataConverter converter;
  private final SizeGuard guard;
  private final NodeInvoker invoker;
  private final StateReader states;
  private final ContextReader contexts;
  private final ChangedLimits changed;
  private final Optional<LocalCancellations> cancellations;
  private final ScheduledExecutorService timer;
  private final WorkerEnd worker;
  private final int lostWorkers;

  /** Makes the activity of a worker, which says how far that has ended. */
  public NodeActivity(
      GraphRegistry graphs,
      TemporalConnection connection,
      NodeInvoker invoker,
      ScheduledExecutorService timer,
      WorkerEnd worker) {
    this.graphs = graphs;
    this.codec = connection.codec();
    this.converter = connection.client().getOptions().getDataConverter();
    this.guard = connection.guard();
    this.invoker = invoker;
    this.states = new StateReader(connection);
    this.contexts = new ContextReader(connection);
    this.changed = new ChangedLimits(connection);
    this.cancellations = connection.cancellations();
    this.timer = timer;
    this.worker = worker;
    this.lostWorkers = connection.options().lostWorkers();
  }

  @Override
  public @Nullable Object execute(EncodedValues arguments) {
    ActivityExecutionContext activity = Activity.getExecutionContext();
    try (Heartbeat heartbeat = new Heartbeat(activity, timer, worker)) {
      return execute(activity.getInfo(), arguments, heartbeat);
    }
  }

  /** An attempt that fails tells so before, lest it count as lost with its process. */
  private RawValue execute(ActivityInfo activity, EncodedValues arguments, Heartbeat heartbeat) {
    try {
      return new TaskAttempt(activity, call(activity, arguments), heartbeat).run();
    } catch (ApplicationFailure failure) {
      if (!failure.isNonRetryable()) {
        heartbeat.tellEnd();
      }
      throw failure;
    }
  }

  private static NodeCall call(ActivityInfo activity, EncodedValues arguments) {
    try {
      return arguments.get(0, NodeCall.class);
    } catch (BlobUnavailableException outage) {
      throw unfit(activity, outage);
    }
  }

  /** What this worker lacks, another one may have, or this one later. */
  private static ApplicationFailure unfit(ActivityInfo activity, GraphException lack) {
    Duration grown = PAUSE_OF_UNFIT_WORKER.multipliedBy(activity.getAttempt());
    return activity.isLocal()
        ? Failures.elsewhere(lack)
        : Failures.uncounted(lack, Collections.min(List.of(grown, LONGEST_PAUSE)));
  }

  /** One attempt of one task; the state is read when the node asks for it. */
  private final class TaskAttempt {
    private final ActivityInfo activity;
    private final NodeCall call;
    private final Heartbeat heartbeat;
    private final String thread;
    private final String node;
    private final String taskId;
    private final int number;
    private final Graph root;
    private final Graph graph;
    private @Nullable StateMissingException missing;

    TaskAttempt(ActivityInfo activity, NodeCall call, Heartbeat heartbeat) {
      this.activity = activity;
      this.call = call;
      this.heartbeat = heartbeat;
      this.thread = activity.getWorkflowId();
      this.node = activity.getActivityType();
      this.taskId = call.taskId(thread, node);
      this.number = call.tried() + heartbeat.begun().failures() + 1;
      try {
        this.root = InterpreterServices.codeOf(graphs, call.run().graph(), call.run().version());
        this.graph = Namespaces.graphOf(root, call.namespace());
        if (!node.equals(Graph.START) && graph.spec().node(node).isEmpty()) {
          throw new UnknownNodeException(graph.name(), node);
        }
      } catch (GraphException unknown) {
        throw unfit(activity, unknown);
      }
    }

    /** A node that takes its worker down does not get another one without end. */
    RawValue run() {
      int lost = heartbeat.begun().lost();
      if (lost >= lostWorkers) {
        throw ending(new WorkerLostException(node, lost), TaskReport.of(number, Duration.ZERO));
      }
      LocalCancellations.Key key = new LocalCancellations.Key(activity.getWorkflowRunId(), taskId);
      cancellations.ifPresent(it -> it.begin(key, heartbeat));
      try {
        heartbeat.onGiveUp(this::end);
        Attempt attempt = invoker.run(invocation());
        if (missing != null) {
          throw missing;
        }
        return end(attempt);
      } catch (StateMissingException unreadable) {
        throw heartbeat.isCancelled() ? heartbeat.cancellation() : failure(unreadable);
      } finally {
        cancellations.ifPresent(it -> it.end(key, heartbeat));
      }
    }

    private RawValue end(Attempt attempt) {
      return attempt.match(
          ended -> ended.result().match(this::sendable, this::sendable, this::failed),
          again -> {
            requireWorker();
            heartbeat.count();
            throw Failures.again(again.failure(), again.pause(), codec);
          },
          abandoned -> {
            requireWorker();
            throw heartbeat.cancellation();
          });
    }

    private RawValue failed(TaskResult.Failed failure) {
      requireWorker();
      throw Failures.ending(failure, codec);
    }

    private ApplicationFailure ending(GraphException error, TaskReport report) {
      return Failures.ending(Failures.ofTask(taskId, error, report), codec);
    }

    /** What cannot be had is sent along once; after that the task asks until its attempts end. */
    private RuntimeException failure(StateMissingException unreadable) {
      return call.resent() ? unfit(activity, unreadable) : Failures.elsewhere(unreadable);
    }

    private Invocation invocation() {
      RunMetadata run = call.run();
      Task task;
      try {
        task = call.task(thread, node, codec, graph.schema());
      } catch (GraphException misfit) { // what a worker with other types sent, another can read
        throw unfit(activity, misfit);
      }
      NodeOptions asked = Optional.ofNullable(call.options()).orElse(NodeOptions.NONE);
      NodePolicy planned = asked.applyTo(task.policy(graph.policy(node)));
      return new Invocation(
          root,
          graph,
          thread,
          run.id(),
          run.turnId(),
          task,
          this::state,
          number,
          call.tried() + activity.getAttempt(),
          call.left(),
          contexts.read(activity, call),
          run.tags(),
          run.sites(),
          asked.with(changed.of(activity, planned)),
          heartbeat);
    }

    private RawValue sendable(TaskResult result) {
      try {
        NodeReply reply = NodeReply.of(result, codec);
        long bytes = reply.bytes(new JsonSize(codec));
        if (!SizeGuard.surelyTakes(bytes)) {
          reply.requireSendable(node, codec, guard);
        }
        if (call.room() != null) {
          requireRoom(call.room(), bytes);
        }
        return new RawValue(converter.toPayload(reply).orElseThrow());
      } catch (ApplicationFailure elsewhere) {
        throw elsewhere;
      } catch (BlobUnavailableException outage) {
        throw unfit(activity, outage);
      } catch (GraphException refused) {
        throw ending(refused, result.report());
      } catch (RuntimeException | StackOverflowError unsendable) {
        throw ending(
            new InvalidValueException(
                "the result of node '" + node + "'",
                "a value that can be written as JSON",
                Failures.reason(unsendable)),
            result.report());
      }
    }

    /** A local task that shares its space with others runs elsewhere when it needs more. */
    private static void requireRoom(long room, long bytes) {
      if (bytes > room) {
        throw Failures.elsewhere(
            new TooLargeException("what a local task gives back", bytes, room));
      }
    }

    /**
     * A node that its worker cuts off has not failed: it is lost with it. What it throws then is of
     * any kind, since libraries wrap interrupts.
     */
    private void requireWorker() {
      if (worker.isCutOff() && !heartbeat.isCancelled()) {
        throw Failures.lost("The worker was closed while the node ran.");
      }
    }

    private State state() {
      try {
        return states.read(root, activity, call);
      } catch (StateMissingException unreadable) {
        missing = unreadable;
        heartbeat.leave(failure(unreadable));
        throw unreadable;
      }
    }
  }
}
