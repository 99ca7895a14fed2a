package io.evergraph.conformance;

import io.evergraph.contract.PartText;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.TestServer;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a scenario plays: a runtime, a thread of its own, and what was seen so far. Every step adds
 * an observation.
 */
final class Stage {
  /** Longer than the 90 seconds that a scenario states, so that the scenario is what fails. */
  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final GraphRuntime runtime;
  private final Supplier<TestServer> server;
  private final String name;
  private final List<Observation> seen = new ArrayList<>();
  private final Map<String, Integer> calls = new ConcurrentHashMap<>();
  private ThreadId thread;
  private long lastEvent;

  Stage(GraphRuntime runtime, Supplier<TestServer> server, Scenario scenario) {
    this.runtime = runtime;
    this.server = server;
    this.name = scenario.name().replace(' ', '-').toLowerCase(Locale.ROOT);
    this.thread = ThreadId.of(name + "-" + System.nanoTime());
  }

  /** The runtime, for what the steps here do not offer. */
  GraphRuntime runtime() {
    return runtime;
  }

  /** A web server over the runtime, started when it is first asked for. */
  TestServer server() {
    return server.get();
  }

  /** The thread that the next steps are about. */
  ThreadId thread() {
    return thread;
  }

  List<Observation> seen() {
    return seen;
  }

  /** A builder of a graph named after the scenario, with the list {@code v}. */
  GraphBuilder graph() {
    return graph("");
  }

  /** A builder of one of several graphs of the scenario. */
  GraphBuilder graph(String suffix) {
    return Graph.builder(name + suffix).channels(Letters.V);
  }

  /** Goes on with a thread that nothing has happened on. */
  Stage onNewThread() {
    thread = ThreadId.of(name + "-" + System.nanoTime());
    lastEvent = 0;
    return this;
  }

  /** Counts a call; see {@link #noteCalls}. */
  void called(String what) {
    calls.merge(what, 1, Integer::sum);
  }

  /** A node whose calls are counted under its name. */
  NodeAction counted(NodeAction action) {
    return context -> {
      called(context.node());
      return action.run(context);
    };
  }

  /** Notes how often {@link #called} was called, by name: {@code {after: calls, value: {...}}}. */
  Stage noteCalls() {
    return note("calls", Map.copyOf(calls));
  }

  /** Notes something that the scenario found out. */
  Stage note(String after, @Nullable Object value) {
    seen.add(Observation.of(after, value));
    return this;
  }

  /** Makes a call that may throw, and notes what it threw: {@code {after: ..., error: ...}}. */
  Stage attempt(String after, Runnable call) {
    Optional<Throwable> thrown = Optional.empty();
    try {
      call.run();
    } catch (RuntimeException error) {
      thrown = Optional.of(error);
    }
    seen.add(Observation.ofCall(after, thrown));
    return this;
  }

  /** Starts a run and waits until it stops: {@code after: start}. */
  Stage start(Graph graph, StateUpdate input) {
    return start(graph, input, RunOptions.builder());
  }

  /** Starts a run with options and waits until it stops: {@code after: start}. */
  Stage start(Graph graph, StateUpdate input, RunOptions.Builder options) {
    runtime.graphs().register(graph);
    return run("start", () -> runtime.start(graph.name(), thread, input, options.build()));
  }

  /** Starts a run and notes what is to be seen of it until it stops: {@code after: watch}. */
  Stage watch(Graph graph, StateUpdate input, StreamOptions options) {
    runtime.graphs().register(graph);
    return watch(runtime.start(graph.name(), thread, input, RunOptions.defaults()), options);
  }

  /** Notes what is to be seen of a run until it stops: {@code after: watch}. */
  Stage watch(RunHandle run, StreamOptions options) {
    return note("watch", PartText.of(runtime.stream(run, options), Letters.V.name()));
  }

  /** Answers and waits until the run stops: {@code after: answer}. */
  Stage answer(Answer... answers) {
    return run("answer", () -> runtime.answer(thread, answers));
  }

  /** Answers the open question whose payload is given: {@code after: answer}. */
  Stage answer(Object payload, @Nullable Object value) {
    return answer(Answer.to(question(payload).id(), value));
  }

  /** The open question whose payload is given. */
  Interrupt question(Object payload) {
    return runtime.snapshot(thread).interrupts().stream()
        .filter(open -> open.value().equals(payload))
        .findFirst()
        .orElseThrow(() -> new AssertionError("No open question " + payload));
  }

  /** Goes on with what a stopped run left and waits: {@code after: continue}. */
  Stage proceed() {
    return proceed(null);
  }

  /** Goes on with another limit of supersteps and waits: {@code after: continue}. */
  Stage proceed(@Nullable Integer maxSteps) {
    return run(
        "continue", () -> runtime.proceed(thread, "continue-" + System.nanoTime(), maxSteps));
  }

  /** Writes to the state, in the name of a node or of none: {@code after: edit}. */
  Stage edit(StateUpdate update, @Nullable String asNode) {
    return attemptOnThread("edit", () -> runtime.editState(thread, null, update, asNode));
  }

  /** Takes any step on the thread and notes how the thread is doing after it. */
  Stage attemptOnThread(String after, Runnable call) {
    Optional<Throwable> thrown = Optional.empty();
    try {
      call.run();
    } catch (RuntimeException error) {
      thrown = Optional.of(error);
    }
    return observe(after, thrown, null);
  }

  /** Notes how the thread is doing. */
  Stage observe(String after) {
    return observe(after, Optional.empty(), null);
  }

  /** Takes a step that begins a run, waits until it stops, and notes how the thread is doing. */
  Stage run(String after, Supplier<RunHandle> step) {
    RunResult result;
    try {
      result = await(step.get());
    } catch (RuntimeException refused) {
      return attemptRefused(after, refused);
    }
    return observe(after, result.error(), result.status().name().toLowerCase(Locale.ROOT));
  }

  private Stage attemptRefused(String after, RuntimeException refused) {
    try {
      return observe(after, Optional.of(refused), null);
    } catch (RuntimeException noThread) {
      seen.add(Observation.ofCall(after, Optional.of(refused)));
      return this;
    }
  }

  private Stage observe(
      String after, Optional<? extends Throwable> error, @Nullable String status) {
    Observation observation = Observation.ofThread(after, runtime, thread, lastEvent + 1, error);
    lastEvent = runtime.snapshot(thread).lastEvent();
    seen.add(status == null ? observation : observation.with("status", status));
    return this;
  }

  /** The state that the thread holds. */
  State state() {
    return runtime.snapshot(thread).state();
  }

  /** Waits until a run stops. */
  static RunResult await(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late.getMessage(), late);
    }
  }
}
