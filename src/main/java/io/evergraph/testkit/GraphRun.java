package io.evergraph.testkit;

import io.evergraph.agent.ReactAgent;
import io.evergraph.error.TaskFailedException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Steering;
import io.evergraph.llm.message.Message;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.Lifetime;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.assertj.core.api.AssertProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread of a graph in a test: every message to it waits until its run has stopped. In memory,
 * with a clock of its own, unless the test says otherwise; deadlines and pauses take no time there.
 *
 * <pre>{@code
 * GraphRun run = GraphRun.of(support).user("Please refund order 7.").start();
 * assertThat(run).asks("refund").withArguments("order", "7");
 * assertThat(run.approve()).toolRan("refund", 1).said("You get your money.").chatIsValid();
 * }</pre>
 *
 * <p>Used by one thread.
 */
public final class GraphRun implements AssertProvider<GraphRunAssert>, AutoCloseable {
  /** The system property that sets the seed of {@link #killedAnywhere(int)}. */
  public static final String SEED = "evergraph.seed";

  private static final Logger LOG = LoggerFactory.getLogger(GraphRun.class);

  private final Builder setup;
  private final ThreadId thread;
  private final TestBed bed;
  private final List<Move> moves = new ArrayList<>();
  private final List<RunStatus> stops = new ArrayList<>();
  private @Nullable Recording recording;
  private boolean closed;

  private GraphRun(Builder setup, ThreadId thread, TestBed bed) {
    this.setup = setup;
    this.thread = thread;
    this.bed = bed;
    OpenRuns.add(this);
  }

  /** Begins a run of a graph. */
  public static Builder of(Graph graph) {
    return new Builder(graph);
  }

  /** Collects how a run is started. */
  public static final class Builder {
    private final Graph graph;
    private TestServer server = TestServer.memory();
    private StateUpdate input = StateUpdate.empty();
    private Map<String, Object> context = Map.of();

    private Builder(Graph graph) {
      this.graph = graph;
    }

    /** Sets what the run is on, {@link TestServer#memory} by default. */
    public Builder on(TestServer place) {
      this.server = place;
      return this;
    }

    /** Adds what a user says to the chat of an agent. */
    public Builder user(String words) {
      return input(StateUpdate.of(ReactAgent.MESSAGES, Message.user(words)));
    }

    /** Adds values to the input. */
    public Builder input(StateUpdate values) {
      this.input = input.and(values);
      return this;
    }

    /** Sets what is passed to the nodes beside the state. */
    public Builder context(Map<String, Object> values) {
      this.context = values;
      return this;
    }

    /** Starts the graph, and waits until the run has stopped. */
    public GraphRun start() {
      return begun((on, thread, id) -> start(on, thread, id, input));
    }

    private void start(GraphRuntime on, ThreadId thread, String id, StateUpdate values) {
      Recording.await(on.start(graph, thread, values, options(id).build()));
    }

    private RunOptions.Builder options(String id) {
      return RunOptions.builder().runId(id).context(context);
    }

    /**
     * Runs one node alone, on a thread whose state is the input; {@link GraphRunAssert#goesTo}
     * checks what would follow it. Its error handler stands in for it where it fails. Channels that
     * are hidden or read-only are refused, as from everybody outside of the graph.
     */
    public GraphRun runNode(String node) {
      return begun((on, thread, id) -> runNode(node, on, thread, id));
    }

    /**
     * The thread gets its state by an input that nothing follows; what no input may hold, and what
     * is forgotten after a run, is written where the node runs.
     */
    private void runNode(String node, GraphRuntime on, ThreadId thread, String id) {
      RunOptions none = options(id + "-state").breakpoints(Breakpoints.before("*")).build();
      Recording.await(on.start(graph, thread, written(this::isInput), none));
      ThreadSnapshot unused = on.editState(thread, null, StateUpdate.empty(), Graph.END);
      Steering only = Steering.goTo(node).withBreakpoints(behind(node));
      StateUpdate rest = written(write -> !isInput(write));
      Recording.await(on.resume(thread, id, List.of(), only.with(rest)));
    }

