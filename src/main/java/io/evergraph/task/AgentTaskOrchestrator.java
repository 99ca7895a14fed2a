package io.evergraph.task;

import io.evergraph.error.RuntimeClosedException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.error.UnknownAgentTaskException;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.task.AgentBreakers.Permit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admits requests to agents and sees each through: circuit breaker of the agent, limits of the
 * user, capacity, hooks, record, start, timeouts, hooks. A refused request throws and leaves no
 * record, or one that is cancelled where the store of records did not answer, or the request met
 * the closing. Where both happen, another process may find the record and go on with the task.
 *
 * <p>Safe for use by several threads. Limits, the order of waiting and records hold as far as their
 * back-end is shared; circuit breakers are those of this process. Tasks of a process that was
 * killed are taken over by another one with the same records.
 */
public final class AgentTaskOrchestrator implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentTaskOrchestrator.class);
  private static final String NAME = "agent task";
  private static final int RENEWALS_WITHIN_EXPIRY = 3;
  private static final Duration LONGEST_BEGIN = Duration.ofSeconds(15);
  private static final long LOOK_MILLIS = 25;
  private static final TaskRecordChange STOPPED =
      TaskRecordChange.to(TaskState.CANCELLED, "Somebody stopped it.");
  private static final TaskRecordChange REFUSED =
      TaskRecordChange.to(
          TaskState.CANCELLED, "Its request was refused, as the store had not answered.");
  private static final TaskRecordChange CLOSED =
      TaskRecordChange.to(
          TaskState.CANCELLED, "Its request was refused, as its process was stopping.");

  private final GraphRuntime runtime;
  private final TaskRecords records;
  private final Admission admission;
  private final Submission submission;
  private final TaskWork work;
  private final TasksInHand inHand;
  private final WaitingTasks waiting;
  private final ExecutorService threads = TaskThreads.newExecutor("evergraph-agent-task");
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(TaskThreads.daemons("evergraph-agent-tasks"));

  AgentTaskOrchestrator(OrchestratorBuilder options) {
    this.runtime = options.runtime;
    this.records = options.records;
    this.submission = new Submission(runtime);
    this.admission =
        new Admission(
            new AgentBreakers(options.breaker, options.clock),
            options.perUser,
            options.limits,
            new AdmissionQueue(options.limits, options.capacity, options.expiry),
            options.before);
    this.work =
        new TaskWork(
            runtime,
            records,
            submission,
            new TaskFollower(runtime, options.timeouts),
            new WhileAway(options.pauses),
            options.after);
    this.inHand =
        new TasksInHand(records, options.limits, options.expiry, this::agents, this::goOn);
    this.waiting = new WaitingTasks(runtime, records, work::told, this::goOn, threads);
    long pause = options.expiry.toMillis() / RENEWALS_WITHIN_EXPIRY;
    var unused = timer.scheduleWithFixedDelay(inHand::care, pause, pause, TimeUnit.MILLISECONDS);
  }

  /** Returns a builder of an orchestrator that runs agents on a runtime, with the defaults. */
  public static OrchestratorBuilder on(GraphRuntime runtime) {
    return new OrchestratorBuilder(runtime);
  }

  /**
   * Admits a request and begins its task. Returns when the record is stored; the run begins after.
   *
   * @throws io.evergraph.error.UnknownGraphException when there is no such agent
   * @throws io.evergraph.error.AgentUnavailableException when its circuit breaker is open
   * @throws io.evergraph.error.LimitReachedException when a limit of the user or of capacity is
   *     reached
   * @throws io.evergraph.error.RequestRefusedException when a hook refuses
   * @throws io.evergraph.error.StoreUnavailableException when the back-end of limits or records
   *     cannot be reached
   * @throws RuntimeClosedException when this is closed, also meanwhile
   */
  public TaskHandle execute(AgentRequest request) {
    if (threads.isShutdown()) {
      throw new RuntimeClosedException(NAME);
    }
    Graph unused = runtime.graphs().graph(request.agent());
    String id = TimeOrderedId.next();
    inHand.add(id);
    try {
      return admitted(request, id);
    } finally {
      inHand.remove(id);
    }
  }

  private TaskHandle admitted(AgentRequest request, String id) {
    Admission.Admitted admitted = admission.admit(request, id);
    try {
      return begunOrWithdrawn(stored(id, admitted.request()), admitted.permit());
    } catch (RuntimeException | Error refused) {
      admission.giveBack(id, admitted.permit());
      throw refused;
    }
  }

  private TaskHandle begunOrWithdrawn(TaskRecord task, Permit permit) {
    try {
      return begin(task, permit);
    } catch (RuntimeClosedException closing) {
      throw withdrawn(task, closing);
    }
  }

  /** Nobody is left who could try again. */
  private RuntimeClosedException withdrawn(TaskRecord task, RuntimeClosedException closing) {
    try {
      records.withdraw(task.after(CLOSED, Instant.now()));
    } catch (RuntimeException failure) {
      closing.addSuppressed(failure);
    }
    return closing;
  }

  private TaskRecord stored(String id, AgentRequest request) {
    Map<String, Object> input = submission.recorded(request.agent(), request.input());
    Instant now = Instant.now();
    ThreadId thread = request.thread() == null ? ThreadId.of(id) : request.thread();
    TaskRecord task =
        new TaskRecord(
            id,
            request.agent(),
            request.user(),
            thread.value(),
            TimeOrderedId.next(),
            input,
            runtime.codec().plain(request.context(), "the context of a task"),
            TaskState.PENDING,
            null,
            now,
            now);
    create(task);
    return task;
  }

  /** The record may be there, or come later: then it must not begin a run by itself. */
  private void create(TaskRecord task) {
    try {
      records.create(task);
    } catch (StoreUnavailableException silent) {
      withdrawLater(task, silent);
      throw silent;
    }
  }

  private void withdrawLater(TaskRecord task, StoreUnavailableException silent) {
    try {
      inHand.add(task.id());
      inBackground(task, () -> withdraw(task));
    } catch (RuntimeClosedException closing) {
      closing.addSuppressed(silent);
      throw withdrawn(task, closing);
    }
  }

  private void withdraw(TaskRecord task) throws InterruptedException {
    try {
      TaskRecord unused = work.withdrawn(task, REFUSED);
    } finally {
      inHand.remove(task.id());
    }
  }

  private TaskHandle begin(TaskRecord task, @Nullable Permit permit) {
    CompletableFuture<TaskRecord> stopped = new CompletableFuture<>();
    inHand.add(task.id());
    run(
        () -> {
          try {
            TaskRecord end = done(work.work(task), permit);
            stopped.complete(work.told(end)); // hooks may begin other tasks: its places are free
          } catch (RuntimeException | Error failure) {
            if (permit != null) {
              permit.givenBack();
            }
            stopped.completeExceptionally(failure);
          } finally {
            inHand.remove(task.id());
          }
        });
    return new TaskHandle(task, stopped);
  }

  private void run(Runnable work) {
    try {
      threads.execute(work);
    } catch (RejectedExecutionException closed) {
      throw new RuntimeClosedException(NAME).causedBy(closed);
    }
  }

  private TaskRecord done(TaskWork.Outcome outcome, @Nullable Permit permit) {
    if (permit != null) {
      report(outcome, permit);
    }
    admission.leave(outcome.task().id());
    return outcome.task();
  }

  private static void report(TaskWork.Outcome outcome, Permit permit) {
    switch (outcome.task().state()) {
      case FINISHED, WAITING -> permit.succeeded();
      case FAILED, TIMED_OUT -> {
        if (outcome.hasBegun()) {
          permit.failed();
        } else {
          permit.givenBack();
        }
      }
      default -> permit.givenBack();
    }
  }

  /**
   * Takes care of a task that this process has not begun. A task of an agent that only other
   * processes have is left to one of them.
   */
  private void goOn(TaskRecord task) {
    if (agents().contains(task.agent())) {
      TaskHandle unused = begin(task, null);
    }
  }

  private List<String> agents() {
    return runtime.graphs().graphs().stream().map(Graph::name).toList();
  }

  /**
   * Returns the record of a task. One that waited for people is looked up: where its thread has
   * gone on meanwhile, the record does too.
   *
   * @throws UnknownAgentTaskException when there is none
   */
  public TaskRecord task(String id) {
    TaskRecord task = records.find(id).orElseThrow(() -> new UnknownAgentTaskException(id));
    return waiting.latest(task);
  }

  /**
   * Waits until the run of a task has begun, which is soon unless the runtime is away.
   *
   * @return its record, no longer pending
   * @throws UnknownAgentTaskException when there is none
   * @throws RuntimeUnavailableException when it has not begun after 15 s
   */
  public TaskRecord begun(String id) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST_BEGIN.toNanos();
    TaskRecord task = task(id);
    while (task.state() == TaskState.PENDING) {
      if (System.nanoTime() - deadline > 0) {
        throw RuntimeUnavailableException.ofThread(
            "the runtime", task.thread(), "task '" + id + "' has not begun");
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      task = task(id);
    }
    return task;
  }

  /**
   * Returns the records of tasks, the latest first. Those that waited for people are looked up as
   * in {@link #task}, all together for two seconds at most: the others are as they were noted.
   */
  public List<TaskRecord> tasks(TaskQuery query) {
    return waiting.latest(records.list(query));
  }

  /**
   * Returns the records of tasks, the latest first, as they were noted: the runtime is not asked,
   * and nothing changes.
   */
  public List<TaskRecord> notedTasks(TaskQuery query) {
    return records.list(query);
  }

  /** Returns where records and limits are: {@code memory}, {@code jdbc} … */
  public String backEnd() {
    return records.kind();
  }

  /**
   * Stops a task that is not over; its thread stays as it is and can go on.
   *
   * @return its record; a run that is being stopped still counts as running
   * @throws UnknownAgentTaskException when there is none
   */
  public TaskRecord cancel(String id) {
    TaskRecord task = task(id);
    return switch (task.state()) {
      case PENDING ->
          records.change(id, task.state(), STOPPED).map(this::stopped).orElseGet(() -> cancel(id));
      case WAITING -> waiting.ended(task, STOPPED).orElseGet(() -> cancel(id));
      case RUNNING -> {
        runtime.cancel(ThreadId.of(task.thread()), task.run(), OnCancel.KEEP);
        yield task;
      }
      default -> task;
    };
  }

  /** Stops a run too that a process has begun which was killed before it could note that. */
  private TaskRecord stopped(TaskRecord task) {
    inBackground(task, () -> work.stop(task));
    return task;
  }

  private interface Stopping {
    void run() throws InterruptedException;
  }

  private void inBackground(TaskRecord task, Stopping stopping) {
    run(
        () -> {
          try {
            stopping.run();
          } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException failure) {
            LOG.warn("The run of stopped task {} may go on.", task.id(), LogContents.of(failure));
          }
        });
  }

  /** Lets go of the tasks of this process; their runs go on where the runtime is durable. */
  @Override
  public void close() {
    timer.shutdownNow();
    waiting.close();
    threads.shutdownNow();
  }
}
