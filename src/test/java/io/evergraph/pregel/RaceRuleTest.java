package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.JoinFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.JoinEdge;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RaceRuleTest {
  private Graph racing(JoinRule rule, AtomicBoolean left, AtomicBoolean right) {
    return graph()
        .node("left", failsUntil(left))
        .node("right", failsUntil(right))
        .node("end", logs())
        .edge(START, "left")
        .edge(START, "right")
        .join(List.of("left", "right"), "end", rule)
        .build();
  }

  @Test
  void shouldNameTheJoinAndTheFirstFailureWhenTooFewAreLeft() {
    EngineDriver thread =
        EngineDriver.of(racing(JoinRule.any(), new AtomicBoolean(), new AtomicBoolean()))
            .with(RunSettings.of(9, OnFailure.FAIL))
            .input(NOTHING);

    assertThatThread(thread).failedWith(JoinFailedException.class, "left", "right");
    assertThat(((Next.Failed) thread.next()).error())
        .hasMessageContaining("end")
        .hasMessageContaining("java.lang.IllegalStateException: broken");
  }

  @Test
  void shouldGoOnWhenOneOfTheFailedBranchesIsRetried() {
    AtomicBoolean left = new AtomicBoolean();
    EngineDriver thread =
        EngineDriver.of(racing(JoinRule.any(), left, new AtomicBoolean())).input(NOTHING);
    assertThatThread(thread).isParkedAt("left", "right");
    String id = ((Next.Parked) thread.next()).failures().get(0).task().id();
    left.set(true);

    thread.answer(Answer.retry(id));

    assertThatThread(thread).isFinished().holds(LOG, List.of("left", "end"));
  }

  @Test
  void shouldTakeAHandledBranchForTheLastResortOfAFirstSuccess() {
    Graph graph =
        graph()
            .node("left", failsUntil(new AtomicBoolean()))
            .node("right", logs())
            .node("mend", logs())
            .node("end", logs())
            .onError("mend")
            .edge(START, "left")
            .edge(START, "right")
            .join(List.of("left", "right"), "end", JoinRule.firstSuccess())
            .build();
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING).finish("left").finish("mend");

    assertThatThread(thread).runs("right");
    assertThatThread(thread.run()).isFinished().hasRun("left", "mend", "right", "end");
  }

  @Test
  void shouldGoOnWithHandledBranchesOnlyWhenAllHaveFailed() {
    Graph graph =
        graph()
            .node("left", failsUntil(new AtomicBoolean()))
            .node("right", failsUntil(new AtomicBoolean()))
            .node("mend", logs())
            .node("end", logs())
            .onError("mend")
            .edge(START, "left")
            .edge(START, "right")
            .join(List.of("left", "right"), "end", JoinRule.firstSuccess())
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("mend", "mend", "end"));
  }

  @Test
  void shouldKnowTheBranchesThatOnlyLeadToTheJoin() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("a2", logs())
            .node("b", logs())
            .node("side", logs())
            .node("both", logs())
            .node("end", logs())
            .edge(START, "a")
            .edge("a", "a2")
            .edge(START, "both")
            .edge("both", "b")
            .edge("both", "side")
            .join(List.of("a2", "b"), "end", JoinRule.any())
            .edge("end", END)
            .build();
    Reachability paths = new Reachability(graph.spec());
    JoinEdge join =
        (JoinEdge)
            graph.spec().edges().stream()
                .filter(JoinEdge.class::isInstance)
                .findFirst()
                .orElseThrow();

    assertThat(paths.branchesOf(join)).isEqualTo(Set.of("a", "a2", "b"));
    assertThat(paths.reachable(List.of("a"), "end")).isEqualTo(Set.of("a", "a2"));
    assertThat(paths.reachable(List.of("both"), "end")).isEqualTo(Set.of("both", "b", "side"));
    assertThat(paths.reachable(List.of("end", "a2"), "end")).isEqualTo(Set.of("a2"));
    assertThat(paths.reachable(List.of("a"), "other")).isEqualTo(Set.of("a", "a2", "end"));
  }

  @Test
  void shouldReachEverythingFromARouterThatMayLeadAnywhere() {
    Graph graph =
        graph()
            .node("a", logs())
            .node("b", logs())
            .node("c", logs())
            .openRoutes()
            .edge(START, "a")
            .edge(START, "b")
            .routes("a", context -> List.of(), Map.of())
            .build();
    Reachability paths = new Reachability(graph.spec());

    assertThat(paths.reachable(List.of("a"), "c")).isEqualTo(Set.of("a", "b"));
    assertThat(paths.reachable(List.of("b"), "c")).isEqualTo(Set.of("b"));
  }

  @Test
  void shouldRememberWhatArrivedFailedOrIsLate() {
    PendingJoins.JoinMark late = PendingJoins.JoinMark.late(Set.of("c"));
    PendingJoins.Arrivals news = PendingJoins.Arrivals.none();
    news.counted().addAll(List.of("a", "c"));
    news.failed().add("b");
    news.handled().add("d");

    PendingJoins.JoinMark mark = late.after(news);

    assertThat(mark.arrived()).containsExactly("a");
    assertThat(mark.failed()).containsExactly("b");
    assertThat(mark.handled()).containsExactly("d");
    assertThat(mark.late()).isEmpty();
    assertThat(PendingJoins.JoinMark.late(Set.of("c", "d")).expecting(Set.of("d")).late())
        .containsExactly("d");
    assertThat(PendingJoins.JoinMark.NONE.isEmpty()).isTrue();
    assertThat(late.isEmpty()).isFalse();
    assertThat(mark.after(PendingJoins.Arrivals.none())).isEqualTo(mark);
    assertThat(
            new PendingJoins.JoinMark(mark.arrived(), mark.failed(), mark.late(), null).handled())
        .isEmpty();
  }

  private static Graph withADeferredBranch(NodeAction left) {
    return graph()
        .node("left", left)
        .node("late", logs())
        .node("right", logs())
        .node("right2", logs())
        .node("end", logs())
        .ends("left", "late")
        .defer("late")
        .edge(START, "left")
        .edge(START, "right")
        .edge("right", "right2")
        .join(List.of("late", "right2"), "end", JoinRule.any())
        .build();
  }

  @Test
  void shouldForgetADeferredBranchWhenAnotherHasWon() {
    NodeAction left = context -> Command.update(LOG, "left").thenGoTo("late");

    EngineDriver thread = EngineDriver.of(withADeferredBranch(left)).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("left", "right", "right2", "end");
  }

  @Test
  void shouldForgetWhatWasSentToADeferredBranchWhenAnotherHasWon() {
    NodeAction left = context -> Command.none().then(List.of(Route.send("late", NOTHING)));

    EngineDriver thread = EngineDriver.of(withADeferredBranch(left)).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("left", "right", "right2", "end");
  }
}
