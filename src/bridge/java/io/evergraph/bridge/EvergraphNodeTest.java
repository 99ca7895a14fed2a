package io.evergraph.bridge;

import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.cloud.ai.graph.CompileConfig;
import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.NodeOutput;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncEdgeAction;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.checkpoint.config.SaverConfig;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A graph of ours as a node of a graph of theirs. */
class EvergraphNodeTest {
  /** What is refunded. */
  record Refund(int amount, String by) {}

  private static final Channel<Refund> REFUND = Channel.of("refund", Refund.class);
  private static final ListChannel<String> NOTES = ListChannel.append("notes", String.class);
  private static final Channel<Map<String, Object>> FACTS = Channel.merge("facts");
  private static final Channel<Object> INNER = Channel.of("inner", Object.class);

  private final String thread = UUID.randomUUID().toString();
  private final RunnableConfig config = RunnableConfig.builder().threadId(thread).build();

  private static Graph ours(NodeAction action) {
    return Graph.builder(Runtimes.fresh())
        .channels(REFUND, NOTES, FACTS, INNER)
        .hidden(INNER)
        .node("work", action, NodePolicy.builder().attempts(1).build())
        .edge(Graph.START, "work")
        .edge("work", Graph.END)
        .build();
  }

  private static Graph asking() {
    return ours(
        context -> {
          Refund asked = context.state().get(REFUND);
          String by = context.interrupt(Question.asking(String.class, "Refund " + asked.amount()));
          return Command.update(
              StateUpdate.of(REFUND, new Refund(asked.amount(), by)).with(NOTES, "approved"));
        });
  }

  private static StateGraph theirs(Runtimes on, Graph graph) throws Exception {
    return new StateGraph(
            "theirs",
            () ->
                Map.of(
                    "notes", KeyStrategy.APPEND,
                    "facts", KeyStrategy.MERGE,
                    "refund", KeyStrategy.REPLACE,
                    "seen", KeyStrategy.REPLACE))
        .addNode("before", node_async(state -> Map.of("notes", "before")))
        .addNode("ours", EvergraphNode.of(on.runtime(), graph))
        .addNode("after", node_async(state -> Map.of("seen", state.value("refund").orElse("none"))))
        .addEdge(StateGraph.START, "before")
        .addEdge("before", "ours")
        .addEdge("ours", "after")
        .addEdge("after", StateGraph.END);
  }

  private static CompiledGraph compiled(StateGraph graph) throws Exception {
    SaverConfig saver = new SaverConfig().register(new MemorySaver());
    return graph.compile(CompileConfig.builder().saverConfig(saver).build());
  }

  private InterruptionMetadata asked(CompiledGraph graph, int amount) {
    NodeOutput output =
        graph.invokeAndGetOutput(Map.of("refund", Map.of("amount", amount)), config).orElseThrow();
    assertThat(output).isInstanceOf(InterruptionMetadata.class);
    return (InterruptionMetadata) output;
  }

  private Map<String, Object> resumed(CompiledGraph graph, InterruptionMetadata feedback) {
    RunnableConfig resume = RunnableConfig.builder(config).addHumanFeedback(feedback).build();
    return graph.invoke(Map.of(), resume).orElseThrow().data();
  }

  private static Map<?, ?> question(InterruptionMetadata asked) {
    return (Map<?, ?>) ((List<?>) asked.metadata("questions").orElseThrow()).get(0);
  }

  @ParameterizedTest
  @EnumSource
  void shouldReturnWhatOurGraphChangedAsPlainValues(Runtimes on) throws Exception {
    Graph graph =
        ours(
            context ->
                Command.update(
                    StateUpdate.of(NOTES, "from " + context.state().get(REFUND).amount())
                        .with(REFUND, new Refund(8, "us"))
                        .with(FACTS, Map.of("deep", List.of(Map.of("n", 1))))
                        .with(INNER, "secret")));

    Map<String, Object> end =
        compiled(theirs(on, graph))
            .invoke(
                Map.of("refund", Map.of("amount", 7), "facts", Map.of("old", true), "other", 1),
                config)
            .orElseThrow()
            .data();

    Map<String, Object> refund = Map.of("amount", 8, "by", "us");
    Map<String, Object> facts = Map.of("old", true, "deep", List.of(Map.of("n", 1)));
    assertThat(end)
        .containsEntry("refund", refund)
        .containsEntry("seen", refund)
        .containsEntry("notes", List.of("before", "from 7"))
        .containsEntry("facts", facts)
        .containsEntry("other", 1)
        .containsEntry(BridgeKeys.TERMINAL, false)
        .containsEntry(
            BridgeKeys.GRAPH_STATE,
            Map.of("refund", refund, "facts", facts, "notes", List.of("before", "from 7")))
        .doesNotContainKeys("inner", BridgeKeys.NEXT_NODE, BridgeKeys.TERMINAL_MESSAGE);
  }

