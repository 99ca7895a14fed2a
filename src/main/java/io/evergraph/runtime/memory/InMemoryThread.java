package io.evergraph.runtime.memory;

import io.evergraph.error.GraphException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Strategy;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.node.Invocation;
import io.evergraph.runtime.thread.ReducerDeadline;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.ThreadProgress;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread in memory: its driver under a lock, and the tasks that run for it. */
final class InMemoryThread implements ThreadDriver.Port {
  private final InMemoryRuntime runtime;
  private final ThreadLock lock = new ThreadLock();
  private final Map<String, CompletableFuture<RunEvent>> ends = new ConcurrentHashMap<>();
  private final ThreadDriver<WaitingInput> driver;
  private final TaskRunner tasks;
  private final ScheduledDeadline expiry;
  final CheckpointWriter.Progress saving = new CheckpointWriter.Progress();
  private @Nullable GraphException closed;

  InMemoryThread(
      InMemoryRuntime runtime, ThreadId id, Map<String, Object> metadata, Instant created) {
    this.runtime = runtime;
    this.driver = new ThreadDriver<>(id, metadata, created, this);
    this.tasks = new TaskRunner(runtime, this);
    this.expiry = new ScheduledDeadline(runtime);
  }

  ThreadId id() {
    return driver.id();
  }

  RunHandle submit(Graph asked, Input.NewInput input, RunOptions options) {
    return locked(
        () -> {
          requireOpen();
          ThreadProgress bound = bind(asked);
          if (!driver.knows(input.runId())) {
            submit(bound, new WaitingInput(input, options));
          }
          return run(input.runId());
        });
  }

  private ThreadProgress bind(Graph asked) {
    driver.requireGraph(asked.name());
    ThreadProgress bound = driver.bind(() -> runtime.pregel(asked));
    bound.requireSame(asked.version(), asked.fingerprint());
    return bound;
  }

  /** An input that waits is checked at once: whoever sent it is still there to hear of a misfit. */
  private void submit(ThreadProgress bound, WaitingInput message) {
    ThreadStatus status = bound.status();
    if (message.isReady(status) || message.options().strategy().refuses(status)) {
      start(message);
      tasks.start(align());
      driver.note(message.id());
    } else {
      Checkpoint unused = bound.preview(bound.at(), message.input(), now());
      driver.add(message);
    }
  }

  private void start(WaitingInput message) {
    Strategy strategy = message.options().strategy();
    driver.move(progress -> progress.submit(message.input(), strategy, now()));
    driver.setMode(message.options().mode());
  }

  /** Whoever sent an input that waited is not there any more to hear of a misfit. */
  private void startOrRefuse(WaitingInput message) {
    try {
      start(message);
    } catch (RuntimeException | StackOverflowError failure) {
      driver.refuse(
          message.id(),
          RunEvent.Cause.INPUT,
          GraphException.explaining("apply a message", failure));
    }
  }

  private RunHandle run(String runId) {
    return new InMemoryRunHandle(this, driver.id(), runId);
  }

  RunHandle known(String runId) {
    return locked(
        () -> {
          if (!driver.knows(runId) && !hasEventsOf(runId)) {
            throw new UnknownRunException(driver.id().value(), runId);
          }
          return run(runId);
        });
  }

  boolean hasEventsOf(String runId) {
    return read(it -> it.progress().flatMap(at -> at.latestEventOf(runId)).isPresent());
  }

  RunHandle take(Input input, String runId) {
    return locked(
        () -> {
          once(runId, () -> accept(new CheckedInput(runtime, driver).of(input)));
          return run(runId);
        });
  }

  void requireGraph(String asked, List<Answer> answers) {
    exclusively(
        () -> {
          if (driver.progress().isEmpty()) {
            throw ThreadDriver.withoutGraph(driver.id().value(), answers, asked);
          }
          driver.requireGraph(asked);
        });
  }

  /**
   * Stops whatever goes on here, and lets nothing begin any more.
   *
   * @param reason what those are told who wait for something here, or begin it
   */
  void close(GraphException reason) {
    exclusively(
        () -> {
          driver.cancelAll(TimeOrderedId.next());
          List<InMemoryTask> unused = driver.progress().isPresent() ? align() : List.of();
          expiry.set(Optional.empty(), this::expire);
          closed = reason;
          ends.values().forEach(end -> end.completeExceptionally(reason));
        });
  }

  boolean isClosed() {
    return locked(() -> closed != null);
  }

  private void requireOpen() {
    if (closed != null) {
      throw closed;
    }
  }

  void cancel(OnCancel writes) {
    exclusively(
        () -> {
          if (driver.progress().isPresent()) {
            String order = TimeOrderedId.next();
            advance(progress -> progress.cancel(writes, order, now()));
          }
        });
  }

  void cancel(String runId, OnCancel writes) {
    exclusively(
        () -> {
          if (driver.progress().isPresent()) {
            driver.cancel(runId, writes, TimeOrderedId.next());
            tasks.start(align());
          }
        });
  }

  void take(Input input) {
    exclusively(
        () -> {
          if (driver.isRunning()) {
            accept(input);
          }
        });
  }

  ThreadSnapshot edit(Graph asked, String editId, Input edit) {
    return edited(
        editId,
        () -> {
          ThreadProgress unused = bind(asked);
          accept(edit);
        });
  }

