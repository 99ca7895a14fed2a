package io.evergraph.runtime.thread;

import io.evergraph.error.GraphChangedException;
import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.event.RunEvents;
import io.evergraph.graph.GraphSpec;
import io.evergraph.pregel.Checkpoint;
import io.evergraph.pregel.Commit;
import io.evergraph.pregel.GraphTrait;
import io.evergraph.pregel.Input;
import io.evergraph.pregel.Next;
import io.evergraph.pregel.Pregel;
import io.evergraph.pregel.RunSettings;
import io.evergraph.pregel.TaskResult;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.MigrationPlan;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.QueuedRun;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Strategy;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.State;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a thread: its checkpoint, its events so far and its earlier checkpoints.
 *
 * <p>The one place where inputs and results move a thread on, for every runtime. Not safe for use
 * by several threads; deterministic, so that it may live in a workflow.
 */
public final class ThreadProgress {
  private static final Comparator<TaskResult> FAILURES_LAST =
      Comparator.comparing(TaskResult.Failed.class::isInstance);

  private Pregel pregel;
  private final EventLog events;
  private final CheckpointHistory checkpoints;
  private Checkpoint at;
  private Optional<Instant> deadline;
  private @Nullable Next next;
  private @Nullable ReducerDeadline reducers;
  private Consumer<ThreadStep> witness = step -> {};

  public ThreadProgress(Pregel pregel, Checkpoint at) {
    this(pregel, at, new CheckpointHistory(pregel.spec().retention()), new EventLog());
  }

  ThreadProgress(Pregel pregel, Checkpoint at, CheckpointHistory checkpoints, EventLog events) {
    this.pregel = pregel;
    this.at = at;
    this.checkpoints = checkpoints;
    this.events = events;
    this.deadline = pregel.deadline(at);
  }

  /** Has reducers of users refused from now on that take too long. */
  public void boundBy(ReducerDeadline deadline) {
    reducers = deadline;
  }

  /** Has each input and each group of results shown from now on, with what came of it. */
  public void watchedBy(Consumer<ThreadStep> observer) {
    witness = observer;
  }

  private Checkpoint moved(Pregel by, Function<Pregel, Checkpoint> transition) {
    return reducers == null || !by.traits().contains(GraphTrait.REDUCERS_OF_USERS)
        ? transition.apply(by)
        : reducers.run(by, transition);
  }

  /**
   * Returns the checkpoint that an input leads to from another one, without taking it in.
   *
   * @throws GraphException when it does not fit
   */
  public Checkpoint preview(Checkpoint from, Input input, Instant now) {
    return reducers == null || !pregel.traits().contains(GraphTrait.REDUCERS_OF_USERS)
        ? pregel.accept(from, input, now)
        : reducers.preview(pregel, engine -> engine.accept(from, input, now));
  }

  CheckpointHistory checkpoints() {
    return checkpoints;
  }

  EventLog log() {
    return events;
  }

  public Checkpoint at() {
    return at;
  }

  public Pregel pregel() {
    return pregel;
  }

  public Next next() {
    Next known = next == null ? pregel.next(at) : next;
    next = known;
    return known;
  }

  public boolean isRunning() {
    return pregel.isRunning(at);
  }

  /**
   * Takes an input in; when it is refused, nothing has changed. Elements that come without an
   * identity get theirs here, from the id of the input.
   *
   * @throws GraphException when it does not fit
   */
  public List<RunEvent> accept(Input input, Instant now) {
    Input identified = Identities.given(input);
    Checkpoint after = moved(pregel, engine -> engine.accept(at, identified, now));
    List<RunEvent> news = RunEvents.ofInput(pregel, at, identified, after, nextEvent(), now);
    witness.accept(new ThreadStep(pregel, at, identified, List.of(), now, after, news));
    checkpoints.leave(at, pregel.isRunning(at), news);
    if (input instanceof Input.Rollback) {
      checkpoints.wentBack(after);
    } else {
      checkpoints.moved(after);
    }
    return stand(after, news);
  }

  /**
   * Lets a graph pass that is this one, or another version of it.
   *
   * @throws GraphChangedException when it is another graph of the same version
   */
  public void requireSame(String version, String fingerprint) {
    GraphSpec own = pregel.spec();
    if (version.equals(own.version()) && !fingerprint.equals(pregel.fingerprint())) {
      throw new GraphChangedException(
          at.thread(), own.name(), version, pregel.fingerprint(), fingerprint);
    }
  }

