package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.JoinFailedException;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Joins that do not need all of their sources. */
final class RaceTest {
  private static final List<String> THREE = List.of("a", "b", "c");

  @Test
  void shouldGoOnWithTheFirstAndDropTheOthers() {
    EngineDriver thread = EngineDriver.of(race(JoinRule.any())).begin(NOTHING).finish("b");

    assertThat(thread.ready()).extracting(Task::node).containsExactly("end");
    assertThat(thread.run().state().get(LOG)).containsExactly("b", "end");
    assertThat(dropped(thread)).containsExactly("a", "c");
  }

  @Test
  void shouldDropTheWritesOfAResultThatComesTooLate() {
    EngineDriver thread = EngineDriver.of(race(JoinRule.any())).begin(NOTHING);

    thread.finish("c", "a").run();

    assertThat(thread.state().get(LOG)).hasSize(2).endsWith("end");
    assertThat(thread.events().stream().filter(RunEvent.TaskFinished.class::isInstance)).hasSize(2);
  }

  @Test
  void shouldWaitForAsManyAsItNeeds() {
    EngineDriver thread = EngineDriver.of(race(JoinRule.atLeast(2))).begin(NOTHING).finish("c");
    assertThat(thread.ready()).extracting(Task::node).containsExactly("a", "b");

    thread.finish("a").run();

    assertThat(thread.state().get(LOG)).containsExactly("a", "c", "end");
    assertThat(dropped(thread)).containsExactly("b");
  }

  @Test
  void shouldIgnoreFailedBranchesWhileOneCanStillSucceed() {
    Graph graph =
        graph()
            .node("a", fails())
            .node("b", asks("go?"))
            .node("end", logs())
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "end", JoinRule.firstSuccess())
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    assertThat(thread.next()).isInstanceOf(Next.Waiting.class);

    thread.answer(Answer.single("yes"));

