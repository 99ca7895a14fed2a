package io.evergraph.contract;

import static io.evergraph.contract.Graphs.COUNT;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.OFFER;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.asks;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.contract.Graphs.loggingAndAsking;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphException;
import io.evergraph.error.SubgraphBusyException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Graphs inside graphs: what passes, what is kept, what goes on beside each other. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class SubgraphContract extends RuntimeContract {
  private static final ListChannel<String> DIARY = ListChannel.append("diary", String.class);

  @Test
  void shouldGiveEveryValueOnceWhenOneSubgraphIsSentToSeveralTimes() {
    Graph graph =
        Graph.builder("sends")
            .channels(VALUE, LOG)
            .subgraph("ask", loggingAndAsking())
            .node("end", log("end"))
            .routes(
                START,
                context ->
                    List.of(
                        Route.send("ask", StateUpdate.of(VALUE, "one")),
                        Route.send("ask", StateUpdate.of(VALUE, "two")),
                        Route.send("ask", StateUpdate.of(VALUE, "three"))),
                "ask")
            .edge("ask", "end")
            .build();

    RunResult asked = start(graph, StateUpdate.of(LOG, "in"));
    assertThat(asked.interrupts())
        .extracting(Interrupt::value)
        .containsExactlyInAnyOrder("one", "two", "three");
    RunResult result =
        answer(
            asked.interrupts().stream()
                .map(question -> Answer.to(question.id(), question.value() + "!"))
                .toArray(Answer[]::new));

    assertThat(result.state().get(LOG))
        .containsExactly("in", "x", "one!", "x", "two!", "x", "three!", "end");
    assertThat(result.state().find(VALUE)).isEmpty();
  }

  @Test
  void shouldWaitForBothWhenAJoinStandsBehindTwoNodesOfOneSubgraph() {
    Graph graph =
        Graph.builder("both")
            .channels(VALUE, LOG)
            .subgraph("left", loggingAndAsking())
            .subgraph("right", loggingAndAsking())
            .node("end", log("end"))
            .edge(START, "left")
            .edge(START, "right")
            .join(List.of("left", "right"), "end")
            .build();

    RunResult asked = start(graph, StateUpdate.of(VALUE, "?"));
    RunResult half = answer(Answer.to(questionIn(asked, "left"), "l"));
    assertThat(half.status()).isEqualTo(RunStatus.WAITING);
    RunResult result = answer(Answer.single("r"));

    assertThat(result.state().get(LOG)).containsExactly("x", "l", "x", "r", "end");
  }

  private static String questionIn(RunResult result, String subgraph) {
    return result.interrupts().stream()
        .filter(question -> question.namespace().startsWith(subgraph + ":"))
        .findFirst()
        .orElseThrow()
        .id();
  }

  @Test
  void shouldAskThroughThreeLevelsAndShowTheStateOfEach() {
    Graph middle =
        Graph.builder("middle")
            .channels(VALUE, LOG)
            .node("m", log("m"))
            .subgraph("inner", loggingAndAsking())
            .edge(START, "m")
            .edge("m", "inner")
            .build();
    Graph graph =
        Graph.builder("deep")
            .channels(VALUE, LOG)
            .subgraph("mid", middle)
            .node("end", log("end"))
            .edge(START, "mid")
            .edge("mid", "end")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult asked = script.start(runtime, graph, StateUpdate.of(LOG, "in"));
              assertThat(asked.snapshot().next()).containsExactly("mid");
              assertThat(asked.snapshot().subgraphs())
                  .extracting(SubgraphView::next)
                  .containsExactly(List.of("inner"), List.of("q"));
              SubgraphView inner = asked.snapshot().subgraphs().get(1);
              assertThat(runtime.stateAt(thread(), inner.checkpoint()).get(LOG))
                  .containsExactly("in", "m", "x");
              return script.answer(runtime, Answer.single("yes"));
            });

    assertThat(result.state().get(LOG)).containsExactly("in", "m", "x", "yes", "end");
    assertThat(result.snapshot().subgraphs()).isEmpty();
  }

  @Test
  void shouldKeepItsStateOverRunsAndQuestionsWhenItsMemoryIsPerThread() {
    Graph child = diary().node("q", asks()).edge("write", "q").build();
    Graph graph =
        Graph.builder("keeping")
            .channels(VALUE, LOG)
            .subgraph("child", child, Embedding.perThread())
            .edge(START, "child")
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              script.start(runtime, graph, StateUpdate.empty());
              script.answer(runtime, Answer.single("a"));
              script.start(runtime, graph, StateUpdate.empty());
              script.start(runtime, graph, StateUpdate.empty());
              return script.answer(runtime, Answer.single("b"));
            });

    assertThat(result.state().get(LOG)).containsExactly("0", "a", "2", "b");
    SubgraphView kept = result.snapshot().subgraphs().get(0);
    assertThat(kept.namespace()).isEqualTo("child");
    assertThat(runtime().stateAt(thread(), kept.checkpoint()).get(DIARY)).hasSize(3);
  }

  private static GraphBuilder diary() {
    return Graph.builder("diary")
        .channels(VALUE, LOG, DIARY)
        .node(
            "write",
            context ->
                Command.update(
                    StateUpdate.of(DIARY, "page")
                        .with(LOG, "" + context.state().get(DIARY).size())))
        .edge(START, "write");
  }

  @Test
  void shouldParkWhenOneSuperstepCallsItTwiceThatKeepsItsState() {
    Graph graph =
        Graph.builder("twice")
            .channels(VALUE, LOG)
            .subgraph("child", diary().build(), Embedding.perThread())
            .routes(
                START,
                context ->
                    List.of(
                        Route.send("child", StateUpdate.empty()),
                        Route.send("child", StateUpdate.empty())),
                "child")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow())
        .hasMessageContaining(SubgraphBusyException.class.getSimpleName());
  }

  @Test
  void shouldMapChannelsAndKeepTheTypesOfWhatIsSent() {
    Graph child =
        Graph.builder("pricing")
            .channels(OFFER, COUNT)
            .node(
                "price",
                context -> Command.update(COUNT, (int) (2 * context.state().get(OFFER).price())))
            .edge(START, "price")
            .build();
    Graph graph =
        Graph.builder("mapped")
            .channels(SUBJECT, Graphs.TOTAL, LOG)
            .subgraph("pricing", child, Embedding.DEFAULT.output(COUNT, Graphs.TOTAL))
            .routes(
                START,
                context ->
                    List.of(
                        Route.send(
                            "pricing",
                            StateUpdate.of(OFFER, new Graphs.Offer("seat", 21, List.of())))),
                "pricing")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(Graphs.TOTAL)).isEqualTo(42);
    assertThat(result.state().values()).doesNotContainKeys("offer", "count");
  }

  @Test
  void shouldParkWhenWhatIsSentDoesNotFitTheSubgraph() {
    Graph graph =
        Graph.builder("misfit")
            .channels(VALUE, LOG)
            .subgraph("child", loggingAndAsking())
            .routes(
                START,
                context -> List.of(Route.send("child", StateUpdate.of(OFFER, null))),
                "child")
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow().getMessage()).contains("offer", "send to child");
  }

  @Test
  void shouldGoOnWithWhatAnEditWroteIntoASubgraph() {
    Graph graph =
        Graph.builder("edited")
            .channels(VALUE, LOG)
            .subgraph("child", loggingAndAsking())
            .edge(START, "child")
            .build();
    RunResult asked = start(graph, StateUpdate.empty());
    String namespace = asked.interrupts().get(0).namespace();

    runtime().editSubgraph(thread(), namespace, NodeEdit.of(StateUpdate.of(LOG, "edit")));
    RunResult result = answer(Answer.single("yes"));

    assertThat(result.state().get(LOG)).containsExactly("x", "edit", "yes");
    assertThatThrownBy(
            () -> runtime().editSubgraph(thread(), namespace, NodeEdit.of(StateUpdate.empty())))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining(namespace);
  }
}
