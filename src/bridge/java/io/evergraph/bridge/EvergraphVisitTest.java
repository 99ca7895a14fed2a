package io.evergraph.bridge;

import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;
import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.cloud.ai.graph.CompileConfig;
import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncEdgeAction;
import com.alibaba.cloud.ai.graph.action.AsyncNodeActionWithConfig;
import com.alibaba.cloud.ai.graph.action.InterruptableAction;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one visit of a node of ours leaves to the next one on the same thread of theirs. */
class EvergraphVisitTest {
  private static final Channel<Integer> ROUND = Channel.of("round", Integer.class);
  private static final Channel<Integer> AMOUNT = Channel.of("amount", Integer.class);
  private static final Channel<Boolean> APPROVED = Channel.of("approved", Boolean.class);

  private final RunnableConfig config =
      RunnableConfig.builder().threadId(UUID.randomUUID().toString()).build();

  /** Says in the first round only that something is to be mended. */
  private static Graph checking() {
    return Graph.builder(Runtimes.fresh())
        .channels(
            ROUND,
            BridgeKeys.NEXT_NODE_CHANNEL,
            BridgeKeys.TERMINAL_CHANNEL,
            BridgeKeys.TERMINAL_MESSAGE_CHANNEL)
        .node(
            "check",
            context ->
                context.state().get(ROUND) > 1
                    ? Command.none()
                    : Command.update(
                        StateUpdate.of(BridgeKeys.NEXT_NODE_CHANNEL, "fix")
                            .with(BridgeKeys.TERMINAL_CHANNEL, true)
                            .with(BridgeKeys.TERMINAL_MESSAGE_CHANNEL, "to mend")))
        .edge(Graph.START, "check")
        .edge("check", Graph.END)
        .build();
  }

  @ParameterizedTest
  @EnumSource
  void shouldForgetWhereTheLastVisitWantedToGo(Runtimes on) throws Exception {
    AtomicInteger fixes = new AtomicInteger();
    AsyncEdgeAction route =
        AsyncEdgeAction.edge_async(
            state -> state.<String>value(BridgeKeys.NEXT_NODE).orElse("done"));
    CompiledGraph loop =
        new StateGraph("loop", Map::of)
            .addNode("ours", EvergraphNode.of(on.runtime(), checking()))
            .addNode("fix", node_async(state -> Map.of("round", 1 + fixes.incrementAndGet())))
            .addEdge(StateGraph.START, "ours")
            .addConditionalEdges("ours", route, Map.of("fix", "fix", "done", StateGraph.END))
            .addEdge("fix", "ours")
            .compile(CompileConfig.builder().recursionLimit(12).build());

    Map<String, Object> end = loop.invoke(Map.of("round", 1), config).orElseThrow().data();

    assertThat(fixes).hasValue(1);
    assertThat(end)
        .containsEntry(BridgeKeys.TERMINAL, false)
        .containsEntry(BridgeKeys.GRAPH_STATE, Map.of("round", 2))
        .doesNotContainKeys(BridgeKeys.NEXT_NODE, BridgeKeys.TERMINAL_MESSAGE)
        .doesNotContainKeys("bridge_next_node", "bridge_terminal", "bridge_terminal_msg");
  }

  /** A node of theirs that asks about small amounts until it is answered. */
  private static final class Check implements AsyncNodeActionWithConfig, InterruptableAction {
    @Override
    public Optional<InterruptionMetadata> interrupt(
        String node, OverAllState state, RunnableConfig config) {
      boolean asks =
          state.<Integer>value("amount").orElseThrow() < 100
              && config.metadata(RunnableConfig.HUMAN_FEEDBACK_METADATA_KEY).isEmpty();
      return asks
          ? Optional.of(InterruptionMetadata.builder(node, state).build())
          : Optional.empty();
    }

    @Override
    public Optional<InterruptionMetadata> interruptAfter(
        String node, OverAllState state, Map<String, Object> result, RunnableConfig config) {
      return Optional.empty();
    }

    @Override
    public CompletableFuture<Map<String, Object>> apply(OverAllState state, RunnableConfig config) {
      return CompletableFuture.completedFuture(Map.of());
    }
  }

  private static CompiledGraph refunding(Runtimes on) throws Exception {
    Graph refunds =
        Graph.builder(Runtimes.fresh())
            .channels(AMOUNT, APPROVED)
            .node(
                "ask",
                context ->
                    Command.update(
                        APPROVED,
                        context.interrupt(
                            Question.asking(
                                Boolean.class, "Refund " + context.state().get(AMOUNT) + "?"))))
            .edge(Graph.START, "ask")
            .edge("ask", Graph.END)
            .build();
    return new StateGraph("theirs", () -> Map.of("amount", KeyStrategy.REPLACE))
        .addNode("check", new Check())
        .addNode("refund", EvergraphNode.of(on.runtime(), refunds))
        .addEdge(StateGraph.START, "check")
        .addEdge("check", "refund")
        .addEdge("refund", StateGraph.END)
        .compile();
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskAnewWhenTheirGraphIsResumedForAnotherNode(Runtimes on) throws Exception {
    CompiledGraph theirs = refunding(on);
    InterruptionMetadata dropped = stopped(theirs, Map.of("amount", 120), config);
    InterruptionMetadata checked = stopped(theirs, Map.of("amount", 8), config);

    RunnableConfig resumed = RunnableConfig.builder(config).addHumanFeedback(checked).build();
    InterruptionMetadata asked = stopped(theirs, Map.of(), resumed);

    assertThat(question(dropped).get("value")).isEqualTo("Refund 120?");
    assertThat(checked.node()).isEqualTo("check");
    assertThat(asked.node()).isEqualTo("refund");
    assertThat(question(asked).get("value")).isEqualTo("Refund 8?");
    InterruptionMetadata answer =
        EvergraphNode.answered(asked, Map.of((String) question(asked).get("id"), true));
    RunnableConfig answered = RunnableConfig.builder(config).addHumanFeedback(answer).build();
    assertThat(theirs.invoke(Map.of(), answered).orElseThrow().data())
        .containsEntry("amount", 8)
        .containsEntry("approved", true);
  }

  @ParameterizedTest
  @EnumSource
  void shouldGoOnWithOurThreadWhateverTheirThreadIsNamed(Runtimes on) throws Exception {
    String name = "张三 <zhang@example.com> " + UUID.randomUUID();
    RunnableConfig named = RunnableConfig.builder().threadId(name).build();
    CompiledGraph theirs = refunding(on);

    InterruptionMetadata asked = stopped(theirs, Map.of("amount", 120), named);
    InterruptionMetadata answer =
        EvergraphNode.answered(asked, Map.of((String) question(asked).get("id"), true));
    RunnableConfig answered = RunnableConfig.builder(named).addHumanFeedback(answer).build();

    assertThat(theirs.invoke(Map.of(), answered).orElseThrow().data())
        .containsEntry("approved", true);
  }

  private static InterruptionMetadata stopped(
      CompiledGraph theirs, Map<String, Object> input, RunnableConfig config) {
    NodeOutput output = theirs.invokeAndGetOutput(input, config).orElseThrow();
    assertThat(output).isInstanceOf(InterruptionMetadata.class);
    return (InterruptionMetadata) output;
  }

  private static Map<?, ?> question(InterruptionMetadata asked) {
    return (Map<?, ?>) ((List<?>) asked.metadata("questions").orElseThrow()).get(0);
  }
}
