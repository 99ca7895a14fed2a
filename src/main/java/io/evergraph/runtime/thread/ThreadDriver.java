package io.evergraph.runtime.thread;

import io.evergraph.error.GraphException;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.StateMissingException;
import io.evergraph.event.RunEvent;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
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
public final class ThreadDriver<M extends Inbox.Message> {
  private final ThreadId id;
  private final Map<String, Object> metadata;
  private final Instant created;
  private final Inbox<M> inbox;
  private final Port port;
  private RunMode mode;
  private @Nullable ThreadProgress progress;

  /** What a thread needs of its runtime. */
  public interface Port {
    /** Returns the time by the runtime's clock. */
    Instant now();

    /** Hears of each move, after it. */
    void moved(ThreadProgress progress, List<RunEvent> news);
  }

  /** Begins a thread that nothing has happened on. */
  public ThreadDriver(ThreadId id, Map<String, Object> metadata, Instant created, Port port) {
    this(id, metadata, created, port, new Inbox<>(List.of(), List.of()), RunMode.THREAD, null);
  }

  /** Goes on with a thread that was driven elsewhere. */
  public ThreadDriver(
      ThreadId id,
      Map<String, Object> metadata,
      Instant created,
      Port port,
      Inbox<M> inbox,
      RunMode mode,
      @Nullable ThreadProgress progress) {
    this.id = id;
    this.metadata = metadata;
    this.created = created;
    this.port = port;
    this.inbox = inbox;
    this.mode = mode;
    this.progress = progress;
  }

  public ThreadId id() {
    return id;
  }

  public Instant created() {
    return created;
  }

  public Inbox<M> inbox() {
    return inbox;
  }

  public RunMode mode() {
    return mode;
  }

  /** Notes the mode of the latest run. */
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
      throw new StateMissingException(id.value(), checkpoint, "the thread has no run yet");
    }
    return progress;
  }

  public ThreadViews views() {
    return new ThreadViews(id, metadata, created, progress);
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
        && inbox.isEmpty()
        && progress != null
        && !progress.isRunning()
        && (progress.next() instanceof Next.Finished || progress.next() instanceof Next.Failed);
  }

  public List<RunEvent> events(long from) {
    return progress == null ? List.of() : progress.events(from);
  }

  public long lastEvent() {
    return progress == null ? 0 : progress.lastEvent();
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
            .or(
                () ->
                    inbox.messages().stream().flatMap(it -> it.graphToBind().stream()).findFirst());
    if (bound.filter(name -> !name.equals(asked)).isPresent()) {
      throw new GraphMismatchException(id.value(), bound.get(), asked);
    }
  }

  /** Returns the progress; the first call begins it. */
  public ThreadProgress bind(Supplier<Pregel> engine) {
    ThreadProgress bound = progress;
    if (bound == null) {
      Pregel pregel = engine.get();
      bound = new ThreadProgress(pregel, pregel.begin(id.value()));
      progress = bound;
    }
    return bound;
  }

  public boolean hasReadyMessages() {
    return inbox.hasReady(this::isReady);
  }

  private boolean isReady(M message) {
    return message.isReady(status()) && (progress != null || !message.waitsForGraph());
  }

  /** Takes the messages out whose turn it is, one after the other. */
  public void drain(Consumer<M> apply) {
    Optional<M> message = inbox.takeReady(this::isReady);
    while (message.isPresent()) {
      apply.accept(message.get());
      message = inbox.takeReady(this::isReady);
    }
  }

  /** Moves the thread on, and tells the runtime. */
  public void move(Function<ThreadProgress, List<RunEvent>> step) {
    ThreadProgress at = progressFor(0);
    port.moved(at, step.apply(at));
  }

  public void accept(Input input) {
    move(at -> at.accept(input, port.now()));
  }

  public void settle(List<TaskResult> results) {
    move(at -> at.settle(results, port.now()));
  }

  /** Records that a message could not be applied. */
  public void ignore(String interruptId, GraphException reason) {
    List<RunEvent> unused =
        progressFor(0).ignore(interruptId, String.valueOf(reason.getMessage()), port.now());
  }
}
