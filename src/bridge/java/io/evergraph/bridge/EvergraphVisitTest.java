package io.evergraph.bridge;

import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;
import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.cloud.ai.graph.CompileConfig;
import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncEdgeAction;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one visit of a node of ours leaves to the next one on the same thread of theirs. */
class EvergraphVisitTest {
  private static final Channel<Integer> ROUND = Channel.of("round", Integer.class);

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
}
