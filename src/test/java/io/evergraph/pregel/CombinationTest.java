package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.SubgraphBusyException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.graph.Router;
import io.evergraph.graph.Steering;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rules of the engine that meet. */
final class CombinationTest {
  private static final Instant MUCH_LATER = Instant.EPOCH.plus(Duration.ofDays(365));
  private static final Question<Object> SHORT =
      Question.of("?").expiresAfter(Duration.ofMinutes(1));

  private static NodeAction asksTwice() {
    return context -> {
      Object first = null;
      try {
        first = context.interrupt("one", SHORT);
      } finally {
        Object second = context.interrupt("two", SHORT);
        context.usage("answers", first == second ? 1 : 2);
      }
      return Command.none();
    };
  }

  private static NodeAction asksShortly() {
    return context -> Command.update(LOG, context.node() + "=" + context.interrupt(SHORT));
  }

  private static NodeAction fails() {
    return context -> {
      throw new IllegalStateException(context.node() + " is broken");
    };
  }

  @Test
  void shouldHandTheTaskToItsHandlerOnceWhenTwoOfItsQuestionsExpire() {
    Graph graph =
        graph()
            .node("ask", asksTwice())
            .node("mend", logs())
            .onError("ask", "mend")
            .edge(START, "ask")
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    assertThat(thread.questions()).hasSize(2);

    thread.accept(new Input.Expiry(MUCH_LATER));

    assertThat(thread.ready()).extracting(Task::node).containsExactly("mend");
    assertThat(thread.events())
        .filteredOn(RecoveryEvent.HandlerPlanned.class::isInstance)
        .hasSize(1);
    assertThat(thread.events()).filteredOn(RunEvent.TaskFailed.class::isInstance).hasSize(1);
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("mend"));
  }

  @Test
  void shouldFailTheTaskOnceWhenTwoOfItsQuestionsExpire() {
    Graph graph = graph().node("ask", asksTwice()).edge(START, "ask").build();

    EngineDriver thread =
        EngineDriver.of(graph).input(NOTHING).accept(new Input.Expiry(MUCH_LATER));

    assertThat(thread.events())
        .filteredOn(InterruptEvent.InterruptExpired.class::isInstance)
        .hasSize(2);
    assertThat(thread.events()).filteredOn(RunEvent.TaskFailed.class::isInstance).hasSize(1);
    assertThat(thread.next()).isInstanceOf(Next.Parked.class);
  }

  @Test
  void shouldHandASubgraphToItsHandlerOnceWhenTwoQuestionsInItExpire() {
    Graph child =
        graph()
            .node("a", asksShortly())
            .node("b", asksShortly())
            .edge(START, "a")
            .edge(START, "b")
            .build();
    Graph graph =
        graph()
            .subgraph("child", child)
            .node("mend", logs())
            .onError("child", "mend")
            .edge(START, "child")
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    thread.accept(new Input.Expiry(MUCH_LATER));

    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("mend"));
  }

  @Test
  void shouldLetTheFirstExpiredGotoWinARaceOfSubgraphs() {
    Question<Object> elsewhere =
        Question.of("?").expiresAfter(Duration.ofMinutes(1)).otherwise("late");
    Graph child =
        graph()
            .node("a", context -> Command.update(LOG, context.interrupt(elsewhere) + "!"))
            .edge(START, "a")
            .build();
    Graph graph =
        graph()
            .subgraph("left", child)
            .subgraph("right", child)
            .node("end", logs())
            .edge(START, "left")
            .edge(START, "right")
            .join(List.of("left", "right"), "end", JoinRule.any())
            .build();
    EngineDriver thread = EngineDriver.of(graph).completing(Completion.FORWARDS).input(NOTHING);

    thread.accept(new Input.Expiry(MUCH_LATER)).run();

    assertThatThread(thread).isFinished().holds(LOG, List.of("late!", "end"));
  }

  @Test
  void shouldBeginARunWhenAQuestionExpiresBesideASubgraphThatIsOutOfSteps() {
    Graph loop = graph().node("spin", counts()).edge(START, "spin").edge("spin", "spin").build();
    Graph graph =
        graph()
            .node(
                "ask",
                context ->
                    Command.update(
                        LOG,
                        ""
                            + context.interrupt(
                                Question.of("?")
                                    .expiresAfter(Duration.ofMinutes(1))
                                    .otherwise("late"))))
            .subgraph("loop", loop)
            .edge(START, "ask")
            .edge(START, "loop")
            .build();
    EngineDriver thread =
        EngineDriver.of(graph).with(RunSettings.of(3, OnFailure.PARK)).input(NOTHING);
    assertThat(thread.next()).isInstanceOf(Next.OutOfSteps.class);

    thread.accept(new Input.Expiry(MUCH_LATER));

    assertThat(thread.events().stream().filter(RunEvent.RunStarted.class::isInstance)).hasSize(2);
    assertThat(thread.ready()).extracting(Task::node).contains("ask");
  }

  @Test
  void shouldEndTheFirstOfTwoSubgraphsThatKeepTheirStateAndFinishARaceTogether() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph graph =
        graph()
            .subgraph("left", child, Embedding.perThread())
            .subgraph("right", child, Embedding.perThread())
            .node("end", logs())
            .edge(START, "left")
            .edge(START, "right")
            .join(List.of("left", "right"), "end", JoinRule.any())
            .build();

    EngineDriver thread = EngineDriver.of(graph).completing(Completion.TOGETHER).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("x", "end"));
    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys("", "left", "right");
  }

  @Test
  void shouldNotGoToASubgraphThatKeepsItsStateWhileItIsInUse() {
    Graph child = graph().node("x", asks("go?")).edge(START, "x").build();
    Graph graph =
        graph().subgraph("child", child, Embedding.perThread()).edge(START, "child").build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    Checkpoint before = thread.checkpoint();

    assertThatThrownBy(
            () ->
                thread.accept(
                    new Input.Answers(
                        "again", List.of(Answer.single("yes")), Steering.goTo("child"))))
        .isInstanceOf(SubgraphBusyException.class);
    assertThat(thread.checkpoint()).isEqualTo(before);
    assertThatThread(thread.answer(Answer.single("yes"))).isFinished().holds(LOG, List.of("x=yes"));
  }

  @Test
  void shouldHoldATaskThatIsAnsweredDuringAPauseAlthoughItMightFinish() {
    Graph graph =
        graph()
            .node("ask", asks("go?"))
            .node("slow", logs())
            .edge(START, "ask")
            .edge(START, "slow")
            .build();
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING);
    thread.pause(PauseMode.LET_TASKS_FINISH).finish("ask");

    thread.accept(new Input.Answers("joins", List.of(Answer.single("yes"))));

    assertThat(thread.ready()).extracting(Task::node).containsExactly("slow");
    assertThat(thread.run().next())
        .isInstanceOfSatisfying(
            Next.Halted.class, halted -> assertThat(halted.reason()).isEqualTo(new Halt.Paused()));
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("ask=yes", "slow"));
  }

  @Test
  void shouldHoldATaskWhoseQuestionExpiresDuringAPause() {
    Graph graph =
        graph()
            .node(
                "ask",
                context ->
                    Command.update(
                        LOG,
                        ""
                            + context.interrupt(
                                Question.of("?")
                                    .expiresAfter(Duration.ofMinutes(1))
                                    .otherwise("late"))))
            .edge(START, "ask")
            .build();
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING);
    thread.pause(PauseMode.LET_TASKS_FINISH).finish("ask");

    thread.accept(new Input.Expiry(MUCH_LATER));

    assertThat(thread.ready()).isEmpty();
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("late"));
  }

  @Test
  void shouldTellTheGraphAroundWhatTheFirstRouterOfASubgraphWrites() {
    Graph child =
        graph()
            .node("x", logs())
            .routes(
                START,
                Router.commanding(context -> Command.update(LOG, "router").thenGoTo("x")),
                "x")
            .build();
    Graph graph = graph().subgraph("child", child).edge(START, "child").build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("router", "x"));
  }

  @Test
  void shouldNotFailFastWhileAnotherBranchOfTheRaceCanWin() {
    Graph child = graph().node("x", fails()).edge(START, "x").build();
    Graph graph =
        graph()
            .subgraph("left", child)
            .node("right", logs())
            .node("end", logs())
            .failFast()
            .edge(START, "left")
            .edge(START, "right")
            .join(List.of("left", "right"), "end", JoinRule.firstSuccess())
            .build();
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING).finish("x");

    assertThat(thread.ready()).extracting(Task::node).containsExactly("right");
    assertThat(thread.pregel().isRunning(thread.checkpoint())).isTrue();
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("right", "end"));
  }

  @Test
  void shouldSayWhichTasksARaceDropsThatASkippedBranchWins() {
    Graph graph =
        graph()
            .node("a", fails())
            .node("b", fails())
            .node("c", asks("go?"))
            .node("end", logs())
            .edge(START, "a")
            .edge(START, "b")
            .edge(START, "c")
            .join(List.of("a", "b", "c"), "end", JoinRule.atLeast(2))
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    Next.Parked parked = (Next.Parked) thread.next();
    String a = parked.failures().get(0).task().id();
    String b = parked.failures().get(1).task().id();

    thread.answer(Answer.skip(a, NOTHING), Answer.skip(b, NOTHING));

    assertThat(thread.events())
        .filteredOn(RecoveryEvent.TaskDropped.class::isInstance)
        .extracting(event -> ((RecoveryEvent.TaskDropped) event).node())
        .containsExactly("c");
    assertThatThread(thread).isFinished();
  }
}
