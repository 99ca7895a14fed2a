package io.evergraph.bridge;

import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.checkpoint.BaseCheckpointSaver;
import com.alibaba.cloud.ai.graph.checkpoint.Checkpoint;
import com.alibaba.cloud.ai.graph.streaming.OutputType;
import com.alibaba.cloud.ai.graph.streaming.StreamingOutput;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.StepLimitException;
import io.evergraph.graph.NodeContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/**
 * One attempt at a graph of theirs, on a thread of its saver that belongs to our task.
 *
 * <p>Where it stops for a person, a checkpoint with the question is put on top. Its id is the key
 * of our question, so an answer is only ever used for the checkpoint that was looked at: where the
 * saver has lost it, the graph begins again and asks anew. The checkpoint also holds what was given
 * to their graph: what has changed in our state since then is laid over their state when it goes
 * on, so that a correction is seen there and is not taken for a change of theirs.
 */
final class SaaRun {
  private static final Set<OutputType> PIECES =
      Set.of(
          OutputType.AGENT_MODEL_STREAMING,
          OutputType.AGENT_TOOL_STREAMING,
          OutputType.AGENT_HOOK_STREAMING,
          OutputType.GRAPH_NODE_STREAMING);

  private final CompiledGraph graph;
  private final Map<String, KeyStrategy> strategies;
  private final Optional<BaseCheckpointSaver> saver;
  private final NodeContext context;
  private final RunnableConfig config;
  private final Map<String, Object> given;

  /**
   * Makes an attempt.
   *
   * @param given what our state gives to their graph now, in the form that their states have
   */
  SaaRun(CompiledGraph graph, NodeContext context, Map<String, Object> given) {
    this.graph = graph;
    this.strategies = graph.getKeyStrategyMap();
    this.saver = graph.compileConfig.checkpointSaver();
    this.context = context;
    this.config = Asking.config(context, "evergraph-" + context.idempotencyKey());
    this.given = given;
  }

  /** Returns the state at the end of the graph, which begins with an input unless it goes on. */
  Map<String, Object> finish(Map<String, Object> input) throws Exception {
    NodeOutput last = begin(input);
    while (last instanceof InterruptionMetadata asked) {
      last = resume(keep(asked));
    }
    if (!last.isEND()) {
      throw new StepLimitException(graph.getMaxIterations(), List.of(last.node()));
    }
    forget();
    return last.state().data();
  }

  private NodeOutput begin(Map<String, Object> input) throws Exception {
    Optional<Checkpoint> waiting = waiting();
    if (waiting.isPresent()) {
      return resume(waiting.get());
    }
    forget();
    return follow(graph.stream(input, config));
  }

  /** The newest question, also where the attempt after its answer failed. */
  private Optional<Checkpoint> waiting() {
    return saver.stream()
        .flatMap(it -> it.list(config).stream())
        .filter(checkpoint -> checkpoint.getState().containsKey(BridgeKeys.QUESTION))
        .findFirst();
  }

  private void forget() throws Exception {
    if (saver.isPresent() && !saver.get().list(config).isEmpty()) {
      saver.get().release(config);
    }
  }

  private BaseCheckpointSaver saver() {
    return saver.orElseThrow(
        () ->
            new NotOfferedException(
                "answer to a question",
                "a graph of Spring AI Alibaba that has no saver",
                "Compile the graph with a SaverConfig."));
  }

  private Checkpoint keep(InterruptionMetadata asked) throws Exception {
    Checkpoint top =
        saver()
            .get(config)
            .orElseThrow(
                () ->
                    new NotOfferedException(
                        "answer to a question",
                        "a saver of Spring AI Alibaba that did not keep its checkpoint",
                        "Compile the graph with another saver, and without releaseThread."));
    Map<String, @Nullable Object> shown = Asking.question(asked);
    shown.put("next", top.getNextNodeId());
    Checkpoint question =
        on(top, top.getState(), Map.of(BridgeKeys.QUESTION, shown, BridgeKeys.GIVEN, given));
    saver().put(config, question);
    return question;
  }

  private Checkpoint on(Checkpoint base, Map<String, Object> state, Map<String, Object> values) {
    return Checkpoint.builder()
        .nodeId(base.getNodeId())
        .nextNodeId(base.getNextNodeId())
        .state(OverAllState.updateState(state, values, strategies))
        .build();
  }

  private NodeOutput resume(Checkpoint waiting) throws Exception {
    Map<String, @Nullable Object> question = Asking.kept(waiting);
    Map<String, @Nullable Object> answer = Asking.ask(context, waiting.getId(), question);
    Map<String, @Nullable Object> values = Asking.values(question, answer);
    values.put(BridgeKeys.QUESTION, OverAllState.MARK_FOR_REMOVAL);
    values.put(BridgeKeys.GIVEN, OverAllState.MARK_FOR_REMOVAL);
    Checkpoint answered = on(waiting, rebased(waiting.getState()), values);
    RunnableConfig at = saver().put(config, answered);
    Map<String, Object> unnamed = new HashMap<>(answered.getState());
    unnamed.keySet().removeAll(strategies.keySet()); // their resume forgets these
    return follow(graph.stream(unnamed, Asking.answered(at, question, answer)));
  }

  /** A state that waited, as if their graph had begun with what is given now. */
  private Map<String, Object> rebased(Map<String, Object> state) {
    return state.get(BridgeKeys.GIVEN) instanceof Map<?, ?> before
        ? Values.rebased(state, Values.byName(before), given, strategies)
        : state;
  }

  private NodeOutput follow(Flux<NodeOutput> outputs) throws Exception {
    try {
      return outputs.doOnNext(this::show).last().blockOptional().orElseThrow();
    } catch (RuntimeException failure) {
      throw Asking.cause(failure);
    }
  }

  /** Each emission is a sign of life, too, and stops what nobody waits for any more. */
  private void show(NodeOutput output) {
    if (output instanceof StreamingOutput<?> piece && PIECES.contains(piece.getOutputType())) {
      String text = text(piece);
      if (text != null) {
        context.emitter().text(context.idempotencyKey() + "-" + piece.node(), text);
      }
    } else if (!output.isSTART() && !output.isEND() && !(output instanceof InterruptionMetadata)) {
      context.emitter().progress(output.node());
    }
  }

  @SuppressWarnings("deprecation") // the others need Spring AI on the class path
  private static @Nullable String text(StreamingOutput<?> piece) {
    String chunk = piece.chunk();
    return chunk == null && piece.getOriginData() instanceof String text ? text : chunk;
  }
}
