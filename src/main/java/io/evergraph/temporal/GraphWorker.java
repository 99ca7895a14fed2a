package io.evergraph.temporal;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.node.NodeInvoker;
import io.evergraph.temporal.client.ChangedGraphs;
import io.evergraph.temporal.connection.GrpcErrors;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.connection.WorkerVersion;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.worker.Heartbeat;
import io.evergraph.temporal.worker.NodeActivity;
import io.evergraph.temporal.worker.SavingActivity;
import io.evergraph.temporal.worker.WorkerEnd;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.evergraph.temporal.workflow.InterpreterServices;
import io.evergraph.temporal.workflow.TaskOptions;
import io.evergraph.temporal.workflow.ThreadSaving;
import io.evergraph.temporal.workflow.Topologies;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import io.temporal.worker.WorkflowImplementationOptions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on the threads of a task queue: interprets them, and runs their tasks. Any number of
 * workers, in any number of processes, share the work; a worker needs the graphs that it is to run.
 */
public final class GraphWorker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GraphWorker.class);

  /** How long a worker may be silent before its tasks are given to another one. */
  public static final Duration LOST_AFTER = TaskOptions.HEARTBEAT_TIMEOUT;

  private static final Duration STICKY_TIMEOUT = Duration.ofSeconds(1);

  /**
   * How long a workflow task may not move before it is given up: nothing in it ever waits, but a
   * process that has just started on a busy machine is slow.
   */
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private static final Duration GRACE = Duration.ofSeconds(8);
  private static final Duration LAST_WORDS = Duration.ofSeconds(2);
  private static final Duration BETWEEN_STARTS = Duration.ofMillis(200);

  private static final int VIRTUAL_THREADS_SINCE = 21;
  private static final int HEARTBEATS = 16;

  /** What a worker does of the work. */
  public enum Role {
    /** Interprets threads and runs their tasks. */
    ALL,
    /** Interprets threads, and runs the tasks of {@code local()} nodes only. */
    THREADS,
    /** Runs tasks only: for machines that have what nodes need, and nothing to do with threads. */
    TASKS
  }

  private final TemporalConnection connection;
  private final GraphRegistry graphs;
  private final WorkerFactory factory;
  private final AnswerSchemas schemas;
  private final NodeInvoker invoker;
  private final WorkerEnd end = new WorkerEnd();

  /** Several, so that one heartbeat that the server is slow to take does not delay the others. */
  private final ScheduledExecutorService timer =
      Executors.newScheduledThreadPool(HEARTBEATS, TaskThreads.daemons("evergraph-heartbeat"));

  /**
   * Makes a worker that does all of the work; {@link #start} lets it begin.
   *
   * @param connection the server and the task queue
   * @param graphs the graphs that it runs; those registered later count too
   */
  public GraphWorker(TemporalConnection connection, GraphRegistry graphs) {
    this(connection, graphs, Role.ALL);
  }

  /**
   * Makes a worker; {@link #start} lets it begin.
   *
   * @param connection the server and the task queue
   * @param graphs the graphs that it runs; those registered later count too
   * @param role which part of the work it does; others have to do the rest
   */
  public GraphWorker(TemporalConnection connection, GraphRegistry graphs, Role role) {
    this.connection = connection;
    this.graphs = graphs;
    this.schemas = new AnswerSchemas(connection.codec());
    this.invoker =
        new NodeInvoker(
            connection.codec(),
            schemas,
            connection.bus(),
            graphs::hook,
            connection.cache(),
            connection::store);
    this.factory =
        WorkerFactory.newInstance(connection.client(), factoryOptions(connection.options()));
    Worker worker =
        factory.newWorker(connection.taskQueue(), workerOptions(role, connection.options()));
    register(worker, graphs, role);
  }

  private void register(Worker worker, GraphRegistry graphs, Role role) {
    worker.registerActivitiesImplementations(
        new NodeActivity(graphs, connection, invoker, timer, end),
        new SavingActivity(connection, timer));
    if (role == Role.TASKS) {
      return;
    }
    StateCodec codec = connection.codec();
    InterpreterServices shared =
        new InterpreterServices(
            graphs,
            codec,
            connection.client().getOptions().getDataConverter(),
            new Topologies(codec),
            connection.guard(),
            schemas,
            connection.states(),
            connection.notifier(),
            connection.cancellations(),
            connection.localThreads());
    worker.registerWorkflowImplementationFactory(
        GraphWorkflow.class,
        arguments -> new GraphInterpreter(shared, arguments.get(0, GraphInput.class)),
        WorkflowImplementationOptions.getDefaultInstance());
    worker.registerWorkflowImplementationTypes(ThreadSaving.AfterEnd.class);
  }

  private static boolean hasVirtualThreads() {
    return Runtime.version().feature() >= VIRTUAL_THREADS_SINCE;
  }

  private static WorkerFactoryOptions factoryOptions(TemporalOptions options) {
    return WorkerFactoryOptions.newBuilder()
        .setWorkflowCacheSize(options.cachedThreads())
        .setUsingVirtualWorkflowThreads(hasVirtualThreads())
        .setWorkerInterceptors(new RedactingInterceptor())
        .build();
  }

  private static WorkerOptions workerOptions(Role role, TemporalOptions options) {
    return WorkerOptions.newBuilder()
        .setDeploymentOptions(
            Optional.ofNullable(options.worker())
                .map(WorkerVersion::options)
                .orElseGet(WorkerVersion::unversioned))
        .setStickyQueueScheduleToStartTimeout(STICKY_TIMEOUT)
        .setDefaultDeadlockDetectionTimeout(LONGEST_PAUSE.toMillis())
        .setMaxHeartbeatThrottleInterval(Heartbeat.THROTTLE)
        .setLocalActivityWorkerOnly(role == Role.THREADS)
        .setUsingVirtualThreads(hasVirtualThreads())
        .build();
  }

  /**
   * Begins to work. A server that goes away meanwhile is waited for, as long as the connection's
   * calls are patient.
   *
   * @throws RuntimeUnavailableException when it does not come back
   * @throws InvalidInputException when it does not have the namespace
   */
  public void start() {
    RetryPolicy<Object> whileAway =
        RetryPolicy.builder()
            .handleIf(GraphWorker::mayComeBack)
            .withDelay(BETWEEN_STARTS)
            .withMaxRetries(-1)
            .withMaxDuration(connection.options().patience())
            .build();
    try {
      Failsafe.with(whileAway).run(factory::start);
      TaskThreads.daemons("evergraph-changed-graphs").newThread(this::warnOfChangedGraphs).start();
    } catch (StatusRuntimeException refused) {
      requireNamespace(refused);
      throw GrpcErrors.unavailable(connection.options().target(), refused);
    } catch (FailsafeException interrupted) {
      Thread.currentThread().interrupt();
      throw GrpcErrors.unavailable(connection.options().target(), interrupted);
    }
  }

  /** The embedded server has no visibility, and no threads that began elsewhere. */
  private void warnOfChangedGraphs() {
    if (connection.localThreads().isPresent()) {
      return;
    }
    try {
      graphs.graphs().forEach(new ChangedGraphs(connection)::warn);
    } catch (RuntimeException refused) {
      LOG.debug("The open threads were not looked at: {}", LogContents.message(refused));
    }
  }

  /** The library asks the server for the namespace before it begins. */
  private static boolean mayComeBack(Throwable failure) {
    return failure instanceof StatusRuntimeException refused
        && GrpcErrors.isUnavailable(refused)
        && !Thread.currentThread().isInterrupted();
  }

  private void requireNamespace(StatusRuntimeException refused) {
    if (GrpcErrors.hasCode(refused, Status.Code.NOT_FOUND)) {
      throw GrpcErrors.unknownNamespace(connection.options());
    }
  }

  /**
   * Ends work: takes nothing new on and gives running tasks eight seconds to finish, or two where
   * there is no server that would take their results.
   */
  @Override
  public void close() {
    close(connection.isConnected() ? GRACE : LAST_WORDS);
  }

  /**
   * Ends work. Tasks that are cut off run again elsewhere; that does not count as a failure of
   * theirs.
   *
   * @param grace how long running tasks may take to finish
   */
  public void close(Duration grace) {
    end.begin();
    factory.shutdown();
    factory.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS);
    end.cutOff();
    factory.shutdownNow();
    factory.awaitTermination(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
    timer.shutdownNow();
    invoker.close();
  }
}
