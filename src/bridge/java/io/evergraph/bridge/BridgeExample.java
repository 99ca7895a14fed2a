package io.evergraph.bridge;

import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncNodeAction;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.action.NodeAction;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.List;
import java.util.Map;

/** The code of the page on the bridge. */
final class BridgeExample {
  private BridgeExample() {}

  static Graph theirsInOurs(CompiledGraph research, NodeAction score) {
    // begin theirs
    Channel<String> question = Channel.of("question", String.class);
    Channel<String> answer = Channel.of("answer", String.class);
    ListChannel<Object> sources = ListChannel.append("sources", Object.class);
    Graph graph =
        Graph.builder("assistant")
            .channels(question, answer, sources)
            .node("research", SaaGraph.of(research).writing("answer", "sources"))
            .node("score", SaaNode.of(AsyncNodeAction.node_async(score)))
            .edge(Graph.START, "research")
            .edge("research", "score")
            .edge("score", Graph.END)
            .build();
    // end theirs
    return graph;
  }

  static Graph subgraph(CompiledGraph research) {
    // begin subgraph
    Graph graph =
        Graph.builder("assistant")
            .channels(Channel.of("answer", Object.class))
            .subgraph("research", SaaGraph.of(research).asGraph("research"))
            .edge(Graph.START, "research")
            .edge("research", Graph.END)
            .build();
    // end subgraph
    return graph;
  }

  static StateGraph oursInTheirs(GraphRuntime runtime, Graph refunds) throws Exception {
    // begin ours
    StateGraph graph =
        new StateGraph("support", Map::of)
            .addNode("refund", EvergraphNode.of(runtime, refunds))
            .addEdge(StateGraph.START, "refund")
            .addEdge("refund", StateGraph.END);
    // end ours
    return graph;
  }

  static Object resume(CompiledGraph support, RunnableConfig thread) {
    // begin resume
    InterruptionMetadata asked =
        (InterruptionMetadata)
            support.invokeAndGetOutput(Map.of("amount", 120), thread).orElseThrow();
    List<?> questions = (List<?>) asked.metadata("questions").orElseThrow();
    String id = (String) ((Map<?, ?>) questions.get(0)).get("id");
    RunnableConfig answered =
        RunnableConfig.builder(thread)
            .addHumanFeedback(EvergraphNode.answered(asked, Map.of(id, true)))
            .build();
    Object approved = support.invoke(Map.of(), answered).orElseThrow().data().get("approved");
    // end resume
    return approved;
  }
}
