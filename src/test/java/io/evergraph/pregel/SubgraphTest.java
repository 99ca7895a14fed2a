package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Match;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubgraphTest {
  private static final Channel<String> SECRET = Channel.of("secret", String.class);

  @Test
  void shouldReceiveTheChildsWritesWhenTheChildEnds() {
    Graph parent = around(twoSteps().build());

    EngineDriver thread = EngineDriver.of(parent).input(StateUpdate.of(LOG, "input"));

    assertThatThread(thread)
        .isFinished()
        .hasRun("before", "x", "y", "after")
        .holds(LOG, List.of("input", "before", "x", "y", "after"));
  }

  @Test
  void shouldSeeTheParentsValuesAndItsOwnWritesWhenTheChildRuns() {
    List<List<String>> seen = new ArrayList<>();
    NodeAction looks =
        context -> {
          seen.add(context.state().get(LOG));
          return Command.update(LOG, context.node());
        };
    Graph child = graph().node("x", looks).node("y", looks).edge(START, "x").edge("x", "y").build();

    EngineDriver.of(around(child)).input(NOTHING);

    assertThat(seen).containsExactly(List.of("before"), List.of("before", "x"));
  }

  @Test
  void shouldShareOnlyChannelsThatBothDeclare() {
    Graph child =
        graph()
            .channels(SECRET)
            .node("x", context -> Command.update(SECRET, "hidden"))
            .node("y", context -> Command.update(LOG, context.state().get(SECRET)))
            .edge(START, "x")
            .edge("x", "y")
            .build();

    EngineDriver thread = EngineDriver.of(around(child)).input(NOTHING);

    assertThatThread(thread)
        .isFinished()
        .holds(LOG, List.of("before", "hidden", "after"))
        .holdsNothingIn(SECRET);
  }

  @Test
  void shouldShareEveryNameWhenBothAreOpen() {
    Graph child =
        Graph.builder("child")
            .openState()
            .node("x", context -> Command.update(twice(context.state().value("free"))))
            .edge(START, "x")
            .build();
    Graph parent =
        Graph.builder("parent").openState().subgraph("child", child).edge(START, "child").build();

    EngineDriver thread = EngineDriver.of(parent).input(StateUpdate.of(Map.of("free", "ab")));

    assertThat(thread.state().value("free")).isEqualTo("abab");
  }

  private static StateUpdate twice(Object text) {
    return StateUpdate.of(Map.of("free", "" + text + text));
  }

  @Test
  void shouldConflictWhenTwoChildrenWriteOnePlainChannel() {
    Graph child = graph().node("x", counts()).edge(START, "x").build();
    Graph parent =
        graph()
            .subgraph("left", child)
            .subgraph("right", child)
            .edge(START, "left")
            .edge(START, "right")
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    assertThatThread(thread).isParkedOn(ConflictingWriteException.class, "left", "right");
  }

  @Test
  void shouldCountAsOneWriterWhenAChildWritesAChannelOverAndOver() {
    Graph child =
        graph()
            .node("x", counts())
            .edge(START, "x")
            .route("x", state -> state.get(COUNT) < 4 ? "x" : Graph.END, "x", Graph.END)
            .build();

    EngineDriver thread = EngineDriver.of(around(child)).input(StateUpdate.of(COUNT, 1));

    assertThatThread(thread).isFinished().holds(COUNT, 4).hasRun("before", "x", "x", "x", "after");
  }

  @Test
  void shouldRunNestedTwoDeepWhenAChildHasAChild() {
    Graph inner = twoSteps().build();
    Graph middle =
        graph()
            .subgraph("inner", inner)
            .node("m", logs())
            .edge(START, "inner")
            .edge("inner", "m")
            .build();

    EngineDriver thread = EngineDriver.of(around(middle)).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("before", "x", "y", "m", "after"));
  }

  @ParameterizedTest
  @CsvSource({"deep,after", "END,"})
  void shouldAskTheRoutersWhenAConditionalEdgeLeavesASubgraph(String choice, String last) {
    Graph child =
        graph().node("x", context -> Command.update(CHOICE, choice)).edge(START, "x").build();
    Graph parent =
        graph()
            .subgraph("child", child)
            .node("after", logs())
            .edge(START, "child")
            .route("child", state -> state.get(CHOICE), Map.of("deep", "after", "END", Graph.END))
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    assertThatThread(thread).isFinished().holds(CHOICE, choice);
    assertThat(thread.started())
        .containsExactlyElementsOf(
            last == null ? List.of("x", "child") : List.of("x", "child", last));
  }

  @Test
  void shouldCountOneStepWhenRoutersLeaveASubgraph() {
    Graph parent =
        graph()
            .maxSteps(2)
            .subgraph("child", twoSteps().build())
            .node("after", logs())
            .edge(START, "child")
            .route("child", state -> "after", "after")
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x", "y", "after"));
  }

  @Test
  void shouldTakeTheFirstMatchWhenItLeavesASubgraph() {
    Graph child =
        graph().node("x", context -> Command.update(CHOICE, "yes")).edge(START, "x").build();
    Graph parent =
        graph()
            .subgraph("child", child)
            .node("after", logs())
            .edge(START, "child")
            .firstMatch("child", Match.when("choice", "yes", "after"))
            .build();

    assertThatThread(EngineDriver.of(parent).input(NOTHING)).isFinished().hasRun("x", "after");
  }

  @Test
  void shouldStartFromItsInputWhenASubgraphIsSent() {
    Graph child =
        graph()
            .node("x", context -> Command.update(LOG, "x" + context.state().get(COUNT)))
            .edge(START, "x")
            .build();
    Graph parent =
        graph()
            .openRoutes()
            .subgraph("child", child)
            .routes(
                START,
                context ->
                    List.of(
                        Route.send("child", StateUpdate.of(COUNT, 1)),
                        Route.send("child", StateUpdate.of(COUNT, 2))))
            .build();

    EngineDriver thread =
        EngineDriver.of(parent).completing(Completion.BACKWARDS).input(StateUpdate.of(LOG, "in"));

    assertThatThread(thread)
        .isFinished()
        .holds(LOG, List.of("in", "x1", "x2"))
        .holdsNothingIn(COUNT);
  }

  @Test
  void shouldAskAndGoOnInsideWhenANodeOfTheChildAsks() {
    Graph child = twoSteps().node("q", asks("sure?")).edge("y", "q").build();
    EngineDriver thread = EngineDriver.of(around(child)).input(NOTHING).restarted();
    assertThatThread(thread).waitsFor("q").holds(LOG, List.of("before"));
    assertThat(thread.question("q").namespace()).startsWith("child:");

    thread.answer(Answer.single("yes"));

    assertThatThread(thread)
        .isFinished()
        .hasRun("q", "after")
        .holds(LOG, List.of("before", "x", "y", "q=yes", "after"));
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8})
  void shouldListQuestionsInTheOrderOfSendsWhenSentSubgraphsAsk(int sends) {
    Graph child =
        graph()
            .node(
                "q",
                context ->
                    Command.update(
                        LOG, "" + context.interrupt(Question.of(context.state().get(COUNT)))))
            .edge(START, "q")
            .build();
    List<Route> routes =
        IntStream.range(0, sends)
            .mapToObj(number -> Route.send("child", StateUpdate.of(COUNT, number)))
            .toList();
    Graph parent =
        graph().openRoutes().subgraph("child", child).routes(START, context -> routes).build();

    EngineDriver thread = EngineDriver.of(parent).completing(Completion.BACKWARDS).input(NOTHING);

    assertThat(thread.questions())
        .extracting(Interrupt::value)
        .isEqualTo(IntStream.range(0, sends).boxed().toList());
  }

  @Test
  void shouldParkAndRetryInsideWhenANodeOfTheChildFails() {
    AtomicBoolean repaired = new AtomicBoolean();
    Graph child = twoSteps().node("f", failsUntil(repaired)).edge("y", "f").build();
    EngineDriver thread = EngineDriver.of(around(child)).input(NOTHING);
    assertThatThread(thread).isParkedAt("f");
    repaired.set(true);

    thread.answer(Answer.retry());

    assertThatThread(thread).isFinished().holds(LOG, List.of("before", "x", "y", "f", "after"));
  }

  @Test
  void shouldParkTheWritersWhenTheChildsStepCannotBeApplied() {
    Graph child =
        graph().node("x", counts()).node("y", counts()).edge(START, "x").edge(START, "y").build();

    EngineDriver thread = EngineDriver.of(around(child)).input(NOTHING);

    assertThatThread(thread).isParkedOn(ConflictingWriteException.class, "x", "y");
  }

  @Test
  void shouldDropItsFramesWhenANewInputComes() {
    Graph child = graph().node("q", asks("sure?")).edge(START, "q").build();
    EngineDriver thread = EngineDriver.of(around(child)).input(NOTHING).input(NOTHING);

    assertThatThread(thread).waitsFor("q");
    assertThat(thread.checkpoint().frames().byNamespace()).hasSize(2);
  }

  @Test
  void shouldLeaveNoFramesWhenAllHaveEnded() {
    EngineDriver thread = EngineDriver.of(around(twoSteps().build())).input(NOTHING);

    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys(Frame.ROOT);
  }

  @Test
  void shouldStartAnewEachTimeWhenASubgraphRunsInALoop() {
    Graph child =
        graph()
            .channels(SECRET)
            .node("x", context -> Command.update(LOG, "" + context.state().find(SECRET)))
            .node("y", context -> Command.update(SECRET, "kept?"))
            .edge(START, "x")
            .edge("x", "y")
            .build();
    Graph parent =
        graph()
            .subgraph("child", child)
            .node("tally", counts())
            .edge(START, "child")
            .edge("child", "tally")
            .route("tally", state -> state.get(COUNT) < 2 ? "child" : Graph.END, "child", Graph.END)
            .build();

    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

    assertThatThread(thread).holds(LOG, List.of("Optional.empty", "Optional.empty"));
  }

  private static GraphBuilder twoSteps() {
    return graph().node("x", logs()).node("y", logs()).edge(START, "x").edge("x", "y");
  }

  private static Graph around(Graph child) {
    return graph()
        .node("before", logs())
        .subgraph("child", child)
        .node("after", logs())
        .edge(START, "before")
        .edge("before", "child")
        .edge("child", "after")
        .build();
  }
}