  /**
   * Takes a new input in, after what its strategy does with a run that is in progress or open.
   *
   * @throws ThreadBusyException when the strategy refuses it
   */
  public List<RunEvent> submit(Input.NewInput input, Strategy strategy, Instant now) {
    ThreadStatus status = status();
    if (strategy.refuses(status)) {
      throw new ThreadBusyException(at.thread(), "a new input");
    }
    List<RunEvent> news = new ArrayList<>();
    if (strategy.rollsBack(status)) {
      Checkpoint unused = preview(at, input, now);
      news.addAll(cancel(OnCancel.ROLLBACK, input.runId(), now));
    }
    news.addAll(accept(input, now));
    return news;
  }

  /** Cancels the run in progress, if any; may take back what the last run wrote, never a call. */
  public List<RunEvent> cancel(OnCancel writes, String id, Instant now) {
    Optional<Checkpoint> before =
        at.lastSegment()
            .flatMap(segment -> checkpoints.before(segment.runId()))
            .filter(to -> to.lastSegment().isPresent() || ChildReport.caller(this).isEmpty());
    List<RunEvent> news = new ArrayList<>();
    if (isRunning()) {
      news.addAll(accept(new Input.Cancel(), now));
    }
    if (writes == OnCancel.ROLLBACK && before.isPresent()) {
      news.addAll(accept(new Input.Rollback(id, before.get()), now));
    }
    return news;
  }

  /** Has a run begin that waited for its turn, and stop in the same moment. */
  List<RunEvent> withdraw(QueuedRun run, Instant now) {
    return move(at, RunEvents.ofWithdrawn(run.runId(), run.metadata(), nextEvent(), now));
  }

  public ThreadStatus status() {
    return isRunning() ? ThreadStatus.BUSY : ThreadStatus.of(next());
  }

  /**
   * Returns the input that takes a checkpoint up again.
   *
   * @throws StateMissingException when it is not kept
   */
  public Input fork(String id, Fork fork, RunSettings settings) {
    CheckpointBundle from = past(fork.checkpoint());
    return new Input.Fork(id, from.commit(), from.turn(), fork.branch(), fork.edits(), settings);
  }

  /**
   * Returns the input that goes back to a checkpoint as the thread stood there.
   *
   * @param number the number of the checkpoint; 0 stands before the first
   * @throws StateMissingException when it is not kept
   */
  public Input rollback(String id, long number) {
    return new Input.Rollback(id, number == 0 ? pregel.begin(at.thread()) : asStood(number));
  }

  /**
   * Returns an earlier checkpoint with all that is needed to begin there again.
   *
   * @throws StateMissingException when it is not kept
   */
  public CheckpointBundle past(long number) {
    return CheckpointBundle.of(commitOrThrow(number), asStood(number), this::commit);
  }

  /** Keeps an earlier checkpoint that was kept elsewhere: tasks are going to read it. */
  public void remember(CheckpointBundle past) {
    checkpoints.remember(past.commits());
  }

  /** At a checkpoint that was passed, even if by a later execution, nothing has been done. */
  private Checkpoint asStood(long number) {
    Commit commit = commitOrThrow(number);
    return checkpoints
        .stood(number)
        .filter(stood -> !pregel.isRunning(stood))
        .orElseGet(() -> Checkpoint.passed(at.thread(), commit, checkpoints.segmentOf(number)));
  }

  /** Takes results in, failures last; where a graph is eager, as if each had come alone. */
  public List<RunEvent> settle(List<TaskResult> results, Instant now) {
    List<TaskResult> ordered = results.stream().sorted(FAILURES_LAST).toList();
    List<List<TaskResult>> groups =
        pregel.traits().contains(GraphTrait.EAGER)
            ? ordered.stream().map(List::of).toList()
            : List.of(ordered);
    List<RunEvent> all = new ArrayList<>();
    for (List<TaskResult> group : groups) {
      Checkpoint after = moved(pregel, engine -> engine.settle(at, group, now));
      List<RunEvent> news = RunEvents.ofResults(pregel, at, group, after, nextEvent(), now);
      witness.accept(new ThreadStep(pregel, at, null, group, now, after, news));
      all.addAll(move(after, news));
    }
    return all;
  }

  /** Records that a run could not begin: the first has failed, any other leaves the thread be. */
  public List<RunEvent> refuse(RunEvent.RunStarted run, GraphException reason) {
    RunSettings settings = RunOptions.defaults().settingsFor(pregel.spec());
    Checkpoint after =
        at.lastSegment().isPresent()
            ? at
            : pregel.refuse(at, run.runs().get(0), settings, reason, run.at());
    return move(after, RunEvents.ofRefused(run, reason));
  }

