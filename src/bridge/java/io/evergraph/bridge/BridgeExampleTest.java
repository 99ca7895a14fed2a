package io.evergraph.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncNodeAction;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the page on the bridge shows does what the page says. */
class BridgeExampleTest {
  private static CompiledGraph research() throws Exception {
    return new StateGraph("research", () -> Map.of("sources", KeyStrategy.APPEND))
        .addNode(
            "find",
            AsyncNodeAction.node_async(
                state -> Map.of("answer", "42", "sources", "guide", "draft", "?")))
        .addEdge(StateGraph.START, "find")
        .addEdge("find", StateGraph.END)
        .compile();
  }

  @Test
  void shouldRunTheirsInOurs() throws Exception {
    Graph graph =
        BridgeExample.theirsInOurs(
            research(),
            state -> Map.of("sources", List.of("scored " + state.value("answer").get())));

    RunResult result = Runtimes.MEMORY.run(graph, StateUpdate.empty());

    assertThat(result.orThrow().state().values())
        .isEqualTo(Map.of("answer", "42", "sources", List.of("guide", "scored 42")));
  }

  @Test
  void shouldRunTheirsAsASubgraph() throws Exception {
    RunResult result =
        Runtimes.EMBEDDED_TEMPORAL.run(BridgeExample.subgraph(research()), StateUpdate.empty());

    assertThat(result.orThrow().state().values()).isEqualTo(Map.of("answer", "42"));
  }

  @Test
  void shouldRunOursInTheirsAndResumeIt() throws Exception {
    Channel<Integer> amount = Channel.of("amount", Integer.class);
    Channel<Boolean> approved = Channel.of("approved", Boolean.class);
    Graph refunds =
        Graph.builder("refunds")
            .channels(amount, approved)
            .node(
                "approve",
                context ->
                    Command.update(
                        approved, context.interrupt(Question.asking(Boolean.class, "Refund?"))))
            .edge(Graph.START, "approve")
            .edge("approve", Graph.END)
            .build();
    CompiledGraph support =
        BridgeExample.oursInTheirs(Runtimes.MEMORY.runtime(), refunds).compile();

    assertThat(BridgeExample.resume(support, RunnableConfig.builder().threadId("7").build()))
        .isEqualTo(true);
  }
}
