package io.evergraph.runtime.memory;

import io.evergraph.error.GraphException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Graph;
import io.evergraph.graph.PauseMode;
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
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.runtime.thread.ReducerDeadline;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.runtime.thread.ThreadDriver;
import io.evergraph.runtime.thread.ThreadProgress;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread in memory: its driver under a lock, and the tasks that run for it. */
final class InMemoryThread implements ThreadDriver.Port {
  private final InMemoryRuntime runtime;
  private final ThreadLock lock = new ThreadLock();
  private final Supplier<Instant> now;
  private final RunEnds ends = new RunEnds();
  private final ThreadDriver<WaitingInput> driver;
  private final TaskRunner tasks;
  private final ScheduledDeadline expiry;
  final CheckpointWriter.Progress saving = new CheckpointWriter.Progress();

  InMemoryThread(
      InMemoryRuntime runtime, ThreadId id, Map<String, Object> metadata, Instant created) {
    this.runtime = runtime;
    this.now = runtime.clock()::instant;
    this.driver = new ThreadDriver<>(id, metadata, created, now, this);
    this.tasks = new TaskRunner(runtime, this);
    this.expiry = new ScheduledDeadline(runtime.timer());
  }

  ThreadId id() {
    return driver.id();
  }

  RunHandle submit(Graph asked, Input.NewInput input, RunOptions options) {
    return lock.locked(
        () -> {
          ends.requireOpen();
          bind(
              asked,
              bound -> {
                if (!driver.knows(input.runId())) {
                  submit(bound, asked, new WaitingInput(input, options));
                }
              });
          return run(input.runId());
        });
  }

  private void bind(Graph asked, Consumer<ThreadProgress> message) {
    driver.requireGraph(asked.name());
    Consumer<ThreadProgress> check =
        bound -> bound.requireSame(asked.version(), asked.fingerprint());
    driver.bind(() -> runtime.pregel(asked), check.andThen(message));
  }

  private void submit(ThreadProgress bound, Graph asked, WaitingInput message) {
    Strategy strategy = message.options().strategy();
    if (message.isReady(bound::status) || strategy.refuses(bound.status())) {
      driver.makeWay(strategy, driver.waiting(), () -> check(bound, message));
      start(message);
      tasks.run(asked);
      tasks.start(align());
      driver.note(message.id());
    } else {
      check(bound, message);
      driver.add(message);
      tasks.run(asked);
    }
  }

  /** Checked at once: whoever sent it is still there to hear of a misfit. */
  private void check(ThreadProgress bound, WaitingInput message) {
    Checkpoint unused = bound.preview(bound.at(), message.input(), now.get());
  }

  private void start(WaitingInput message) {
    RunOptions options = message.options();
    driver.move(progress -> progress.submit(message.input(), options.strategy(), now.get()));
    driver.setMode(options.mode());
  }

  /** Whoever sent an input that waited is not there any more to hear of a misfit. */
  private void startOrRefuse(WaitingInput message) {
    try {
      start(message);
    } catch (RuntimeException | StackOverflowError failure) {
      driver.refuse(
          message, RunEvent.Cause.INPUT, GraphException.explaining("apply a message", failure));
    }
  }

  private RunHandle run(String runId) {
    return new InMemoryRunHandle(this, driver.id(), runId);
  }

  RunHandle known(String runId) {
    return lock.locked(
        () -> {
          boolean waits = driver.queued().stream().anyMatch(it -> it.runId().equals(runId));
          if (!waits && !driver.hasEventsOf(runId)) {
            throw new UnknownRunException(driver.id().value(), runId);
          }
          return run(runId);
        });
  }

  RunHandle resume(ResumeOrder order) {
    return lock.locked(
        () -> {
          ResumeOrder checked = order.checked(driver);
          once(order.runId(), () -> accept(checked.input(driver)));
          return run(order.runId());
        });
  }

  /**
   * Stops whatever goes on here, and lets nothing begin any more.
   *
   * @param reason what those are told who wait for something here, or begin it
   */
  void close(GraphException reason) {
    lock.exclusively(
        () -> {
          driver.cancelAll(TimeOrderedId.next());
          List<InMemoryTask> unused = driver.progress().isPresent() ? align() : List.of();
          expiry.set(Optional.empty(), this::expire);
          ends.close(reason);
        });
  }

  /** Ends, as its children do, where it is not over; readable until it is saved no more. */
  void end(GraphException reason) {
    lock.exclusively(
        () -> {
          if (!driver.isOver()) {
            close(reason);
            tasks.children().endAll();
            runtime.checkpoints().ifPresentOrElse(it -> it.moved(this), this::keepForAWhile);
          }
        });
  }

  void keepForAWhile() {
    runtime.threads().keepForAWhile(this);
  }

  /** Returns whether no other thread has begun under its id. */
  boolean hasItsId() {
    return runtime.threads().has(this);
  }

  boolean isClosed() {
    return lock.locked(ends::isClosed);
  }

  /** Returns whether it was deleted, or has ended with its caller's task. */
  boolean isGone() {
    return lock.locked(ends::isGone);
  }

  void cancel(OnCancel writes) {
    lock.exclusively(
        () -> {
          if (driver.progress().isPresent()) {
            advance(progress -> progress.cancel(writes, TimeOrderedId.next(), now.get()));
          }
        });
  }

  void cancel(String runId, OnCancel writes) {
    lock.exclusively(
        () -> {
          if (driver.progress().isPresent()) {
            driver.cancel(runId, writes, TimeOrderedId.next());
            tasks.start(align());
          }
        });
  }