  @ParameterizedTest
  @EnumSource
  void shouldLetOurGraphSayWhereTheirsGoes(Runtimes on) throws Exception {
    Channel<String> next = BridgeKeys.NEXT_NODE_CHANNEL;
    Graph graph =
        Graph.builder(Runtimes.fresh())
            .channels(next, FACTS)
            .node("choose", NodeAction.of(state -> StateUpdate.of(next, "right")))
            .edge(Graph.START, "choose")
            .edge("choose", Graph.END)
            .build();
    AsyncEdgeAction route =
        AsyncEdgeAction.edge_async(
            state -> state.<String>value(BridgeKeys.NEXT_NODE).orElseThrow());
    StateGraph theirs =
        new StateGraph("theirs", Map::of)
            .addNode("ours", EvergraphNode.of(on.runtime(), graph))
            .addNode("left", node_async(state -> Map.of("went", "left")))
            .addNode("right", node_async(state -> Map.of("went", "right")))
            .addEdge(StateGraph.START, "ours")
            .addConditionalEdges("ours", route, Map.of("left", "left", "right", "right"))
            .addEdge("left", StateGraph.END)
            .addEdge("right", StateGraph.END);

    Map<String, Object> given = Map.of(BridgeKeys.GRAPH_STATE, Map.of("facts", Map.of("a", 1)));
    Map<String, Object> end = theirs.compile().invoke(given, config).orElseThrow().data();

    assertThat(end).containsEntry("went", "right").containsEntry(BridgeKeys.NEXT_NODE, "right");
    assertThat(end.get(BridgeKeys.GRAPH_STATE))
        .isEqualTo(Map.of("facts", Map.of("a", 1), "bridge_next_node", "right"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellTheirsThatNothingFollowsAndWhy(Runtimes on) throws Exception {
    Graph graph =
        Graph.builder(Runtimes.fresh())
            .channels(BridgeKeys.TERMINAL_CHANNEL, BridgeKeys.TERMINAL_MESSAGE_CHANNEL)
            .node(
                "stop",
                context ->
                    Command.update(
                        StateUpdate.of(BridgeKeys.TERMINAL_CHANNEL, true)
                            .with(BridgeKeys.TERMINAL_MESSAGE_CHANNEL, "enough")))
            .edge(Graph.START, "stop")
            .build();

    Map<String, Object> end =
        compiled(theirs(on, graph)).invoke(Map.of(), config).orElseThrow().data();

    assertThat(end)
        .containsEntry(BridgeKeys.TERMINAL, true)
        .containsEntry(BridgeKeys.TERMINAL_MESSAGE, "enough");
  }

  @ParameterizedTest
  @EnumSource
  void shouldStopTheirGraphWithOurQuestionAndGoOnWithTheAnswer(Runtimes on) throws Exception {
    CompiledGraph graph = compiled(theirs(on, asking()));

    InterruptionMetadata asked = asked(graph, 7);
    Map<?, ?> question = question(asked);
    String id = (String) question.get("id");

    assertThat(asked.node()).isEqualTo("ours");
    assertThat(question.get("value")).isEqualTo("Refund 7");
    assertThat(question.get("node")).isEqualTo("work");
    assertThatThrownBy(() -> resumed(graph, EvergraphNode.answered(asked, Map.of(id, 5))))
        .isInstanceOf(InvalidAnswerException.class);
    assertThat(resumed(graph, EvergraphNode.answered(asked, Map.of(id, "ann"))))
        .containsEntry("refund", Map.of("amount", 7, "by", "ann"))
        .containsEntry("seen", Map.of("amount", 7, "by", "ann"))
        .containsEntry("notes", List.of("before", "approved"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldGoOnWithWhatSomebodyAnsweredAtOurRuntime(Runtimes on) throws Exception {
    CompiledGraph graph = compiled(theirs(on, asking()));
    InterruptionMetadata asked = asked(graph, 7);
    ThreadId ours = ThreadId.of((String) asked.metadata("thread").orElseThrow());

    RunnableConfig unanswered = RunnableConfig.builder(config).resume().build();
    assertThat(graph.invokeAndGetOutput(Map.of(), unanswered).orElseThrow())
        .isInstanceOf(InterruptionMetadata.class);
    on.runtime().answer(ours, Answer.single("bob")).await();

    assertThat(resumed(graph, asked)).containsEntry("refund", Map.of("amount", 7, "by", "bob"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldBeginAnewForANewInputAndForEachVisit(Runtimes on) throws Exception {
    CompiledGraph graph = compiled(theirs(on, asking()));
    asked(graph, 7);
    InterruptionMetadata again = asked(graph, 8);
    String id = (String) question(again).get("id");

    assertThat(question(again).get("value")).isEqualTo("Refund 8");
    assertThat(resumed(graph, EvergraphNode.answered(again, Map.of(id, "ann"))))
        .containsEntry("refund", Map.of("amount", 8, "by", "ann"));
    assertThat(question(asked(graph, 9)).get("value")).isEqualTo("Refund 9");
    InterruptionMetadata bad =
        InterruptionMetadata.builder(again).addMetadata("answers", "no map").build();
    RunnableConfig resume = RunnableConfig.builder(config).addHumanFeedback(bad).build();
    assertThat(graph.invokeAndGetOutput(Map.of(), resume).orElseThrow())
        .isInstanceOf(InterruptionMetadata.class);
  }

  @ParameterizedTest
  @EnumSource
  void shouldFailTheirNodeWithOurFailure(Runtimes on) throws Exception {
    Graph failing =
        ours(
            context -> {
              throw new java.io.IOException("no such order");
            });

    CompiledGraph graph = compiled(theirs(on, failing));
    CompiledGraph misfit = compiled(theirs(on, ours(context -> Command.none())));

    assertThatThrownBy(() -> graph.invoke(Map.of(), config))
        .isInstanceOf(TaskFailedException.class)
        .hasMessageContaining("no such order");
    assertThatThrownBy(() -> misfit.invoke(Map.of("refund", "seven"), config))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("refund");
  }

  @ParameterizedTest
  @EnumSource
  void shouldCancelOurRunWhenTheirThreadIsInterrupted(Runtimes on) throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    Graph slow =
        ours(
            context -> {
              started.countDown();
              try {
                while (true) {
                  Thread.sleep(20);
                  context.heartbeat();
                }
              } finally {
                stopped.countDown();
              }
            });
    CompiledGraph graph = compiled(theirs(on, slow));
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    Thread caller =
        new Thread(
            () -> {
              try {
                graph.invoke(Map.of(), config);
              } catch (Throwable thrown) {
                failure.complete(thrown);
              }
            });
    caller.start();
    assertThat(started.await(60, TimeUnit.SECONDS)).isTrue();

    for (int i = 0; i < 12 && !failure.isDone(); i++) { // a call to a server may swallow one
      caller.interrupt();
      caller.join(Duration.ofSeconds(5).toMillis());
    }

    assertThat(failure.get(1, TimeUnit.SECONDS)).isInstanceOf(CancellationException.class);
    assertThat(stopped.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskThroughTheirGraphWhenItStandsInOneOfOurs(Runtimes on) throws Exception {
    CompiledGraph between = compiled(theirs(on, asking()));
    NodeAction node = SaaGraph.of(between).writing("notes", "refund");
    Graph outer = ours(node);

    RunResult waiting = on.run(outer, StateUpdate.of(REFUND, new Refund(7, "?")));
    Map<?, ?> shown = (Map<?, ?>) waiting.interrupts().get(0).value();
    String inner = (String) ((Map<?, ?>) shown.get("metadata")).get("thread");
    on.runtime().answer(ThreadId.of(inner), Answer.single("ann")).await();

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(shown.get("node")).isEqualTo("ours");
    RunResult end =
        on.runtime().answer(waiting.snapshot().thread(), Answer.single(Map.of())).await();
    assertThat(end.orThrow().state().get(REFUND)).isEqualTo(new Refund(7, "ann"));
    assertThat(end.state().get(NOTES)).isEqualTo(List.of("before", "approved"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldRunBesideParallelNodesButNotAskThere(Runtimes on) throws Exception {
    Graph quiet = ours(context -> Command.update(FACTS, Map.of("ours", true)));
    CompiledGraph graph = parallel(on, quiet);
    CompiledGraph asking = parallel(on, asking());

    assertThat(graph.invoke(Map.of(), config).orElseThrow().data())
        .containsEntry("facts", Map.of("ours", true, "theirs", true));
    assertThatThrownBy(() -> asking.invoke(Map.of("refund", Map.of("amount", 1)), config))
        .hasRootCauseInstanceOf(NotOfferedException.class);
  }

  private static CompiledGraph parallel(Runtimes on, Graph graph) throws Exception {
    return new StateGraph("parallel", () -> Map.of("facts", KeyStrategy.MERGE))
        .addNode("split", node_async(state -> Map.of()))
        .addNode("ours", EvergraphNode.of(on.runtime(), graph))
        .addNode("theirs", node_async(state -> Map.of("facts", Map.of("theirs", true))))
        .addNode("join", node_async(state -> Map.of()))
        .addEdge(StateGraph.START, "split")
        .addEdge("split", "ours")
        .addEdge("split", "theirs")
        .addEdge("ours", "join")
        .addEdge("theirs", "join")
        .addEdge("join", StateGraph.END)
        .compile();
  }
}
