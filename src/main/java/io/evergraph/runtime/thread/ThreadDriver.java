package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.StateMissingException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.QueuedRun;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.Strategy;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Drives one thread, the same way for every runtime: knows which messages came before and which
 * wait, binds the thread to its graph, moves its progress on, and says whether it is over. Its
 * runtime brings messages and results, runs tasks and keeps the timer of the deadline.
 *
 * <p>Deterministic, so that it may live in a workflow; not safe for use by several threads.
 *
 * @param <M> the messages that may wait for their turn
 */
public final class ThreadDriver<M extends ThreadDriver.Message> {
  private static final int REMEMBERED_IDS = 2_000;

  private final ThreadId id;
  private final Map<String, Object> metadata;
  private final Instant created;
  private final Supplier<Instant> now;
  private final Port port;
  private final Map<String, Arrival<M>> waiting = new LinkedHashMap<>();
  private final Set<String> seen = new LinkedHashSet<>();
  private RunMode mode = RunMode.THREAD;
  private @Nullable ThreadProgress progress;

  /** What a thread needs of its runtime. */
  public interface Port {
    void moved(ThreadProgress progress, List<RunEvent> news);

    ReducerDeadline reducers();

    /** Sees the progress of the thread before it moves on here. */
    default void begins(ThreadProgress progress) {}
  }

  /** What may wait for a thread. */
  public interface Message {
    /** Returns the id of the message; the same id a second time changes nothing. */
    String id();

    /** Returns whether its turn has come on a thread of that status. */
    boolean isReady(Supplier<ThreadStatus> status);

    default boolean waitsForGraph() {
      return false;
    }

    /** Returns what is noted on the run that this begins; empty where it begins none. */
    default Optional<Map<String, Object>> noted() {
      return Optional.empty();
    }

    /** Returns the graph that this binds a thread to which has none. */
    default Optional<String> graphToBind() {
      return Optional.empty();
    }
  }

  /** A message that waits, and when it came. */
  public record Arrival<M>(M message, Instant at) {}

  /**
   * Makes what drives a thread on which nothing has happened.
   *
   * @param now tells the time, which must be recorded where the driver lives in a workflow
   */
  public ThreadDriver(
      ThreadId id,
      Map<String, Object> metadata,
      Instant created,
      Supplier<Instant> now,
      Port port) {
    this.id = id;
    this.metadata = metadata;
    this.created = created;
    this.now = now;
    this.port = port;
  }

  /**
   * Goes on with what was driven elsewhere.
   *
   * @param ids those of the messages that came before, oldest first
   * @param at null where no graph was bound yet
   */
  public void restore(
      List<Arrival<M>> messages, List<String> ids, RunMode latest, @Nullable ThreadProgress at) {
    messages.forEach(it -> waiting.put(it.message().id(), it));
    seen.addAll(ids);
    mode = latest;
    progress = at;
    if (at != null) {
      begin(at);
    }
  }

  public ThreadId id() {
    return id;
  }

  public Instant created() {
    return created;
  }

  public RunMode mode() {
    return mode;
  }

  public void setMode(RunMode latest) {
    mode = latest;
  }

  /** Returns the progress; empty where no graph is bound yet. */
  public Optional<ThreadProgress> progress() {
    return Optional.ofNullable(progress);
  }

  /**
   * Returns the progress that a checkpoint is read from.
   *
   * @throws StateMissingException when no graph is bound yet
   */
  public ThreadProgress progressFor(long checkpoint) {
    if (progress == null) {
      throw UnboundThread.withoutRun(id.value(), checkpoint);
    }
    return progress;
  }

  public ThreadViews views() {
    return new ThreadViews(id, metadata, created, progress, queued());
  }

  public ThreadStatus status() {
    return progress == null ? ThreadStatus.IDLE : progress.status();
  }

  public boolean isRunning() {
    return progress != null && progress.isRunning();
  }

  /** Returns whether a run that was alone has come to its end, and nothing waits behind it. */
  public boolean isOver() {
    return mode == RunMode.ALONE
        && waiting.isEmpty()
        && progress != null
        && !progress.isRunning()
        && (progress.next() instanceof Next.Finished || progress.next() instanceof Next.Failed);
  }

  public List<RunEvent> events(long from) {
    return progress == null ? List.of() : progress.events(from);
  }

  public boolean hasEventsOf(String runId) {
    return progress != null && progress.latestEventOf(runId).isPresent();
  }

  /** Returns when the first of the open questions expires; empty when none does. */
  public Optional<Instant> deadline() {
    return progress == null ? Optional.empty() : progress.deadline();
  }

  /**
   * Lets a graph pass that the thread is bound to, or may be.
   *
   * @throws GraphMismatchException when it is bound to another one, or about to be
   */
  public void requireGraph(String asked) {
    Optional<String> bound =
        progress()
            .map(at -> at.pregel().spec().name())
            .or(() -> waiting().stream().flatMap(it -> it.graphToBind().stream()).findFirst());
    if (bound.filter(name -> !name.equals(asked)).isPresent()) {
      throw new GraphMismatchException(id.value(), bound.get(), asked);
    }
  }

  /** Checks that the thread has a graph, and which: answers of somebody wait for it. */
  public void requireGraph(String asked, List<Answer> answers) {
    if (progress == null) {
      throw UnboundThread.withoutGraph(id.value(), answers, asked);
    }
    requireGraph(asked);
  }

  /** Returns the progress; the first call begins it. */
  public ThreadProgress bind(Supplier<Pregel> engine) {
    ThreadProgress bound = progress;
    if (bound == null) {
      Pregel pregel = engine.get();
      bound = new ThreadProgress(pregel, pregel.begin(id.value()));
      begin(bound);
      progress = bound;
    }
    return bound;
  }

