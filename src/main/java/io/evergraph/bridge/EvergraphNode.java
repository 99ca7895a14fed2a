package io.evergraph.bridge;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.alibaba.cloud.ai.graph.GraphLifecycleListener;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.action.AsyncNodeActionWithConfig;
import com.alibaba.cloud.ai.graph.action.InterruptableAction;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.state.ReplaceAllWith;
import com.alibaba.cloud.ai.graph.state.strategy.AppendStrategy;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A graph of ours, on any runtime, as a node of a graph of Spring AI Alibaba.
 *
 * <p>Each visit of the node is a run of its own, which ends its thread: the thread of theirs, a
 * dot, and the graph's name, or a UUID that follows from these where they are no {@link ThreadId}.
 * It begins with the values of their state that are channels of the graph, and what it changed is
 * returned under the same names, together with the {@link BridgeKeys}. The node waits for it on the
 * thread that drives their graph. Where our run waits for people, their graph stops before this
 * node with an {@link InterruptionMetadata}, and our run goes on when theirs is resumed with an
 * {@link #answered answer}, or was answered elsewhere meanwhile. A run that failed fails the node
 * with its {@link GraphException}. Immutable.
 */
public final class EvergraphNode implements AsyncNodeActionWithConfig, InterruptableAction {
  private static final String THREAD = "thread";
  private static final String QUESTIONS = "questions";
  private static final String ANSWERS = "answers";

  private final GraphRuntime runtime;
  private final Graph graph;

  private EvergraphNode(GraphRuntime runtime, Graph graph) {
    this.runtime = runtime;
    this.graph = graph;
  }

  /** Makes a node of theirs that runs a graph; registers the graph with the runtime. */
  public static EvergraphNode of(GraphRuntime runtime, Graph graph) {
    runtime.graphs().register(graph);
    return new EvergraphNode(runtime, graph);
  }

  /**
   * Returns the feedback to resume their graph with, by {@code addHumanFeedback}.
   *
   * @param asked what their graph stopped with
   * @param answers the answers by the {@code id} of the question; the others stay open
   */
  public static InterruptionMetadata answered(
      InterruptionMetadata asked, Map<String, ? extends @Nullable Object> answers) {
    return InterruptionMetadata.builder(asked)
        .addMetadata(ANSWERS, new LinkedHashMap<>(answers))
        .build();
  }

  /**
   * Runs the graph, or goes on with it, until it ends or asks.
   *
   * @return what it asks: under {@code thread} our thread, under {@code questions} a list of maps
   *     of {@code id}, {@code node}, {@code value}, {@code schema} and {@code metadata}
   */
  @Override
  public Optional<InterruptionMetadata> interrupt(
      String nodeId, OverAllState state, RunnableConfig config) {
    ThreadId thread = ours(threadOf(state, config) + "." + graph.name());
    RunResult result =
        stopped(goneOn(nodeId, thread, config).orElseGet(() -> start(thread, state)));
    if (result.status() == RunStatus.WAITING) {
      return Optional.of(
          InterruptionMetadata.builder(nodeId, state)
              .addMetadata(THREAD, thread.value())
              .addMetadata(QUESTIONS, result.interrupts().stream().map(this::shown).toList())
              .build());
    }
    config.context().put(place(), result);
    return Optional.empty();
  }

  /**
   * Returns what the run of {@link #interrupt} changed. Where their library does not call that, as
   * for parallel nodes, it runs the graph here.
   *
   * @throws NotOfferedException when a graph that is run here asks
   */
  @Override
  public CompletableFuture<Map<String, Object>> apply(OverAllState state, RunnableConfig config) {
    if (config.context().remove(place()) instanceof RunResult result) {
      return CompletableFuture.completedFuture(changed(state, result));
    }
    RunResult result = stopped(start(ThreadId.random(), state));
    if (result.status() != RunStatus.WAITING) {
      return CompletableFuture.completedFuture(changed(state, result));
    }
    runtime.cancel(result.snapshot().thread());
    throw new NotOfferedException(
        "question to a person",
        "a parallel node of Spring AI Alibaba",
        "Put the node where it runs by itself.");
  }

  private String place() {
    return "evergraph." + graph.name();
  }

  private static String threadOf(OverAllState state, RunnableConfig config) {
    return config
        .threadId()
        .or(() -> state.<String>value(GraphLifecycleListener.EXECUTION_ID_KEY))
        .orElseGet(TimeOrderedId::next);
  }

  /** Their names may be of any form: where one cannot be ours, a UUID that follows from it is. */
  private static ThreadId ours(String name) {
    try {
      return ThreadId.of(name);
    } catch (InvalidInputException other) {
      return ThreadId.of(UUID.nameUUIDFromBytes(name.getBytes(UTF_8)).toString());
    }
  }

  private RunHandle start(ThreadId thread, OverAllState state) {
    StateUpdate input = runtime.codec().update(given(state), graph.schema(), "the bridge");
    RunOptions alone = RunOptions.builder().alone().build();
    return orCancel(thread, alone.runId(), () -> runtime.start(graph.name(), thread, input, alone));
  }

  /** Their values for our channels, but no directions: those are of an earlier visit. */
  private Map<String, Object> given(OverAllState state) {
    Map<String, @Nullable Object> theirs = BridgeKeys.graphState(state.data());
    Map<String, Object> given = new LinkedHashMap<>();
    for (String channel : new TreeSet<>(graph.schema().channels().keySet())) {
      Object value = Optional.ofNullable(state.data().get(channel)).orElse(theirs.get(channel));
      if (value != null && isInput(channel)) {
        given.put(channel, value);
      }
    }
    return given;
  }

  private boolean isInput(String channel) {
    return graph.spec().shape().accepts(channel) && !BridgeKeys.DIRECTIONS.contains(channel);
  }

  /** The run that their graph stopped for, once for each time that it is resumed. */
  private Optional<RunHandle> goneOn(String nodeId, ThreadId thread, RunnableConfig config) {
    Object feedback =
        config
            .metadata(RunnableConfig.HUMAN_FEEDBACK_METADATA_KEY)
            .filter(it -> isOurs(it, thread) || !isForAnother(it, nodeId))
            .orElse(null);
    if (feedback == null || config.context().putIfAbsent(place() + ".resumed", true) != null) {
      return Optional.empty();
    }
    boolean isOurs = isOurs(feedback, thread);
    List<Answer> answers = isOurs ? answers((InterruptionMetadata) feedback) : List.of();
    if (!answers.isEmpty()) {
      return Optional.of(runtime.answer(thread, TimeOrderedId.next(), answers));
    }
    return known(thread)
        .filter(it -> isOurs || it.status() == ThreadStatus.INTERRUPTED)
        .filter(it -> !it.runs().isEmpty())
        .map(it -> runtime.run(thread, it.runs().get(it.runs().size() - 1)));
  }

  private static boolean isOurs(Object feedback, ThreadId thread) {
    return feedback instanceof InterruptionMetadata asked
        && asked.metadata(THREAD).filter(thread.value()::equals).isPresent();
  }

  /** Where their graph stopped elsewhere, a question that is open here is of an earlier input. */
  private static boolean isForAnother(Object feedback, String nodeId) {
    return feedback instanceof InterruptionMetadata asked && !nodeId.equals(asked.node());
  }

  private static List<Answer> answers(InterruptionMetadata feedback) {
    return feedback
        .metadata(ANSWERS)
        .filter(Map.class::isInstance)
        .map(given -> Values.byName((Map<?, ?>) given))
        .map(Map::entrySet)
        .stream()
        .flatMap(entries -> entries.stream())
        .map(entry -> Answer.to(entry.getKey(), entry.getValue()))
        .toList();
  }

  private Optional<ThreadSnapshot> known(ThreadId thread) {
    try {
      return Optional.of(runtime.snapshot(thread));
    } catch (UnknownThreadException none) {
      return Optional.empty();
    }
  }

  private RunResult stopped(RunHandle run) {
    RunResult result = orCancel(run.thread(), run.runId(), run::await).orThrow();
    if (result.status() == RunStatus.CANCELLED) {
      throw new CancellationException(
          "Run " + run.runId() + " of " + run.thread() + " was stopped.");
    }
    if (result.status() == RunStatus.PAUSED) {
      throw new NotOfferedException(
          "pause of a run",
          "a node of Spring AI Alibaba",
          "Let the thread '" + run.thread() + "' proceed, and start graphs without breakpoints.");
    }
    return result;
  }

  /** Whoever interrupts the thread that waits wants no run any more. */
  private <T> T orCancel(ThreadId thread, String runId, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException failure) {
      if (!Thread.interrupted()) {
        throw failure;
      }
      CancellationException cancelled =
          new CancellationException("The wait for run " + runId + " was interrupted.");
      cancelled.initCause(failure);
      try {
        runtime.cancel(thread, runId, OnCancel.KEEP);
      } catch (GraphException notThere) {
        cancelled.addSuppressed(notThere);
      }
      Thread.currentThread().interrupt();
      throw cancelled;
    }
  }

  private Map<String, @Nullable Object> shown(Interrupt open) {
    Map<String, @Nullable Object> question = new LinkedHashMap<>();
    question.put("id", open.id());
    question.put("node", open.node());
    question.put("value", runtime.codec().plain(open.value()));
    question.put("schema", open.schema());
    question.put("metadata", open.metadata());
    return question;
  }

  private Map<String, Object> changed(OverAllState state, RunResult result) {
    State end = graph.spec().shape().returned(result.state());
    Map<String, @Nullable Object> after = runtime.codec().plain(end);
    Map<String, Object> before =
        new LinkedHashMap<>(runtime.codec().plain(given(state), "the state of their graph"));
    before.keySet().retainAll(after.keySet()); // others are not given back, rather than removed
    before.putAll(leftDirections(state));
    Map<String, Object> changed = new LinkedHashMap<>();
    Values.changes(before, after, state.keyStrategies())
        .forEach(write -> changed.put(write.channel(), theirs(write, state)));
    changed.put(BridgeKeys.GRAPH_STATE, after);
    changed.putAll(BridgeKeys.directions(result.state(), state));
    return changed;
  }

  /** What an earlier visit said: unlike other values, it goes when this one does not say it. */
  private Map<String, Object> leftDirections(OverAllState state) {
    Map<String, Object> left = new LinkedHashMap<>(state.data());
    left.keySet().retainAll(BridgeKeys.DIRECTIONS);
    left.keySet().removeIf(channel -> !graph.schema().knows(channel));
    left.keySet().removeIf(channel -> !graph.spec().shape().returns(channel));
    return left;
  }

  private static Object theirs(Write write, OverAllState state) {
    if (write.value() == null) {
      return OverAllState.MARK_FOR_REMOVAL;
    }
    boolean appends = state.keyStrategies().get(write.channel()) instanceof AppendStrategy;
    return appends && write.overwrite()
        ? ReplaceAllWith.of((List<?>) write.value())
        : write.value();
  }
}
