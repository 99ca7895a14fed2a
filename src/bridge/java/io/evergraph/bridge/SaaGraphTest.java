package io.evergraph.bridge;

import static com.alibaba.cloud.ai.graph.action.AsyncEdgeAction.edge_async;
import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.alibaba.cloud.ai.graph.CompileConfig;
import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.NodeAction;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import reactor.core.publisher.Flux;

/** A graph of theirs as a node of ours: values, routes, failures, streams, cancellation. */
class SaaGraphTest {
  private static final Channel<String> QUESTION = Channel.of("question", String.class);
  private static final Channel<Object> ANSWER = Channel.of("answer", Object.class);
  private static final ListChannel<Object> NOTES = ListChannel.append("notes", Object.class);
  private static final Channel<Map<String, Object>> FACTS = Channel.merge("facts");
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  private static final Map<String, KeyStrategy> STRATEGIES =
      Map.of(
          "question", KeyStrategy.REPLACE,
          "answer", KeyStrategy.REPLACE,
          "notes", KeyStrategy.APPEND,
          "facts", KeyStrategy.MERGE);

  private static StateGraph theirs() {
    return new StateGraph("research", () -> STRATEGIES);
  }

  private static CompiledGraph single(NodeAction action) throws Exception {
    return theirs()
        .addNode("only", node_async(action))
        .addEdge(StateGraph.START, "only")
        .addEdge("only", StateGraph.END)
        .compile();
  }

  private static GraphBuilder ours(SaaGraph node) {
    return Graph.builder(Runtimes.fresh())
        .channels(QUESTION, ANSWER, NOTES, FACTS)
        .node("research", node, ONCE)
        .edge(Graph.START, "research");
  }

  private static Graph alone(SaaGraph node) {
    return ours(node).edge("research", Graph.END).build();
  }

  @ParameterizedTest
  @EnumSource
  void shouldWriteWhatTheirGraphChangedWithoutDoublingLists(Runtimes on) throws Exception {
    Map<String, Object> nested =
        Map.of("list", List.of(1, Map.of("deep", List.of("a", 2.5))), "big", 5_000_000_000L);
    CompiledGraph research =
        theirs()
            .addNode(
                "look",
                node_async(state -> Map.of("notes", List.of("found"), "facts", Map.of("b", 2))))
            .addNode(
                "tell",
                node_async(
                    state -> {
                      List<?> seen = List.copyOf(state.<List<?>>value("notes").orElseThrow());
                      return Map.of(
                          "answer", Map.of("seen", seen, "nested", nested), "notes", "told");
                    }))
            .addEdge(StateGraph.START, "look")
            .addEdge("look", "tell")
            .addEdge("tell", StateGraph.END)
            .compile();
    Map<String, Object> given = Map.of("n", List.of(1L, 2.0, 5_000_000_000L));

    RunResult result =
        on.run(
            alone(SaaGraph.of(research)),
            StateUpdate.of(QUESTION, "why?")
                .with(NOTES, "asked", given)
                .with(FACTS, Map.of("a", 1)));

    assertThat(result.orThrow().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(QUESTION)).isEqualTo("why?");
    assertThat(result.state().get(FACTS)).isEqualTo(Map.of("a", 1, "b", 2));
    assertThat(result.state().get(NOTES)).hasSize(4).endsWith("found", "told").startsWith("asked");
    assertThat(result.state().get(ANSWER))
        .asInstanceOf(MAP)
        .containsEntry("nested", nested)
        .extractingByKey("seen", LIST)
        .hasSize(3)
        .endsWith("found");
  }