  /** Has a message move the thread on; a first one that is refused binds it to no graph. */
  public void bind(Supplier<Pregel> engine, Consumer<ThreadProgress> message) {
    boolean isFirst = progress == null;
    ThreadProgress bound = bind(engine);
    long before = bound.nextEvent();
    try {
      message.accept(bound);
    } catch (RuntimeException | StackOverflowError refused) {
      if (isFirst && bound.nextEvent() == before) {
        progress = null;
      }
      throw refused;
    }
  }

  private void begin(ThreadProgress bound) {
    bound.boundBy(port.reducers());
    port.begins(bound);
  }

  /** Returns whether a message of this id came before, waiting or not. */
  public boolean knows(String messageId) {
    return seen.contains(messageId) || waiting.containsKey(messageId);
  }

  public void note(String messageId) {
    seen.add(messageId);
    if (seen.size() > REMEMBERED_IDS) {
      seen.remove(seen.iterator().next());
    }
  }

  public void add(M message) {
    waiting.put(message.id(), new Arrival<>(message, now.get()));
    note(message.id());
  }

  /**
   * Stops runs that wait, where a new input takes their place and that of the run in progress.
   *
   * @param before what waits and came before the input
   * @param check refuses the input where it cannot begin
   */
  public void makeWay(Strategy strategy, List<M> before, Runnable check) {
    if (!before.isEmpty() && strategy.supersedes(status())) {
      check.run();
      Set<String> ids = before.stream().map(Message::id).collect(Collectors.toSet());
      queued().stream().filter(run -> ids.contains(run.runId())).forEach(this::withdraw);
    }
  }

  /** Returns the runs that wait for their turn, the next one first. */
  public List<QueuedRun> queued() {
    return waiting.values().stream()
        .flatMap(
            it ->
                it.message().noted().stream()
                    .map(notes -> new QueuedRun(it.message().id(), notes, it.at())))
        .toList();
  }

  /** Stops a run, in progress or waiting for its turn; one that has stopped stays as it is. */
  public void cancel(String runId, OnCancel writes, String order) {
    if (progress == null) {
      return;
    }
    Optional<QueuedRun> queued =
        queued().stream().filter(run -> run.runId().equals(runId)).findFirst();
    if (queued.isPresent()) {
      withdraw(queued.get());
    } else if (isRunning() && progress.at().isOf(runId)) {
      move(at -> at.cancel(writes, order, now.get()));
    }
  }

  private void withdraw(QueuedRun run) {
    waiting.remove(run.runId());
    move(at -> at.withdraw(run, now.get()));
  }

  /** Stops all runs. */
  public void cancelAll(String order) {
    if (progress != null) {
      queued().forEach(this::withdraw);
      move(at -> at.cancel(OnCancel.KEEP, order, now.get()));
    }
  }

  public List<M> waiting() {
    return waiting.values().stream().map(Arrival::message).toList();
  }

  public List<Arrival<M>> arrivals() {
    return List.copyOf(waiting.values());
  }

  public List<String> seen() {
    return List.copyOf(seen);
  }

  public boolean hasReady() {
    return nextReady().isPresent();
  }

  private Optional<M> nextReady() {
    return waiting().stream()
        .filter(message -> message.isReady(this::status))
        .filter(message -> progress != null || !message.waitsForGraph())
        .findFirst();
  }

  /**
   * Takes the messages out whose turn it is, one after the other.
   *
   * @param apply applies a message; it is told what waits and came before it
   */
  public void drain(BiConsumer<M, List<M>> apply) {
    for (Optional<M> message = nextReady(); message.isPresent(); message = nextReady()) {
      String next = message.get().id();
      List<M> before = waiting().stream().takeWhile(it -> !it.id().equals(next)).toList();
      waiting.remove(next);
      apply.accept(message.get(), before);
    }
  }

  public void move(Function<ThreadProgress, List<RunEvent>> step) {
    ThreadProgress at = progressFor(0);
    port.moved(at, step.apply(at));
  }

  /** Moves on; where that fails, the tasks of the run in progress have failed. */
  public void moveOrRefuse(Function<ThreadProgress, List<RunEvent>> step) {
    try {
      move(step);
    } catch (RuntimeException | StackOverflowError failure) {
      refuse(GraphException.explaining("move the thread on", failure));
    }
  }

  public void accept(Input input) {
    move(at -> at.accept(input, now.get()));
  }

  public void settle(List<TaskResult> results) {
    move(at -> at.settle(results, now.get()));
  }

  /** Fails the tasks of a run that cannot go on. */
  public void refuse(GraphException reason) {
    move(at -> at.refuse(reason, now.get()));
  }

  /** Records that a run could not begin, for those who wait for it. */
  public void refuse(M message, RunEvent.Cause cause, GraphException reason) {
    Map<String, Object> notes = message.noted().orElse(Map.of());
    List<String> runs = List.of(message.id());
    move(
        at ->
            at.refuse(
                new RunEvent.RunStarted(at.nextEvent(), now.get(), runs, cause, notes), reason));
  }

  /** Records that a message changed nothing; it may come again under its id, corrected. */
  public void refuse(M message, String interruptId, GraphException reason) {
    seen.remove(message.id());
    ignore(interruptId, reason);
  }

  public void ignore(String interruptId, GraphException reason) {
    List<RunEvent> unused =
        progressFor(0).ignore(interruptId, String.valueOf(reason.getMessage()), now.get());
  }
}
