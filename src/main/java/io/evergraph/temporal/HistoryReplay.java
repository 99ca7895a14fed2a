package io.evergraph.temporal;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Frame;
import io.evergraph.runtime.Divergence;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ReplayReport;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.thread.ReplayCheck;
import io.evergraph.runtime.thread.SavedThreads.Restored;
import io.evergraph.temporal.client.SavedReader;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.StateCache;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.payload.JsonSize;
import io.evergraph.temporal.protocol.Attributes;
import io.evergraph.temporal.protocol.Failures;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.evergraph.temporal.workflow.InterpreterServices;
import io.evergraph.temporal.workflow.Topologies;
import io.grpc.Status;
import io.temporal.activity.DynamicActivity;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import io.temporal.worker.WorkflowImplementationOptions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Plays the histories of threads against a version of their graph that they did not run on, before
 * it is deployed: the recorded inputs, answers and results of tasks go to its engine, and the first
 * step that would go otherwise is reported. Nothing is changed on the server, and no node runs.
 *
 * <p>A history is that of the latest execution of the thread's workflow: what an earlier one holds
 * that was continued as new is not played. Of a thread that only the checkpoint store has, the
 * inputs and results are played that led to the checkpoints that it keeps.
 */
public final class HistoryReplay {
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  private static final Set<EventType> ENDS =
      Set.of(
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_FAILED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TERMINATED,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_TIMED_OUT,
          EventType.EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW);

  private final TemporalConnection connection;
  private final Graph to;
  private final GraphRegistry graphs;

  /**
   * Makes a replay.
   *
   * @param connection where the histories are, and the reader of their values; one to an embedded
   *     server does for histories in files
   * @param to the version to play them against
   * @param older the graphs that the threads ran on, as far as they are at hand, be it under the
   *     same version: needed where they had channels that the version lacks, or of other types, and
   *     for saved threads where they had nodes that it lacks, or where the runtime in memory saved
   *     them
   */
  public HistoryReplay(TemporalConnection connection, Graph to, Graph... older) {
    this.connection = connection;
    this.to = to;
    this.graphs = GraphRegistry.of(to);
    List.of(older).forEach(graphs::register);
  }

  /**
   * Plays the thread of a server; one that the server has not, or has forgotten, as the checkpoint
   * store of the connection has it.
   *
   * @throws UnknownThreadException when there is no such thread
   * @throws StoreUnavailableException when the server does not know the thread, and the store
   *     cannot be asked
   * @throws GraphException when it runs another graph, or a version that is needed is not at hand
   */
  public ReplayReport play(ThreadId thread) {
    if (connection.isDeleted(thread.value())) {
      return playSaved(thread);
    }
    try {
      return play(connection.client().fetchHistory(thread.value()));
    } catch (RuntimeException failure) {
      if (GrpcErrors.hasCode(failure, Status.Code.NOT_FOUND)) {
        return playSaved(thread);
      }
      throw failure;
    }
  }

  private ReplayReport playSaved(ThreadId thread) {
    Optional<Restored> saved;
    try {
      saved = new SavedReader(connection, graphs).find(thread);
    } catch (StoreUnavailableException away) {
      throw away;
    } catch (GraphException unreadable) {
      return unplayed(thread, unreadable);
    }
    Restored kept = saved.orElseThrow(() -> new UnknownThreadException(thread.value()));
    ReplayCheck check = new ReplayCheck(to, connection.codec());
    kept.progress().ifPresent(check::accept);
    return check.report(thread, !kept.isOver());
  }

  /**
   * Plays a history that was downloaded, as {@code temporal workflow show --output json} writes it.
   *
   * @param unnamed the thread where the history does not name it, as older servers write it
   * @throws InvalidInputException when it is not the history of a thread
   * @throws GraphException when it runs another graph, or a version that is needed is not at hand
   */
  public ReplayReport play(String json, ThreadId unnamed) {
    WorkflowExecutionHistory history;
    try {
      history = WorkflowExecutionHistory.fromJson(json);
    } catch (RuntimeException malformed) {
      throw new InvalidInputException(
              "a history",
              "the JSON of a workflow's history",
              String.valueOf(malformed.getMessage()))
          .causedBy(malformed);
    }
    HistoryEvent begin = history.getEvents().get(0);
    String type = begin.getWorkflowExecutionStartedEventAttributes().getWorkflowType().getName();
    if (!type.equals(GraphWorkflow.TYPE)) {
      throw new InvalidInputException(
          "a history", "that of a workflow of type " + GraphWorkflow.TYPE, "'" + type + "'");
    }
    String id = begin.getWorkflowExecutionStartedEventAttributes().getWorkflowId();
    return play(
        new WorkflowExecutionHistory(history.getHistory(), id.isEmpty() ? unnamed.value() : id));
  }

