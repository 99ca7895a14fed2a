package io.evergraph.bridge;

import static com.alibaba.cloud.ai.graph.action.AsyncNodeAction.node_async;
import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.cloud.ai.graph.OverAllState;
import com.alibaba.cloud.ai.graph.RunnableConfig;
import com.alibaba.cloud.ai.graph.StateGraph;
import com.alibaba.cloud.ai.graph.action.AsyncNodeAction;
import com.alibaba.cloud.ai.graph.action.AsyncNodeActionWithConfig;
import com.alibaba.cloud.ai.graph.action.InterruptableAction;
import com.alibaba.cloud.ai.graph.action.InterruptionMetadata;
import com.alibaba.cloud.ai.graph.action.NodeAction;
import com.alibaba.cloud.ai.graph.state.ReplaceAllWith;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunResult;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;

/** The action of a node of theirs as a node of ours. */
class SaaNodeTest {
  private static final Channel<Object> ORDER = Channel.of("order", Object.class);
  private static final ListChannel<Object> NOTES = ListChannel.append("notes", Object.class);

  private static Graph ours(SaaNode node) {
    return Graph.builder(Runtimes.fresh())
        .channels(ORDER, NOTES)
        .node("step", node, NodePolicy.builder().attempts(1).build())
        .node("left", io.evergraph.graph.NodeAction.of(state -> StateUpdate.of(NOTES, "left")))
        .node("right", io.evergraph.graph.NodeAction.of(state -> StateUpdate.of(NOTES, "right")))
        .edge(Graph.START, "step")
        .edge("step", "right")
        .ends("step", "left", "right", Graph.END)
        .build();
  }

  private static Graph plain(NodeAction action) {
    return ours(SaaNode.of(node_async(action)));
  }

  @ParameterizedTest
  @EnumSource
  void shouldWriteWhatTheActionReturnsThroughTheReducers(Runtimes on) throws Exception {
    Graph graph =
        plain(
            state -> {
              Map<String, Object> order = state.<Map<String, Object>>value("order").orElseThrow();
              order.put("paid", List.of(Map.of("sum", 5)));
              return Map.of("order", order, "notes", List.of("seen", Map.of("deep", List.of(1))));
            });

    RunResult result = on.run(graph, StateUpdate.of(ORDER, Map.of("id", "7")).with(NOTES, "begun"));

    assertThat(result.orThrow().state().get(ORDER))
        .isEqualTo(Map.of("id", "7", "paid", List.of(Map.of("sum", 5))));
    assertThat(result.state().get(NOTES))
        .isEqualTo(List.of("begun", "seen", Map.of("deep", List.of(1)), "right"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldReplaceAndRemoveWhereTheActionSaysSo(Runtimes on) throws Exception {
    Graph graph =
        plain(
            state ->
                Map.of(
                    "notes",
                    ReplaceAllWith.of(List.of("only")),
                    "order",
                    OverAllState.MARK_FOR_REMOVAL));

    RunResult result = on.run(graph, StateUpdate.of(ORDER, "7").with(NOTES, "a", "b"));

    assertThat(result.orThrow().state().get(NOTES)).isEqualTo(List.of("only", "right"));
    assertThat(result.state().find(ORDER)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void shouldGoWhereTheActionSays(Runtimes on) throws Exception {
    RunResult left =
        on.run(plain(state -> Map.of(BridgeKeys.NEXT_NODE, "left")), StateUpdate.empty());
    RunResult end = on.run(plain(state -> Map.of(BridgeKeys.TERMINAL, true)), StateUpdate.empty());
    RunResult theirEnd =
        on.run(plain(state -> Map.of(BridgeKeys.NEXT_NODE, StateGraph.END)), StateUpdate.empty());
    RunResult state =
        on.run(
            plain(it -> Map.of(BridgeKeys.GRAPH_STATE, Map.of("order", "8"))), StateUpdate.empty());
    RunResult nowhere =
        on.run(plain(it -> Map.of(BridgeKeys.NEXT_NODE, "nowhere")), StateUpdate.empty());

    assertThat(left.orThrow().state().get(NOTES)).isEqualTo(List.of("left"));
    assertThat(end.orThrow().state().getOrElse(NOTES, List.of())).isEmpty();
    assertThat(theirEnd.orThrow().state().getOrElse(NOTES, List.of())).isEmpty();
    assertThat(state.orThrow().state().get(ORDER)).isEqualTo("8");
    assertThat(nowhere.error().orElseThrow()).hasMessageContaining("UnknownTargetException");
  }

  @ParameterizedTest
  @EnumSource
  void shouldTellTheActionWhoCalls(Runtimes on) throws Exception {
    AsyncNodeActionWithConfig action =
        (state, config) -> {
          Map<?, ?> caller = (Map<?, ?>) config.metadata("evergraph").orElseThrow();
          return CompletableFuture.completedFuture(
              Map.of("order", List.of(config.threadId().orElseThrow(), caller.get("node"))));
        };

    RunResult result = on.run(ours(SaaNode.of(action)), StateUpdate.empty());

    assertThat(result.orThrow().state().get(ORDER))
        .isEqualTo(List.of(result.snapshot().thread().value(), "step"));
  }

  @ParameterizedTest
  @EnumSource
  void shouldFailWithWhatTheActionFailedWith(Runtimes on) throws Exception {
    AsyncNodeAction failing =
        state -> CompletableFuture.supplyAsync(() -> Map.of("order", Integer.valueOf("seven")));

    RunResult result = on.run(ours(SaaNode.of(failing)), StateUpdate.empty());

    TaskFailedException failed = (TaskFailedException) result.error().orElseThrow();
    assertThat(failed.errorType()).isEqualTo(NumberFormatException.class.getName());
    assertThat(failed.reason()).contains("seven");
  }

  /** Runs, and asks afterwards. */
  private static final class AsksAfterwards implements AsyncNodeAction, InterruptableAction {
    @Override
    public CompletableFuture<Map<String, Object>> apply(OverAllState state) {
      return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public Optional<InterruptionMetadata> interrupt(
        String node, OverAllState state, RunnableConfig config) {
      return Optional.empty();
    }

    @Override
    public Optional<InterruptionMetadata> interruptAfter(
        String node, OverAllState state, Map<String, Object> result, RunnableConfig config) {
      return Optional.of(InterruptionMetadata.builder(node, state).build());
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRefuseWhatASingleNodeCannotGive(Runtimes on) throws Exception {
    RunResult stream = on.run(plain(state -> Map.of("order", Flux.just(1))), StateUpdate.empty());
    RunResult afterwards = on.run(ours(SaaNode.of(new AsksAfterwards())), StateUpdate.empty());
    RunResult noMap =
        on.run(plain(state -> Map.of(BridgeKeys.GRAPH_STATE, "text")), StateUpdate.empty());
    RunResult nothing = on.run(plain(state -> null), StateUpdate.empty());

    assertThat(stream.error().orElseThrow())
        .hasMessageContaining("InvalidValueException")
        .hasMessageContaining("SaaGraph");
    assertThat(afterwards.error().orElseThrow())
        .hasMessageContaining("NotOfferedException")
        .hasMessageContaining("SaaGraph");
    assertThat(noMap.error().orElseThrow()).hasMessageContaining("a map of values by name");
    assertThat(nothing.error().orElseThrow())
        .hasMessageContaining("InvalidValueException")
        .hasMessageContaining("a map of values for 'the result of the action'");
  }
}