  @ParameterizedTest
  @EnumSource
  void shouldAppendNullsThatTheirGraphAppends(Runtimes on) throws Exception {
    CompiledGraph research =
        single(state -> new HashMap<>(Map.of("notes", Arrays.asList("found", null))));

    RunResult result = on.run(alone(SaaGraph.of(research)), StateUpdate.of(NOTES, "asked"));

    assertThat(result.orThrow().state().get(NOTES)).containsExactly("asked", "found", null);
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadTheirStateGraphByTheBridgeKey(Runtimes on) throws Exception {
    CompiledGraph research =
        single(
            state -> {
              Map<String, Object> all =
                  state.<Map<String, Object>>value(BridgeKeys.GRAPH_STATE).get();
              return Map.of(BridgeKeys.GRAPH_STATE, Map.of("answer", all.get("question") + "!"));
            });

    RunResult result = on.run(alone(SaaGraph.of(research)), StateUpdate.of(QUESTION, "why"));

    assertThat(result.orThrow().state().get(ANSWER)).isEqualTo("why!");
    assertThat(result.state().get(QUESTION)).isEqualTo("why");
  }

  @ParameterizedTest
  @EnumSource
  void shouldRouteWhereTheirGraphSays(Runtimes on) throws Exception {
    CompiledGraph research =
        single(
            state ->
                state.value("question").get().equals("stop")
                    ? Map.of(BridgeKeys.TERMINAL, true, BridgeKeys.TERMINAL_MESSAGE, "enough")
                    : Map.of(BridgeKeys.NEXT_NODE, state.value("question").get()));
    GraphBuilder builder = ours(SaaGraph.of(research)).ends("research", "left", "right", Graph.END);
    for (String side : List.of("left", "right")) {
      builder
          .node(side, io.evergraph.graph.NodeAction.of(state -> StateUpdate.of(ANSWER, side)))
          .edge(side, Graph.END);
    }
    Graph graph = builder.build();

    assertThat(on.run(graph, StateUpdate.of(QUESTION, "left")).state().get(ANSWER))
        .isEqualTo("left");
    assertThat(on.run(graph, StateUpdate.of(QUESTION, "right")).state().get(ANSWER))
        .isEqualTo("right");
    RunHandle stopped = on.begin(graph, StateUpdate.of(QUESTION, "stop"));
    try (RunStream parts = on.runtime().stream(stopped, StreamOptions.of(StreamMode.CUSTOM))) {
      assertThat(parts).anyMatch(part -> part.toString().contains("enough"));
    }
    assertThat(stopped.await().orThrow().state().find(ANSWER)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void shouldRunTheirParallelNodes(Runtimes on) throws Exception {
    CompiledGraph research =
        theirs()
            .addNode("split", node_async(state -> Map.of()))
            .addNode("left", node_async(state -> Map.of("facts", Map.of("left", true))))
            .addNode("right", node_async(state -> Map.of("facts", Map.of("right", true))))
            .addNode("join", node_async(state -> Map.of("answer", state.value("facts").get())))
            .addEdge(StateGraph.START, "split")
            .addEdge("split", "left")
            .addEdge("split", "right")
            .addEdge("left", "join")
            .addEdge("right", "join")
            .addEdge("join", StateGraph.END)
            .compile();

    RunResult result = on.run(alone(SaaGraph.of(research)), StateUpdate.empty());

    assertThat(result.orThrow().state().get(ANSWER)).isEqualTo(Map.of("left", true, "right", true));
    assertThat(result.state().get(FACTS)).isEqualTo(Map.of("left", true, "right", true));
  }

  @ParameterizedTest
  @EnumSource
  void shouldWriteOnlyTheNamedKeysWhenTheyAreNamed(Runtimes on) throws Exception {
    CompiledGraph research = single(state -> Map.of("scratch", 1, "answer", "yes"));

    RunResult all = on.run(alone(SaaGraph.of(research)), StateUpdate.empty());
    RunResult some = on.run(alone(SaaGraph.of(research).writing("answer")), StateUpdate.empty());

    assertThat(all.error().orElseThrow())
        .isInstanceOf(TaskFailedException.class)
        .hasMessageContaining("UnknownChannelException")
        .hasMessageContaining("'scratch'");
    assertThat(some.orThrow().state().values()).containsEntry("answer", "yes");
    assertThat(some.state().has("scratch")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void shouldStandAsASubgraphWhoseChannelsBehaveAsTheirKeys(Runtimes on) throws Exception {
    CompiledGraph research = single(state -> Map.of("notes", "new", "scratch", 1));
    Graph graph =
        Graph.builder(Runtimes.fresh())
            .channels(NOTES)
            .subgraph("research", SaaGraph.of(research).asGraph(Runtimes.fresh()))
            .edge(Graph.START, "research")
            .edge("research", Graph.END)
            .build();

    RunResult result = on.run(graph, StateUpdate.of(NOTES, "old"));

    assertThat(result.orThrow().state().values())
        .containsExactly(Map.entry("notes", List.of("old", "new")));
  }

  @ParameterizedTest
  @EnumSource
  void shouldStandAsASubgraphWhenItsGraphDeclaresTheBridgeKeys(Runtimes on) throws Exception {
    Map<String, KeyStrategy> keys =
        Map.of("notes", KeyStrategy.APPEND, BridgeKeys.TERMINAL, KeyStrategy.REPLACE);
    CompiledGraph research =
        new StateGraph("research", () -> keys)
            .addNode("only", node_async(state -> Map.of("notes", "new", BridgeKeys.TERMINAL, true)))
            .addEdge(StateGraph.START, "only")
            .addEdge("only", StateGraph.END)
            .compile();

    RunResult result =
        on.run(SaaGraph.of(research).asGraph(Runtimes.fresh()), StateUpdate.of(NOTES, "old"));

    assertThat(result.orThrow().state().values())
        .containsExactly(Map.entry("notes", List.of("old", "new")));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFailWithWhatTheirNodeThrew(Runtimes on) throws Exception {
    CompiledGraph research =
        single(
            state -> {
              throw new java.io.IOException("no such order");
            });

    RunResult result = on.run(alone(SaaGraph.of(research)), StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.FAILED);
    assertThat(result.error().orElseThrow()).isInstanceOf(TaskFailedException.class);
    TaskFailedException failed = (TaskFailedException) result.error().orElseThrow();
    assertThat(failed.errorType()).isEqualTo("java.io.IOException");
    assertThat(failed.reason()).isEqualTo("no such order");
  }

  @ParameterizedTest
  @EnumSource
  void shouldFailWhenTheirGraphReachesItsOwnLimit(Runtimes on) throws Exception {
    CompiledGraph endless =
        theirs()
            .addNode("again", node_async(state -> Map.of("notes", "x")))
            .addEdge(StateGraph.START, "again")
            .addConditionalEdges(
                "again", edge_async(state -> "more"), Map.of("more", "again", "no", StateGraph.END))
            .compile(CompileConfig.builder().recursionLimit(5).build());

    RunResult result = on.run(alone(SaaGraph.of(endless)), StateUpdate.empty());

    assertThat(result.error().orElseThrow())
        .isInstanceOf(TaskFailedException.class)
        .hasMessageContaining("StepLimitException")
        .hasMessageContaining("limit of 5")
        .hasMessageContaining("again");
  }

  @ParameterizedTest
  @EnumSource
  void shouldEmitWhatTheirModelsStream(Runtimes on) throws Exception {
    CompiledGraph research =
        theirs()
            .addNode(
                "ask", node_async(state -> Map.of("said", Flux.just(piece("Hel"), piece("lo")))))
            .addNode(
                "keep",
                node_async(
                    state ->
                        Map.of("answer", state.<AssistantMessage>value("said").get().getText())))
            .addEdge(StateGraph.START, "ask")
            .addEdge("ask", "keep")
            .addEdge("keep", StateGraph.END)
            .compile();
    RunHandle run = on.begin(alone(SaaGraph.of(research).writing("answer")), StateUpdate.empty());

    List<String> pieces = new ArrayList<>();
    StreamOptions wanted = StreamOptions.of(StreamMode.MESSAGES);
    try (RunStream stream = on.runtime().stream(run, wanted)) {
      for (StreamPart part : stream) {
        if (part instanceof StreamPart.MessageChunk chunk) {
          pieces.add(chunk.delta());
        }
      }
    }

    assertThat(pieces).containsExactly("Hel", "lo");
    assertThat(run.await().orThrow().state().get(ANSWER)).isEqualTo("Hello");
  }

  private static ChatResponse piece(String text) {
    return new ChatResponse(List.of(new Generation(new AssistantMessage(text))));
  }

  @ParameterizedTest
  @EnumSource
  void shouldInterruptTheirNodeWhenTheRunIsCancelled(Runtimes on) throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    CompiledGraph research =
        single(
            state -> {
              started.countDown();
              try {
                Thread.sleep(Duration.ofMinutes(5).toMillis());
              } catch (InterruptedException cancelled) {
                interrupted.countDown();
                throw cancelled;
              }
              return Map.of();
            });
    RunHandle run = on.begin(alone(SaaGraph.of(research)), StateUpdate.empty());
    assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();

    on.runtime().cancel(run.thread());

    assertThat(run.await(Duration.ofSeconds(60)).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(interrupted.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