    assertThatThread(thread).isFinished();
    assertThat(thread.state().get(LOG)).containsExactly("b=yes", "end");
  }

  @Test
  void shouldCountTheBranchesWhenAllHaveFailed() {
    Graph graph =
        graph()
            .node("a", fails())
            .node("b", fails())
            .node("end", logs())
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "end", JoinRule.any())
            .build();

    EngineDriver thread = EngineDriver.of(graph).completing(Completion.FORWARDS).input(NOTHING);

    Next.Parked parked = (Next.Parked) thread.next();
    assertThat(parked.failures()).hasSize(2);
    JoinFailedException error = (JoinFailedException) parked.failures().get(0).error();
    assertThat(error.failed()).containsExactly("a", "b");
    assertThat(error).hasMessageContaining("1 of 2 branches").hasMessageContaining("a is broken");
  }

  @Test
  void shouldLetALongerBranchWinWhenTheShortOneFails() {
    Graph graph =
        graph()
            .node("a", fails())
            .node("b", logs())
            .node("b2", logs())
            .node("end", logs())
            .edge(START, "a")
            .edge(START, "b")
            .edge("b", "b2")
            .join(List.of("a", "b2"), "end", JoinRule.any())
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished();
    assertThat(thread.state().get(LOG)).containsExactly("b", "b2", "end");
  }

  @Test
  void shouldRefuseToEndInSilenceWhenOneBranchFailedAndTheOtherWentElsewhere() {
    Graph graph =
        graph()
            .node("a", fails())
            .node("b", logs())
            .node("b2", logs())
            .node("end", logs())
            .edge(START, "a")
            .edge(START, "b")
            .route("b", state -> END, "b2", END)
            .join(List.of("a", "b2"), "end", JoinRule.any())
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThat(thread.next())
        .isInstanceOfSatisfying(
            Next.Parked.class,
            parked ->
                assertThat(parked.failures().get(0).error())
                    .isInstanceOf(JoinFailedException.class));
  }

  @Test
  void shouldCancelTheWholeBranchThatOnlyLeadsToTheJoin() {
    EngineDriver thread = EngineDriver.of(lanes().build()).begin(NOTHING).finish("short").run();

    assertThat(thread.state().get(LOG)).containsExactly("short", "end");
    assertThat(dropped(thread)).containsExactly("long1");
  }

  @Test
  void shouldNotStartTheRestOfABranchThatHasLost() {
    EngineDriver thread = EngineDriver.of(lanes().build()).begin(NOTHING).finish("long1");

    thread.finish("short").run();

    assertThat(thread.state().get(LOG)).containsExactly("long1", "short", "end");
  }

  @Test
  void shouldLetABranchThatAlsoLeadsElsewhereGoOnWithoutFiringAgain() {
    Graph graph = lanes().node("audit", logs()).edge("long1", "audit").build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("long1", "short", "audit", "end", "long2");
  }

  @Test
  void shouldRaceAgainInEveryRoundOfALoop() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("b", logs())
            .node("tally", counts())
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "tally", JoinRule.any())
            .routes(
                "tally",
                context ->
                    context.state().get(COUNT) < 3
                        ? List.of(Route.to("a"), Route.to("b"))
                        : List.of(),
                "a",
                "b")
            .build();

    EngineDriver thread = EngineDriver.of(graph).completing(Completion.BACKWARDS).input(NOTHING);

    assertThatThread(thread)
        .isFinished()
        .holds(COUNT, 3)
        .hasRun("b", "tally", "b", "tally", "b", "tally");
  }

  @Test
  void shouldRememberArrivalsOverSeveralStepsAndARestart() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("b1", logs())
            .node("b", logs())
            .node("c1", asks("when?"))
            .node("c", logs())
            .node("x", logs())
            .node("end", logs())
            .edge(START, "a")
            .edge(START, "b1")
            .edge("b1", "b")
            .edge("b", "x")
            .edge("x", "c1")
            .edge("c1", "c")
            .join(THREE, "end", JoinRule.atLeast(2))
            .build();
    EngineDriver before = EngineDriver.of(graph).begin(NOTHING).finish("a", "b1");

    EngineDriver after = before.restarted().run();

    assertThat(after.state().get(LOG)).containsExactly("a", "b1", "b", "end");
  }

  @Test
  void shouldCloseTheQuestionsAndSubgraphsOfTheLosers() {
    Graph inner = graph().node("deep", asks("deep?")).edge(START, "deep").build();
    Graph graph =
        graph()
            .node("a", asks("a?"))
            .node("b", asks("b?"))
            .subgraph("c", inner)
            .node("end", logs())
            .edge(START, "a")
            .edge(START, "b")
            .edge(START, "c")
            .join(THREE, "end", JoinRule.any())
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    assertThat(thread.questions()).hasSize(3);

    thread.answer(Answer.to(thread.question("b").id(), "me"));

    assertThatThread(thread).isFinished();
    assertThat(thread.questions()).isEmpty();
    assertThat(thread.checkpoint().frames().values()).hasSize(1);
    assertThat(thread.state().get(LOG)).containsExactly("b=me", "end");
  }

  private static List<String> dropped(EngineDriver thread) {
    return thread.events().stream()
        .filter(RecoveryEvent.TaskDropped.class::isInstance)
        .map(event -> ((RecoveryEvent.TaskDropped) event).node())
        .toList();
  }

  private static NodeAction fails() {
    return context -> {
      throw new IllegalStateException(context.node() + " is broken");
    };
  }

  private static Graph race(JoinRule rule) {
    GraphBuilder builder = graph().node("end", logs()).join(THREE, "end", rule);
    THREE.forEach(name -> builder.node(name, logs()).edge(START, name));
    return builder.build();
  }

  private static GraphBuilder lanes() {
    return graph()
        .node("short", logs())
        .node("long1", logs())
        .node("long2", logs())
        .node("end", logs())
        .edge(START, "short")
        .edge(START, "long1")
        .edge("long1", "long2")
        .join(List.of("short", "long2"), "end", JoinRule.any());
  }
}
