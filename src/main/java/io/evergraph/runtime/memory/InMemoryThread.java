package io.evergraph.runtime.memory;

import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Answer;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Frame;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.Segment;
import io.evergraph.pregel.Task;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Strategy;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.codec.Namespaces;
import io.evergraph.runtime.node.Invocation;
import io.evergraph.runtime.thread.MessageCheck;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.runtime.thread.ThreadViews;
import io.evergraph.runtime.thread.WaitingInputs;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread in memory: its progress under a lock, and the tasks that run for it. */
final class InMemoryThread {
  private final InMemoryRuntime runtime;
  private final ThreadId id;
  private final Map<String, Object> metadata;
  private final Instant created;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition news = lock.newCondition();
  private final Map<String, CompletableFuture<RunEvent>> ends = new ConcurrentHashMap<>();
  private final TaskRunner tasks;
  private final WaitingInputs waiting = new WaitingInputs();
  private final Set<String> taken = new HashSet<>();
  private Optional<Instant> deadline = Optional.empty();
  private @Nullable Future<?> expiry;
  private @Nullable Graph graph;
  private @Nullable ThreadProgress progress;
  private RunMode mode = RunMode.THREAD;

  InMemoryThread(
      InMemoryRuntime runtime, ThreadId id, Map<String, Object> metadata, Instant created) {
    this.runtime = runtime;
    this.id = id;
    this.metadata = metadata;
    this.created = created;
    this.tasks = new TaskRunner(runtime, this);
  }

  /** Takes an input in or lets it wait. */
  RunHandle submit(Graph asked, Input.NewInput input, RunOptions options) {
    return locked(
        () -> {
          ThreadProgress bound = bind(asked);
          if (!taken.contains(input.runId())) {
            submit(bound, input, options);
          }
          return run(input.runId());
        });
  }

  /** Runs ready tasks on the calling thread, until a run is over or none is ready. */
  void help(String runId) throws InterruptedException {
    tasks.runUntilOver(runId);
  }

  private RunHandle run(String runId) {
    return new InMemoryRunHandle(this, id, runId);
  }

  RunHandle known(String runId) {
    return locked(
        () -> {
          if (!taken.contains(runId) && !hasEventsOf(runId)) {
            throw new UnknownRunException(id.value(), runId);
          }
          return run(runId);
        });
  }

  boolean hasEventsOf(String runId) {
    return locked(() -> progress != null && progress.latestEventOf(runId).isPresent());
  }

  private void submit(ThreadProgress bound, Input.NewInput input, RunOptions options) {
    Strategy strategy = options.strategy();
    ThreadStatus status = bound.status();
    if (strategy.waits(status) && !strategy.refuses(status)) {
      waiting.add(input, strategy, bound);
    } else {
      advance(bound.submit(input, strategy, runtime.now()));
    }
    mode = options.mode();
    taken.add(input.runId());
  }

  RunHandle take(Input input, String runId) {
    return locked(
        () -> {
          if (!taken.contains(runId)) {
            requireOpen();
            accept(new MessageCheck(runtime.codec(), runtime.schemas(), id).typed(input, progress));
            taken.add(runId);
          }
          return run(runId);
        });
  }

  private void requireOpen() {
    if (isOver()) {
      throw new ThreadEndedException(id.value());
    }
  }

  /** Stops whatever goes on here, and lets nothing begin any more. */
  void close() {
    exclusively(
        () -> {
          waiting.clear();
          cancel(OnCancel.KEEP);
          expireAt(Optional.empty());
        });
  }

  void cancel(OnCancel writes) {
    exclusively(
        () -> {
          if (progress != null) {
            String order = TimeOrderedId.next();
            advance(progress.cancel(writes, order, runtime.now()));
          }
        });
  }

  /** Takes an input in that is for the run in progress, if there is one. */
  void take(Input input) {
    exclusively(
        () -> {
          if (progress != null && progress.isRunning()) {
            accept(input);
          }
        });
  }

  ThreadSnapshot edit(Graph asked, String editId, Input edit) {
    return once(
        editId,
        () -> {
          ThreadProgress unused = bind(asked);
          accept(edit);
        });
  }

  ThreadSnapshot fork(String forkId, Fork fork, RunSettings settings) {
    return once(forkId, () -> accept(progressFor(fork.checkpoint()).fork(forkId, fork, settings)));
  }

  private ThreadSnapshot once(String messageId, Runnable order) {
    return locked(
        () -> {
          requireOpen();
          if (!taken.contains(messageId)) {
            order.run();
            taken.add(messageId);
          }
          return snapshot();
        });
  }

  MigrationPlan migration(Graph to) {
    return locked(() -> progress().migration(to.spec()));
  }

  ThreadSnapshot migrate(Graph to, String id, RunSettings settings) {
    return locked(
        () -> {
          requireOpen();
          advance(progress().migrate(runtime.pregel(to), id, runtime.now()));
          graph = to;
          progress().newcomers(id, settings).ifPresent(this::accept);
          return snapshot();
        });
  }

  ThreadSnapshot rollback(String rollbackId, long checkpoint) {
    return once(rollbackId, () -> accept(progressFor(checkpoint).rollback(rollbackId, checkpoint)));
  }