  private ReplayReport play(WorkflowExecutionHistory history) {
    ThreadId thread = ThreadId.of(history.getWorkflowExecution().getWorkflowId());
    ReplayCheck check = new ReplayCheck(to, connection.codec());
    boolean isOpen = !ENDS.contains(history.getLastEvent().getEventType());
    AtomicReference<RuntimeException> reason = new AtomicReference<>();
    try {
      worker(check, reason).replayWorkflowExecution(history);
    } catch (Exception failure) {
      return unplayed(thread, Optional.ofNullable(reason.get()).orElse(unread(thread, failure)));
    }
    return check.report(thread, isOpen);
  }

  private static RuntimeException unread(ThreadId thread, Exception failure) {
    return new InvalidInputException(
            "the history of thread '" + thread + "'",
            "one that this code can replay on the version that it was recorded on",
            String.valueOf(failure.getMessage()))
        .causedBy(failure);
  }

  /** The recorded graph cannot be read with the code at hand: what it lacks is what differs. */
  private static ReplayReport unplayed(ThreadId thread, RuntimeException failure) {
    Optional<GraphException> known =
        Failures.explained(failure).filter(it -> !(it instanceof UnknownGraphException));
    GraphException reason = known.orElseThrow(() -> failure);
    String found = "'" + reason.getMessage() + "'";
    Divergence divergence =
        new Divergence(thread, 0, Frame.BEFORE_FIRST_STEP, List.of(), "the recorded graph", found);
    return new ReplayReport(thread, "", 0, divergence, List.of());
  }

  /** Returns the newest threads of the graph on the server, those that have ended too. */
  public List<ThreadId> threads(int limit) {
    String ofGraph =
        "WorkflowType = '" + GraphWorkflow.TYPE + "' AND " + Attributes.GRAPH.getName() + " = '";
    return connection
        .client()
        .listExecutions(ofGraph + to.name().replace("'", "\\'") + "'")
        .map(found -> found.getExecution().getWorkflowId())
        .distinct()
        .limit(limit)
        .map(ThreadId::of)
        .toList();
  }

  private Worker worker(ReplayCheck check, AtomicReference<RuntimeException> reason) {
    StateCodec codec = connection.codec();
    JsonSize size = new JsonSize(codec);
    InterpreterServices shared =
        new InterpreterServices(
            graphs,
            codec,
            connection.client().getOptions().getDataConverter(),
            new Topologies(codec),
            connection.guard(),
            new AnswerSchemas(codec),
            new StateCache(connection.options().cacheBytes(), it -> size.of(it.values())),
            new LocalNotifier(),
            Optional.empty(),
            Optional.empty());
    WorkerOptions patient =
        WorkerOptions.newBuilder().setDefaultDeadlockDetectionTimeout(LONGEST_PAUSE_MILLIS).build();
    Worker worker =
        WorkerFactory.newInstance(connection.client()).newWorker(connection.taskQueue(), patient);
    worker.registerWorkflowImplementationFactory(
        GraphWorkflow.class,
        arguments -> new Replayed(shared, arguments.get(0, GraphInput.class), check, reason),
        WorkflowImplementationOptions.getDefaultInstance());
    worker.registerActivitiesImplementations((DynamicActivity) arguments -> null);
    return worker;
  }

  /** Tells why a thread could not go on, which the library would not. */
  private static final class Replayed extends GraphInterpreter {
    private final AtomicReference<RuntimeException> reason;

    Replayed(
        InterpreterServices shared,
        GraphInput input,
        ReplayCheck check,
        AtomicReference<RuntimeException> reason) {
      super(shared, input, check);
      this.reason = reason;
    }

    @Override
    public @Nullable Object run(GraphInput input) {
      try {
        return super.run(input);
      } catch (RuntimeException failure) {
        reason.set(failure);
        throw failure;
      }
    }
  }
}