  void pause(PauseMode mode, Predicate<Checkpoint> condition) {
    lock.exclusively(
        () ->
            driver.progress().stream()
                .filter(progress -> progress.isRunning() && condition.test(progress.at()))
                .forEach(progress -> accept(Input.Pause.of(mode, tasks.underWay()))));
  }

  ThreadSnapshot edit(Graph asked, String editId, Input edit) {
    return edited(editId, () -> bind(asked, bound -> accept(edit)));
  }

  /** Goes on with the progress of another thread; what runs there stands still here. */
  ThreadSnapshot begin(ThreadProgress copy) {
    return lock.locked(
        () -> {
          restore(List.of(), RunMode.THREAD, copy);
          driver.cancelAll(TimeOrderedId.next());
          tasks.start(align());
          return snapshot();
        });
  }

  /**
   * Goes on as it was saved.
   *
   * @param shown shows it to others, who wait until it stands as it was saved
   */
  void begin(SavedThreads.Restored saved, Runnable shown) {
    lock.exclusively(
        () -> {
          saved.progress().ifPresent(tasks.children()::takeUp);
          shown.run();
          saving.isAt(saved.known());
          saved
              .progress()
              .ifPresent(
                  at -> {
                    restore(saved.seen(), saved.mode(), at);
                    tasks.start(align());
                    if (driver.isOver()) {
                      keepForAWhile();
                    }
                  });
        });
  }

  private void restore(List<String> seen, RunMode mode, ThreadProgress at) {
    driver.restore(List.of(), seen, mode, at);
    at.events(at.firstEvent()).forEach(ends::complete);
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
    return edited(
        id, () -> advance(progress -> progress.migrate(runtime.pregel(to), id, now.get())));
  }

  private ThreadSnapshot edited(String messageId, Runnable order) {
    return lock.locked(
        () -> {
          once(messageId, order);
          return snapshot();
        });
  }

  private void once(String messageId, Runnable order) {
    ends.requireOpen();
    if (!driver.knows(messageId)) {
      if (driver.isOver()) {
        throw new ThreadEndedException(driver.id().value());
      }
      order.run();
      driver.note(messageId);
    }
  }

  ThreadSnapshot snapshot() {
    return lock.locked(() -> driver.views().now());
  }

  <T> T read(Function<ThreadDriver<?>, T> reader) {
    return lock.locked(() -> reader.apply(driver));
  }

  Optional<Graph> graph() {
    return lock.locked(driver::progress).map(progress -> progress.pregel().graph());
  }

  List<RunEvent> awaitEvents(long from, long nanos) throws InterruptedException {
    return lock.await(() -> driver.events(from), nanos);
  }

  /** Returns what gives the event that ends a run, once that has happened. */
  CompletableFuture<RunEvent> end(String runId) {
    return lock.locked(() -> ends.of(runId));
  }

  ThreadLock news() {
    return lock;
  }

  @Override
  public ReducerDeadline reducers() {
    return new ReducerDeadline(runtime.codec(), Supplier::get);
  }

  /** Completes what waits for the ends of runs, and tells the listeners. */
  @Override
  public void moved(ThreadProgress progress, List<RunEvent> events) {
    events.forEach(ends::complete);
    InMemoryChildren.tellCaller(runtime, progress, events);
    runtime.checkpoints().ifPresent(it -> it.moved(this));
    runtime.graphs().listeners().tell(progress.pregel(), progress.at(), events);
  }

  private void accept(Input input) {
    driver.accept(input);
    tasks.start(align());
  }

  private void advance(Function<ThreadProgress, List<RunEvent>> step) {
    driver.move(step);
    tasks.start(align());
  }

  /** Lets waiting inputs in where nothing runs, tells the news, and returns the tasks to start. */
  private List<InMemoryTask> align() {
    driver.drain((message, before) -> startOrRefuse(message));
    expiry.set(driver.deadline(), this::expire);
    lock.tell();
    if (driver.isOver() && runtime.checkpoints().isEmpty()) {
      keepForAWhile(); // where it is saved, it is kept until its end is
    }
    return tasks.reconcile(driver.progressFor(0));
  }

  private void expire(Instant time) {
    lock.exclusively(
        () -> {
          if (expiry.isAt(time)) {
            accept(new Input.Expiry(time));
          }
        });
  }

  /** Takes a result in if the task is still wanted, and returns the tasks to start. */
  List<InMemoryTask> settle(InMemoryTask task, TaskResult result) {
    return lock.locked(
        () -> {
          if (!tasks.remove(task)) {
            return List.of();
          }
          driver.moveOrRefuse(it -> it.settle(List.of(result), now.get()));
          return align();
        });
  }

  /** Goes on as a task does that this thread works for. */
  void goOn(String runId, Map<String, @Nullable Object> answers) {
    lock.exclusively(
        () ->
            ChildReport.goOn(driver.progressFor(0), runId, answers)
                .ifPresent(
                    input -> {
                      driver.note(runId);
                      accept(input);
                    }));
  }

  /** Has a task follow the thread that works for it. */
  void lookAtChild(String task) {
    lock.exclusively(
        () -> {
          Optional<ChildReport> report =
              tasks.children().report(task).filter(any -> !ends.isClosed());
          if (report.isPresent()) {
            driver.moveOrRefuse(it -> report.get().applyTo(it, any -> any, now.get()));
            tasks.start(align());
          }
        });
  }
}
