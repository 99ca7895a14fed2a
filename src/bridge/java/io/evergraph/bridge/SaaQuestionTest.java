package io.evergraph.bridge;

import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.MAP;

import com.alibaba.cloud.ai.graph.CompileConfig;
import com.alibaba.cloud.ai.graph.CompiledGraph;
import com.alibaba.cloud.ai.graph.KeyStrategy;
import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncNodeActionWithConfig;
import com.alibaba.cloud.ai.graph.action.InterruptableAction;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata.ToolFeedback;
import com.alibaba.cloud.ai.graph.checkpoint.config.SaverConfig;
import com.alibaba.cloud.ai.graph.checkpoint.savers.MemorySaver;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A graph of theirs that stops for a person asks through ours, and goes on from its checkpoint. */
class SaaQuestionTest {
  private static final Channel<Object> PLAN = Channel.of("plan", Object.class);
  private static final Channel<Object> SENT = Channel.of("sent", Object.class);
  private static final ListChannel<Object> NOTES = ListChannel.append("notes", Object.class);
  private static final Channel<String> TOPIC = Channel.of("topic", String.class);
  private static final Channel<Map<String, Object>> FACTS = Channel.merge("facts");
  private static final Duration LONG = Duration.ofSeconds(60);

  private final AtomicInteger plans = new AtomicInteger();
  private final AtomicInteger sends = new AtomicInteger();
  private final MemorySaver saver = new MemorySaver();

  /** Plans, stops before it sends, and sends what was approved. */
  private StateGraph mail() throws Exception {
    return new StateGraph("mail", () -> Map.of("notes", KeyStrategy.APPEND))
        .addNode(
            "plan",
            node_async(
                state -> Map.of("plan", "plan " + plans.incrementAndGet(), "notes", "planned")))
        .addNode(
            "send",
            node_async(
                state -> {
                  if (sends.incrementAndGet() == 1 && state.value("flaky").isPresent()) {
                    throw new IllegalStateException("the line is down");
                  }
                  return Map.of(
                      "sent",
                      state.value("plan").get() + " " + state.value("approved").orElse("?"),
                      "notes",
                      "sent");
                }))
        .addEdge(StateGraph.START, "plan")
        .addEdge("plan", "send")
        .addNode("log", node_async(state -> Map.of()))
        .addEdge("send", "log")
        .addEdge("log", StateGraph.END);
  }

  private CompiledGraph asking(CompileConfig.Builder how) throws Exception {
    return mail().compile(how.interruptBefore("send").build());
  }

  private CompileConfig.Builder saving() {
    return CompileConfig.builder().saverConfig(new SaverConfig().register(saver));
  }

  private static Graph ours(CompiledGraph theirs) {
    NodePolicy quick = NodePolicy.builder().attempts(2).interval(Duration.ofMillis(10)).build();
    return Graph.builder(Runtimes.fresh())
        .channels(PLAN, SENT, NOTES)
        .node("mail", SaaGraph.of(theirs).writing("plan", "sent", "notes"), quick)
        .edge(Graph.START, "mail")
        .edge("mail", Graph.END)
        .build();
  }