    private Breakpoints behind(String node) {
      Stream<String> handler = graph.spec().failure().handlerOf(node).stream();
      return Breakpoints.after(Stream.concat(Stream.of(node), handler).toArray(String[]::new));
    }

    private StateUpdate written(Predicate<Write> which) {
      return new StateUpdate(input.writes().stream().filter(which).toList());
    }

    private boolean isInput(Write write) {
      return graph.spec().shape().accepts(write.channel())
          && graph.schema().lifetime(write.channel()) == Lifetime.THREAD;
    }

    private GraphRun begun(Move first) {
      GraphRun run = new GraphRun(this, ThreadId.random(), server.open(GraphRegistry.of(graph)));
      return run.make(first);
    }
  }

  private GraphRun make(Move move) {
    move.make(bed.runtime(), thread, thread.value() + "-run" + (moves.size() + 1));
    moves.add(move);
    recording = Recording.of(bed.runtime(), thread);
    stops.add(result().status());
    requireScript();
    return this;
  }

  /** A handler may have taken the failure, and threads that work for this one tell theirs. */
  private void requireScript() {
    events().stream()
        .filter(RunEvent.TaskFailed.class::isInstance)
        .map(RunEvent.TaskFailed.class::cast)
        .forEach(failed -> requireScript(failed.error(), failed.message()));
    if (result().error().orElse(null) instanceof TaskFailedException failed) {
      requireScript(failed.errorType(), failed.reason());
    }
  }

  private static void requireScript(String error, String message) {
    if (error.equals(ScriptedModel.ScriptExhaustedError.class.getName())) {
      throw new AssertionError(message);
    }
  }

  /** Says something in the chat of an agent: the next turn. */
  public GraphRun user(String words) {
    return input(StateUpdate.of(ReactAgent.MESSAGES, Message.user(words)));
  }

  /** Starts the graph again on the same thread. */
  public GraphRun input(StateUpdate values) {
    return make((on, at, id) -> setup.start(on, at, id, values));
  }

  /** Answers the only open question. */
  public GraphRun answer(Object value) {
    return decide(Answer.single(value));
  }

  /** Answers questions by their ids, or decides about failed tasks: again, skip, edit. */
  public GraphRun decide(Answer... answers) {
    List<Answer> all = List.of(answers);
    return make((on, at, id) -> Recording.await(on.answer(at, id, all)));
  }

  /** Approves the calls that the only open question shows. */
  public GraphRun approve() {
    return answer(Map.of("type", "approve"));
  }

  /** Rejects the calls that the only open question shows. */
  public GraphRun reject(String reason) {
    return answer(Map.of("type", "reject", "message", reason));
  }

  /** Gives the result of the call that the only open question shows; the tool does not run. */
  public GraphRun respond(String text) {
    return answer(Map.of("type", "respond", "message", text));
  }

  /** Lets the call that the only open question shows be made with other arguments. */
  public GraphRun edit(Map<String, Object> arguments) {
    return answer(Map.of("type", "edit", "args", arguments));
  }

  /** Goes on with what a stopped run left: after a pause, or the end of its steps. */
  public GraphRun proceed() {
    return make((on, at, id) -> Recording.await(on.proceed(at, id, null)));
  }

  /**
   * Lets time pass: what is due happens, and its run is awaited.
   *
   * @throws IllegalStateException when the run is on a Temporal server
   */
  public GraphRun passes(Duration time) {
    return make(new Move.Wait(bed, time));
  }

  /** Does {@link #killedAnywhere(int, long)} with the seed of {@value #SEED}, or a new one. */
  public GraphRun killedAnywhere(int times) {
    return killedAnywhere(times, Long.getLong(SEED, new Random().nextInt(1_000_000)));
  }

  /** Does {@link #killedAnywhere(int, long)} with all places of the history. */
  public GraphRun killedEverywhere() {
    return killed(KillPoints::count, 0);
  }