  Checkpoint head() {
    return locked(() -> progress().at());
  }

  ThreadSnapshot snapshot() {
    return view(ThreadViews::now);
  }

  <T> T view(Function<ThreadViews, T> view) {
    return locked(() -> view.apply(new ThreadViews(id, metadata, created, progress)));
  }

  Optional<Graph> graph() {
    return locked(() -> Optional.ofNullable(graph));
  }

  /** Returns the graph that a checkpoint needs. */
  Graph graphOrThrow(long checkpoint) {
    return graph()
        .orElseThrow(
            () -> new StateMissingException(id.value(), checkpoint, "the thread has no run yet"));
  }

  /** Returns whether a run that was alone has come to its end, so that the name is free again. */
  boolean isOver() {
    return locked(() -> mode == RunMode.ALONE && progress != null && isSettled(progress.next()));
  }

  private static boolean isSettled(Next next) {
    return next instanceof Next.Finished || next instanceof Next.Failed;
  }

  List<RunEvent> events(long from) {
    return locked(() -> progress == null ? List.of() : progress.events(from));
  }

  /** Waits for events; a set flag ends the wait without one, and is taken back. */
  List<RunEvent> awaitEvents(long from, long nanos, AtomicBoolean woken)
      throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = nanos;
      List<RunEvent> found = events(from);
      while (found.isEmpty() && left > 0 && !woken.getAndSet(false)) {
        left = news.awaitNanos(left);
        found = events(from);
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  /** Returns what gives the event that ends a run, once that has happened. */
  CompletableFuture<RunEvent> end(String runId) {
    return ends.computeIfAbsent(runId, unused -> new CompletableFuture<>());
  }

  void wake() {
    exclusively(news::signalAll);
  }

  private <T> T locked(Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  private void exclusively(Runnable action) {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  private ThreadProgress bind(Graph asked) {
    if (progress == null || graph == null) {
      graph = asked;
      Pregel pregel = runtime.pregel(asked);
      progress = new ThreadProgress(pregel, pregel.begin(id.value()));
    }
    requireSame(graph, asked.name());
    return progress;
  }

  private void requireSame(Graph bound, String asked) {
    if (!bound.name().equals(asked)) {
      throw new GraphMismatchException(id.value(), bound.name(), asked);
    }
  }

  /** Refuses what is meant for another graph. */
  void requireGraph(String asked, List<Answer> answers) {
    Graph bound = graph().orElseThrow(() -> MessageCheck.withoutGraph(id.value(), answers, asked));
    requireSame(bound, asked);
  }

  private ThreadProgress progress() {
    return progressFor(0);
  }

  private ThreadProgress progressFor(long checkpoint) {
    if (progress == null) {
      throw new StateMissingException(id.value(), checkpoint, "the thread has no run yet");
    }
    return progress;
  }

  private void accept(Input input) {
    advance(progress().accept(input, runtime.now()));
  }

  private void advance(List<RunEvent> events) {
    note(events);
    tasks.start(tasks.reconcile(progress()));
  }

  /** Lets waiting inputs in where nothing runs, and tells the news. */
  private void note(List<RunEvent> events) {
    publish(events);
    if (!waiting.isEmpty()) {
      publish(waiting.letIn(progress(), runtime.now()));
    }
    expireAt(progress().deadline());
    news.signalAll();
  }

  private void expireAt(Optional<Instant> next) {
    if (!next.equals(deadline)) {
      if (expiry != null) {
        expiry.cancel(false);
      }
      deadline = next;
      expiry = next.map(time -> runtime.at(time, () -> expire(time))).orElse(null);
    }
  }

  private void expire(Instant time) {
    exclusively(
        () -> {
          if (deadline.filter(time::equals).isPresent()) {
            accept(new Input.Expiry(time));
          }
        });
  }

  private void publish(List<RunEvent> events) {
    for (RunEvent event : events) {
      if (event.endsRun()) {
        event.runs().forEach(run -> end(run).complete(event));
      }
    }
    runtime.graphs().listeners().tell(progress().pregel(), progress().at(), events);
  }

  Invocation invocation(InMemoryTask running) {
    return locked(() -> invocationNow(running));
  }

  private Invocation invocationNow(InMemoryTask running) {
    Task task = running.task();
    Segment segment = progress().at().lastSegment().orElseThrow();
    State live = progress().at().frame(task.namespace()).map(Frame::live).orElse(State.empty());
    return new Invocation(
        Objects.requireNonNull(graph),
        id.value(),
        segment.runId(),
        task,
        () -> locked(() -> progress().stateAt(task.checkpoint())).and(live),
        running.attempt(),
        progress().remainingSteps(task),
        segment.settings().context(),
        segment.settings().tags(),
        segment.settings().callOptions().of(Namespaces.path(task)),
        running);
  }

  /** Takes a result in if the task is still wanted, and returns the tasks to start. */
  List<InMemoryTask> settle(InMemoryTask task, TaskResult result) {
    return locked(() -> tasks.remove(task) ? settle(result) : List.of());
  }

  private List<InMemoryTask> settle(TaskResult result) {
    note(progress().settle(List.of(result), runtime.now()));
    return tasks.reconcile(progress());
  }
}