  private static RunResult answer(Runtimes on, RunResult waiting, Object value)
      throws TimeoutException {
    Interrupt open = waiting.interrupts().get(0);
    return on.runtime()
        .answer(waiting.snapshot().thread(), Answer.to(open.id(), value))
        .await(LONG);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskWhereTheirGraphStopsAndGoOnFromThere(Runtimes on) throws Exception {
    RunResult waiting = on.run(ours(asking(saving())), StateUpdate.of(NOTES, "begun"));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(waiting.interrupts())
        .singleElement()
        .satisfies(it -> assertThat(it.value()).isEqualTo(Map.of("node", "plan", "next", "send")));
    assertThatThrownBy(() -> answer(on, waiting, "yes")).isInstanceOf(InvalidAnswerException.class);

    RunResult end = answer(on, waiting, Map.of("approved", "by ann"));

    assertThat(end.orThrow().state().get(SENT)).isEqualTo("plan 1 by ann");
    assertThat(end.state().get(PLAN)).isEqualTo("plan 1");
    assertThat(end.state().get(NOTES)).isEqualTo(List.of("begun", "planned", "sent"));
    assertThat(plans).hasValue(1);
    assertThat(saver.list(threadOf(waiting))).isEmpty();
  }

  private static RunnableConfig threadOf(RunResult waiting) {
    String task = waiting.interrupts().get(0).taskId();
    return RunnableConfig.builder().threadId("evergraph-" + task).build();
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskTwiceWhereTheirGraphStopsTwice(Runtimes on) throws Exception {
    RunResult after = on.run(ours(asking(saving().interruptAfter("plan"))), StateUpdate.empty());
    RunResult first =
        on.run(
            ours(mail().compile(saving().interruptAfter("plan", "send").build())),
            StateUpdate.empty());

    RunResult second = answer(on, first, Map.of("approved", "once", "notes", "from ann"));

    assertThat(answer(on, after, Map.of()).orThrow().state().get(SENT)).isEqualTo("plan 1 ?");
    assertThat(second.status()).isEqualTo(RunStatus.WAITING);
    assertThat(saver.list(threadOf(second))).isNotEmpty();
    assertThat(answer(on, second, Map.of("sent", "changed")).orThrow().state().get(SENT))
        .isEqualTo("changed");
    assertThat(plans).hasValue(2);
  }

  @ParameterizedTest
  @EnumSource
  void shouldNotAskAgainWhenTheAttemptAfterTheAnswerFails(Runtimes on) throws Exception {
    RunResult waiting = on.run(ours(asking(saving())), StateUpdate.empty());

    RunResult end = answer(on, waiting, Map.of("approved", "by ann", "flaky", true));

    assertThat(end.orThrow().state().get(SENT)).isEqualTo("plan 1 by ann");
    assertThat(sends).hasValue(2);
    assertThat(plans).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskAnewAboutWhatIsNewWhenTheirSaverHasLostTheCheckpoint(Runtimes on) throws Exception {
    RunResult waiting = on.run(ours(asking(saving())), StateUpdate.empty());
    saver.release(threadOf(waiting));

    RunResult again = answer(on, waiting, Map.of("approved", "for plan 1"));

    assertThat(again.status()).isEqualTo(RunStatus.WAITING);
    assertThat(answer(on, again, Map.of("approved", "for plan 2")).state().get(SENT))
        .isEqualTo("plan 2 for plan 2");
  }

  /** Plans, stops, and tells what it sees of our state then. */
  private Graph telling() throws Exception {
    Map<String, KeyStrategy> strategies =
        Map.of("notes", KeyStrategy.APPEND, "facts", KeyStrategy.MERGE);
    CompiledGraph theirs =
        new StateGraph("telling", () -> strategies)
            .addNode(
                "plan",
                node_async(state -> Map.of("notes", "planned", "facts", Map.of("planned", true))))
            .addNode("tell", node_async(SaaQuestionTest::told))
            .addEdge(StateGraph.START, "plan")
            .addEdge("plan", "tell")
            .addNode("log", node_async(state -> Map.of()))
            .addEdge("tell", "log")
            .addEdge("log", StateGraph.END)
            .compile(saving().interruptAfter("plan", "tell").build());
    return Graph.builder(Runtimes.fresh())
        .channels(TOPIC, SENT, NOTES, FACTS)
        .node("tell", SaaGraph.of(theirs))
        .edge(Graph.START, "tell")
        .edge("tell", Graph.END)
        .build();
  }

  private static Map<String, Object> told(OverAllState state) {
    Map<String, Object> whole = state.<Map<String, Object>>value(BridgeKeys.GRAPH_STATE).get();
    return Map.of("sent", List.of(state.value("topic").get(), whole.get("topic")), "notes", "told");
  }

  private static RunResult correct(Runtimes on, RunResult waiting, StateUpdate correction)
      throws TimeoutException {
    Interrupt open = waiting.interrupts().get(0);
    return on.runtime()
        .resume(
            waiting.snapshot().thread(),
            TimeOrderedId.next(),
            List.of(Answer.to(open.id(), Map.of())),
            Steering.update(correction))
        .await(LONG);
  }

  @ParameterizedTest
  @EnumSource
  void shouldGoOnWithWhatWasCorrectedWhileItAsked(Runtimes on) throws Exception {
    StateUpdate input =
        StateUpdate.of(TOPIC, "trains").with(NOTES, "begun").with(FACTS, Map.of("a", 1, "b", 1));
    RunResult planned = on.run(telling(), input);

    RunResult told =
        correct(
            on,
            planned,
            StateUpdate.of(TOPIC, "ships").with(NOTES, "corrected").with(FACTS, Map.of("b", 2)));
    RunResult end = correct(on, told, StateUpdate.of(TOPIC, "planes"));

    assertThat(end.orThrow().state().get(SENT)).isEqualTo(List.of("ships", "ships"));
    assertThat(end.state().get(TOPIC)).isEqualTo("planes");
    assertThat(end.state().get(NOTES)).containsExactly("begun", "corrected", "planned", "told");
    assertThat(end.state().get(FACTS)).isEqualTo(Map.of("a", 1, "b", 2, "planned", true));
  }

  @ParameterizedTest
  @EnumSource
  void shouldGoOnWithWhatWasEditedWhileItAsked(Runtimes on) throws Exception {
    RunResult planned = on.run(telling(), StateUpdate.of(TOPIC, "trains"));
    StateUpdate correction = StateUpdate.of(TOPIC, "ships");

    on.runtime().editState(planned.snapshot().thread(), null, correction, null);
    RunResult end = answer(on, answer(on, planned, Map.of()), Map.of());

    assertThat(end.orThrow().state().get(SENT)).isEqualTo(List.of("ships", "ships"));
    assertThat(end.state().get(TOPIC)).isEqualTo("ships");
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseToAskWhereTheirGraphHasNoSaver(Runtimes on) throws Exception {
    CompileConfig.Builder without = CompileConfig.builder().saverConfig(new SaverConfig());

    RunResult result = on.run(ours(asking(without)), StateUpdate.empty());

    assertThat(result.error().orElseThrow())
        .hasMessageContaining("NotOfferedException")
        .hasMessageContaining("Compile the graph with a SaverConfig.");
  }

  /** Asks whether a tool may be called, as agents of theirs do, until somebody has decided. */
  private record Approval(AtomicInteger calls)
      implements AsyncNodeActionWithConfig, InterruptableAction {
    @Override
    public Optional<InterruptionMetadata> interrupt(
        String node, OverAllState state, RunnableConfig config) {
      if (feedback(config).isPresent()) {
        return Optional.empty();
      }
      ToolFeedback call =
          ToolFeedback.builder().id("1").name("pay").arguments("{\"sum\":5}").build();
      return Optional.of(
          InterruptionMetadata.builder(node, state)
              .addMetadata("why", "it costs")
              .addToolFeedback(call)
              .build());
    }

    @Override
    public Optional<InterruptionMetadata> interruptAfter(
        String node, OverAllState state, Map<String, Object> result, RunnableConfig config) {
      return Optional.empty();
    }

    @Override
    public CompletableFuture<Map<String, Object>> apply(OverAllState state, RunnableConfig config) {
      calls.incrementAndGet();
      ToolFeedback decided = feedback(config).orElseThrow().toolFeedbacks().get(0);
      return CompletableFuture.completedFuture(
          Map.of(
              "sent",
              decided.getName() + " " + decided.getArguments() + " " + decided.getResult()));
    }

    private static Optional<InterruptionMetadata> feedback(RunnableConfig config) {
      return config
          .metadata(RunnableConfig.HUMAN_FEEDBACK_METADATA_KEY)
          .map(InterruptionMetadata.class::cast);
    }
  }

  private void assertDecided(Runtimes on, Supplier<Graph> graph) throws Exception {
    RunResult waiting = on.run(graph.get(), StateUpdate.empty());
    assertThat(waiting.interrupts().get(0).value())
        .asInstanceOf(MAP)
        .containsEntry("metadata", Map.of("why", "it costs"))
        .containsKey("tools");
    assertThatThrownBy(() -> answer(on, waiting, Map.of("tools", List.of(Map.of("id", "1")))))
        .isInstanceOf(InvalidAnswerException.class);
    assertThatThrownBy(() -> answer(on, waiting, edited(Map.of("sum", 4))))
        .isInstanceOf(InvalidAnswerException.class)
        .hasMessageContaining("arguments");

    RunResult end = answer(on, waiting, edited("{\"sum\":4}"));

    assertThat(end.orThrow().state().get(SENT)).isEqualTo("pay {\"sum\":4} EDITED");
  }

  private static Map<String, Object> edited(Object arguments) {
    return Map.of("tools", List.of(Map.of("id", "1", "result", "EDITED", "arguments", arguments)));
  }

  @ParameterizedTest
  @EnumSource
  void shouldHandDecisionsOnToolCallsToANodeInTheirGraph(Runtimes on) throws Exception {
    CompiledGraph theirs =
        new StateGraph("pay", Map::of)
            .addNode("pay", new Approval(sends))
            .addEdge(StateGraph.START, "pay")
            .addEdge("pay", StateGraph.END)
            .compile(saving().build());

    assertDecided(on, () -> ours(theirs));

    assertThat(sends).hasValue(1);
  }

  @ParameterizedTest
  @EnumSource
  void shouldHandDecisionsOnToolCallsToASingleNodeOfTheirs(Runtimes on) throws Exception {
    Graph graph =
        Graph.builder(Runtimes.fresh())
            .channels(SENT)
            .node("pay", SaaNode.of(new Approval(sends)))
            .edge(Graph.START, "pay")
            .edge("pay", Graph.END)
            .build();

    assertDecided(on, () -> graph);

    assertThat(sends).hasValue(1);
  }
}