  /**
   * Plays this run again on a Temporal server (an embedded one, unless this run is on another), and
   * discards its worker, with its cache of workflows, at some places of the history; each time, a
   * new one takes over. Places are before and after the code of each task, and before each message
   * to the thread. The seed is logged.
   *
   * @param times how many places; each is used once
   * @param seed the same seed chooses the same places
   * @return the other run, which has ended
   * @throws AssertionError when the other run stops otherwise, does not end in the same state, a
   *     worker was not lost because it never came to the place, or this run does not repeat itself
   *     even where none is lost: failures of a script do not come again
   * @throws IllegalArgumentException when this run has fewer places
   * @throws io.evergraph.error.UnknownInterruptException when this run is on {@link TestServer#at}
   *     and answers by id: the other run has another thread there, whose questions have other ids
   * @throws IllegalStateException when time passed in this run: a server has a clock of its own
   */
  public GraphRun killedAnywhere(int times, long seed) {
    return killed(places -> times, seed);
  }

  private GraphRun killed(ToIntFunction<KillPoints> wanted, long seed) {
    if (moves.stream().anyMatch(Move::needsClock)) {
      throw new IllegalStateException(
          "Expected a run without passes(…) but found one: a server's clock cannot be moved.");
    }
    ThreadId same =
        setup.server.isShared() ? ThreadId.random() : thread; // ids of questions hold it
    KillPoints all = KillPoints.counted();
    GraphRun expected = replayed(TestServer.memory(), same, bed -> all, this::repeat);
    int times = wanted.applyAsInt(all);
    LOG.info("Workers are lost at {} places; -D{}={} chooses the same.", times, SEED, seed);
    TestServer place = setup.server.hasWorkers() ? setup.server : TestServer.embedded();
    GraphRun killed =
        replayed(
            place,
            same,
            bed -> all.some(times, new Random(seed), bed::replaceWorker),
            GraphRun::make);
    Ending.of(killed).requireSame(Ending.of(expected), seed);
    return killed;
  }

  private GraphRun replayed(
      TestServer place,
      ThreadId as,
      Function<TestBed, KillPoints> lost,
      BiConsumer<GraphRun, Move> play) {
    GraphRegistry graphs = GraphRegistry.of(setup.graph);
    try (GraphRun again = new GraphRun(setup, as, place.open(graphs))) {
      KillPoints points = lost.apply(again.bed);
      points.watch(setup.graph, graphs);
      for (Move move : moves) {
        points.passMessage(again.moves.size());
        play.accept(again, move);
      }
      points.requireLost(again.bed.replacedWorkers());
      return again;
    }
  }

  /** Workers are lost in a run only that ends the same without any loss. */
  private void repeat(GraphRun again, Move move) {
    int number = again.moves.size();
    RunStatus expected = stops.get(number);
    try {
      RunStatus found = again.make(move).result().status();
      if (found != expected) {
        throw new AssertionError("Found " + found);
      }
    } catch (AssertionError other) {
      throw new AssertionError(
          """
          Expected to play the run again, %s after message %d, but it does not repeat itself: %s. \
          Failures by ScriptedModel.fails(…), or by what counts, do not come again."""
              .formatted(expected, number + 1, other.getMessage()),
          other);
    }
  }

  /** Returns how the run stopped after each message. */
  List<RunStatus> stops() {
    return List.copyOf(stops);
  }

  /** Returns the runtime that the run is on. */
  public GraphRuntime runtime() {
    return bed.runtime();
  }

  /** Returns the thread. */
  public ThreadId thread() {
    return thread;
  }

  /** Returns how the last run stopped, and the thread as it left it. */
  public RunResult result() {
    return recorded().result();
  }

  /** Returns the state that the last run left. */
  public State state() {
    return result().state();
  }

  /** Returns the open questions. */
  public List<Interrupt> questions() {
    return result().interrupts();
  }

  /** Returns the chat of an agent. */
  public List<Message> chat() {
    return state().getOrElse(ReactAgent.MESSAGES, List.of());
  }

  /** Returns the events of the thread up to here. */
  public List<RunEvent> events() {
    return recorded().events();
  }

  private Recording recorded() {
    return Objects.requireNonNull(recording, "a run that was started");
  }

  @Override
  public GraphRunAssert assertThat() {
    return new GraphRunAssert(this);
  }

  /** Ends what the run is on; what it left can still be looked at. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      bed.close();
    }
  }

  @Override
  public String toString() {
    return result().status() + " with " + state();
  }
}