  /** Fails the tasks in progress, which cannot go on; without any the reason is an event alone. */
  public List<RunEvent> refuse(GraphException reason, Instant now) {
    if (!isRunning()) {
      return ignore("-", String.valueOf(reason.getMessage()), now);
    }
    Checkpoint after = pregel.refuse(at, reason, now);
    return move(after, RunEvents.ofResults(pregel, at, List.of(), after, nextEvent(), now));
  }

  public MigrationPlan migration(GraphSpec to) {
    return MigrationCheck.plan(pregel.spec(), to, at);
  }

  /**
   * Moves to another version of the graph, under which everything goes on from here; when it is
   * refused, nothing has changed. Channels that it brings along get what they begin with.
   *
   * @throws ThreadBusyException when a run is in progress
   * @throws io.evergraph.error.VersionMisfitException when that version lacks what the thread needs
   */
  public List<RunEvent> migrate(Pregel to, String id, Instant now) {
    if (isRunning()) {
      throw new ThreadBusyException(at.thread(), "a migration");
    }
    MigrationPlan plan = migration(to.spec()).orThrow();
    Optional<Input> edit = MigrationCheck.newcomers(id, to, at.root());
    Checkpoint after = edit.map(it -> moved(to, by -> by.accept(at, it, now))).orElse(at);
    Optional<ThreadStep> step =
        edit.map(it -> ThreadStep.of(to, at, it, now, after, nextEvent() + 1));
    List<RunEvent> news = new ArrayList<>();
    news.add(new HeadEvent.Migrated(nextEvent(), now, id, plan.from(), plan.to()));
    step.ifPresent(witness);
    step.ifPresent(it -> news.addAll(it.events()));
    pregel = to;
    return move(after, news);
  }

  public List<RunEvent> ignore(String interruptId, String reason, Instant now) {
    return move(at, List.of(RunEvents.ofIgnored(interruptId, reason, nextEvent(), now)));
  }

  private List<RunEvent> move(Checkpoint after, List<RunEvent> news) {
    checkpoints.moved(after);
    return stand(after, news);
  }

  private List<RunEvent> stand(Checkpoint after, List<RunEvent> news) {
    at = after;
    next = null;
    events.add(news);
    if (news.stream().anyMatch(ThreadProgress::mayMoveDeadline)) {
      deadline = pregel.deadline(at);
    }
    return news;
  }

  private static boolean mayMoveDeadline(RunEvent event) {
    return !(event instanceof RunEvent.TaskFinished
        || event instanceof RunEvent.StepCommitted
        || event instanceof RunEvent.StepPlanned);
  }

  public Optional<Instant> deadline() {
    return deadline;
  }

  /** Returns the number that the next event gets. */
  public long nextEvent() {
    return events.last() + 1;
  }

  public long lastEvent() {
    return events.last();
  }

  /** Returns the number of the first event that is kept here; those before are elsewhere. */
  public long firstEvent() {
    return events.first();
  }

  /** Returns the number of the latest event that began or ended a run, if it is known. */
  public Optional<Long> latestEventOf(String runId) {
    return events.latestAbout(runId);
  }

  public List<RunEvent> events(long from) {
    return events.from(from);
  }

  /** Returns the number of the first checkpoint of which all that follow are kept; 0 for all. */
  public long firstCheckpoint() {
    return checkpoints.floor();
  }

  public Optional<Commit> commit(long number) {
    return checkpoints.commit(number);
  }

  /** Returns whether a checkpoint is kept, or is the one that the graph stands at. */
  public boolean isKept(long number) {
    return commit(number).isPresent() || number == at.root().checkpoint();
  }

  public List<Commit> newestFirst() {
    return checkpoints.newestFirst();
  }

  /**
   * Returns the state of a checkpoint; before the first it is the initial one.
   *
   * @throws StateMissingException when it is not kept
   */
  public State stateAt(long number) {
    return number == 0 ? pregel.begin(at.thread()).root().state() : commitOrThrow(number).state();
  }

  /**
   * Returns a commit.
   *
   * @throws StateMissingException when it is not kept
   */
  public Commit commitOrThrow(long number) {
    return checkpoints
        .commit(number)
        .orElseThrow(
            () -> new StateMissingException(at.thread(), number, "the checkpoint is not kept"));
  }
}