  /** Goes on with the progress of another thread; what runs there stands still here. */
  ThreadSnapshot begin(ThreadProgress copy) {
    return locked(
        () -> {
          restore(List.of(), RunMode.THREAD, copy);
          driver.cancelAll(TimeOrderedId.next());
          tasks.start(align());
          return snapshot();
        });
  }

  /** Goes on as it was saved. */
  void begin(SavedThreads.Restored saved) {
    exclusively(
        () -> {
          saving.isAt(saved.position());
          saved
              .progress()
              .ifPresent(
                  at -> {
                    restore(saved.seen(), saved.mode(), at);
                    tasks.start(align());
                  });
        });
  }

  private void restore(List<String> seen, RunMode mode, ThreadProgress at) {
    driver.restore(List.of(), seen, mode, at);
    at.events(at.firstEvent()).forEach(this::complete);
  }

  ThreadSnapshot fork(String forkId, Fork fork, RunSettings settings) {
    return edited(
        forkId, () -> accept(driver.progressFor(fork.checkpoint()).fork(forkId, fork, settings)));
  }

  ThreadSnapshot rollback(String rollbackId, long checkpoint) {
    return edited(
        rollbackId, () -> accept(driver.progressFor(checkpoint).rollback(rollbackId, checkpoint)));
  }

  ThreadSnapshot migrate(Graph to, String id) {
    return edited(id, () -> advance(progress -> progress.migrate(runtime.pregel(to), id, now())));
  }

  private ThreadSnapshot edited(String messageId, Runnable order) {
    return locked(
        () -> {
          once(messageId, order);
          return snapshot();
        });
  }

  private void once(String messageId, Runnable order) {
    requireOpen();
    if (!driver.knows(messageId)) {
      if (driver.isOver()) {
        throw new ThreadEndedException(driver.id().value());
      }
      order.run();
      driver.note(messageId);
    }
  }

  ThreadSnapshot snapshot() {
    return locked(() -> driver.views().now());
  }

  <T> T read(Function<ThreadDriver<?>, T> reader) {
    return locked(() -> reader.apply(driver));
  }

  Optional<Graph> graph() {
    return locked(driver::progress).map(progress -> progress.pregel().graph());
  }

  /** Waits for events; a set flag ends the wait without one, and is taken back. */
  List<RunEvent> awaitEvents(long from, long nanos, AtomicBoolean woken)
      throws InterruptedException {
    return lock.await(() -> driver.events(from), nanos, woken);
  }

  /** Returns what gives the event that ends a run, once that has happened. */
  CompletableFuture<RunEvent> end(String runId) {
    return locked(
        () -> {
          CompletableFuture<RunEvent> end =
              ends.computeIfAbsent(runId, unused -> new CompletableFuture<>());
          if (closed != null) {
            end.completeExceptionally(closed);
          }
          return end;
        });
  }

  void wake() {
    lock.tell();
  }

  private <T> T locked(Supplier<T> action) {
    return lock.locked(action);
  }

  private void exclusively(Runnable action) {
    lock.exclusively(action);
  }

  @Override
  public Instant now() {
    return runtime.now();
  }

  @Override
  public ReducerDeadline reducers() {
    return new ReducerDeadline(runtime.codec(), Supplier::get);
  }

  /** Completes what waits for the ends of runs, and tells the listeners. */
  @Override
  public void moved(ThreadProgress progress, List<RunEvent> events) {
    events.forEach(this::complete);
    runtime.checkpoints().ifPresent(it -> it.moved(this));
    runtime.graphs().listeners().tell(progress.pregel(), progress.at(), events);
  }

  private void complete(RunEvent event) {
    if (event.endsRun()) {
      event.runs().forEach(run -> end(run).complete(event));
    }
  }

  private void accept(Input input) {
    advance(progress -> progress.accept(input, now()));
  }

  private void advance(Function<ThreadProgress, List<RunEvent>> step) {
    driver.move(step);
    tasks.start(align());
  }

  /** Lets waiting inputs in where nothing runs, tells the news, and returns the tasks to start. */
  private List<InMemoryTask> align() {
    driver.drain(this::startOrRefuse);
    expiry.set(driver.deadline(), this::expire);
    lock.tell();
    if (driver.isOver()) {
      runtime.keepForAWhile(this);
    }
    return tasks.reconcile(driver.progressFor(0));
  }

  private void expire(Instant time) {
    exclusively(
        () -> {
          if (expiry.isAt(time)) {
            accept(new Input.Expiry(time));
          }
        });
  }

  Invocation invocation(InMemoryTask running) {
    return locked(() -> tasks.invocation(driver.progressFor(0), running));
  }

  State stateAt(ThreadProgress progress, long checkpoint) {
    return locked(() -> progress.stateAt(checkpoint));
  }

  /** Takes a result in if the task is still wanted, and returns the tasks to start. */
  List<InMemoryTask> settle(InMemoryTask task, TaskResult result) {
    return locked(
        () -> {
          if (!tasks.remove(task)) {
            return List.of();
          }
          settle(result);
          return align();
        });
  }

  private void settle(TaskResult result) {
    try {
      driver.settle(List.of(result));
    } catch (RuntimeException | StackOverflowError failure) {
      driver.refuse(GraphException.explaining("move the thread on", failure));
    }
  }
}
