package io.evergraph.contract;

import static io.evergraph.contract.Graphs.COUNT;
import static io.evergraph.contract.Graphs.FACTS;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What the caller of a run may want otherwise than the graph says: for all nodes, or for some. */
class CallOptionsContract extends RuntimeContract {

  @Test
  void shouldGiveEachNodeTheNearestOfItsParameters() {
    CallOptions options =
        CallOptions.everywhere(NodeOptions.of(Map.of("model", "small", "temperature", 0.5)))
            .with("first", NodeOptions.of(Map.of("temperature", 0.9)));

    RunResult result = startBoth(chain(), options);

    assertThat(result.state().get(FACTS))
        .isEqualTo(
            Map.of(
                "first", Map.of("model", "small", "temperature", 0.9),
                "second", Map.of("model", "small", "temperature", 0.5)));
  }

  @Test
  void shouldReachOnlyTheNodeInsideANestedSubgraphThatTheyAreAddressedTo() {
    Graph graph = around("outer", around("inner", chain(), "second"), "second");
    CallOptions options =
        CallOptions.NONE.with("outer/inner/second", NodeOptions.of(Map.of("deep", true)));

    RunResult result = startBoth(graph, options);

    assertThat(result.state().get(FACTS))
        .isEqualTo(
            Map.of(
                "first", Map.of(),
                "second", Map.of("deep", true),
                "second in inner", Map.of(),
                "second in outer", Map.of()));
  }

  @Test
  void shouldHoldForEveryNodeInsideASubgraphThatTheyAreAddressedTo() {
    CallOptions options = CallOptions.NONE.with("inside", NodeOptions.of(Map.of("model", "big")));

    RunResult result = startBoth(around("inside", chain(), "last"), options);

    assertThat(result.state().get(FACTS))
        .isEqualTo(
            Map.of(
                "first", Map.of("model", "big"),
                "second", Map.of("model", "big"),
                "second in inside", Map.of()));
  }

  @Test
  void shouldMarkTheTasksOfANodeBesideTheRun() {
    Graph graph =
        Graph.builder("tags")
            .channels(LOG)
            .node("a", context -> Command.update(LOG, String.join("+", context.tags())))
            .edge(START, "a")
            .edge("a", END)
            .build();
    CallOptions options =
        CallOptions.everywhere(NodeOptions.builder().tags("all").build())
            .with("a", NodeOptions.builder().tags("own").build());

    RunResult result =
        start(
            graph,
            StateUpdate.empty(),
            RunOptions.builder().tags(List.of("run")).callOptions(options));

    assertThat(result.state().get(LOG)).containsExactly("run+all+own");
  }

  @Test
  void shouldRunANodeAsOftenAsTheCallerAllows() {
    Graph graph =
        Graph.builder("attempts")
            .channels(COUNT)
            .node(
                "a",
                context -> {
                  throw new IllegalStateException("attempt " + context.attempt());
                },
                Graphs.QUICK)
            .edge(START, "a")
            .edge("a", END)
            .build();
    CallOptions options = CallOptions.NONE.with("a", NodeOptions.builder().attempts(1).build());

    RunResult result = startBoth(graph, options);

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat((TaskFailedException) result.error().orElseThrow())
        .extracting(TaskFailedException::reason)
        .isEqualTo("attempt 1");
  }

  @Test
  void shouldEndAnAttemptWhenTheTimeOfTheCallerIsUp() {
    CountDownLatch never = new CountDownLatch(1);
    Graph graph =
        Graph.builder("hurry")
            .channels(COUNT)
            .node(
                "a",
                context -> {
                  never.await();
                  return Command.none();
                })
            .edge(START, "a")
            .edge("a", END)
            .build();
    CallOptions options =
        CallOptions.NONE.with(
            "a", NodeOptions.builder().timeout(Duration.ofMillis(50)).attempts(1).build());

    RunResult result = start(graph, StateUpdate.empty(), RunOptions.builder().callOptions(options));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow()).hasMessageContaining("no sign of life");
  }

  @Test
  void shouldGoOnHoldingAfterAnAnswer() {
    Graph graph =
        Graph.builder("asks")
            .channels(FACTS)
            .node(
                "a",
                context -> {
                  Object answer = context.interrupt(Question.of("?"));
                  return Command.update(
                      FACTS, Map.of("answer", answer, "options", context.options()));
                })
            .edge(START, "a")
            .edge("a", END)
            .build();
    CallOptions options = CallOptions.everywhere(NodeOptions.of(Map.of("model", "big")));
    start(graph, StateUpdate.empty(), RunOptions.builder().callOptions(options));

    RunResult result = answer(Answer.single("yes"));

    assertThat(result.state().get(FACTS))
        .isEqualTo(Map.of("answer", "yes", "options", Map.of("model", "big")));
  }

  @Test
  void shouldRefuseWhenTheGraphHasNoNodeAtTheAddress() {
    CallOptions options = CallOptions.NONE.with("first/nobody", NodeOptions.of(Map.of("x", 1)));

    assertThatThrownBy(
            () -> start(chain(), StateUpdate.empty(), RunOptions.builder().callOptions(options)))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("first/nobody")
        .hasMessageContaining("second");
  }

  private RunResult startBoth(Graph graph, CallOptions options) {
    return sameAsInMemory(
        (runtime, script) ->
            script.start(
                runtime, graph, StateUpdate.empty(), RunOptions.builder().callOptions(options)));
  }

  private static Graph chain() {
    return Graph.builder("chain-of-options")
        .channels(FACTS)
        .node("first", tell("first"))
        .node("second", tell("second"))
        .edge(START, "first")
        .edge("first", "second")
        .edge("second", END)
        .build();
  }

  /** A graph of another graph and a node after it. */
  private static Graph around(String name, Graph inner, String node) {
    return Graph.builder("around-" + name)
        .channels(FACTS)
        .subgraph(name, inner)
        .node(node, tell("second in " + name))
        .edge(START, name)
        .edge(name, node)
        .edge(node, END)
        .build();
  }

  private static NodeAction tell(String key) {
    return context -> Command.update(FACTS, Map.of(key, context.options()));
  }
}
