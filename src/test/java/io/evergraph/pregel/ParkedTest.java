package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ParkedTest {
  private final AtomicBoolean repaired = new AtomicBoolean();

  private GraphBuilder broken() {
    return graph()
        .node("a", failsUntil(repaired))
        .node("b", logs())
        .edge(START, "a")
        .edge("a", "b");
  }

  private EngineDriver parked(Graph graph) {
    return EngineDriver.of(graph).input(NOTHING);
  }

  @Test
  void shouldGoOnBehindATaskThatIsSkipped() {
    EngineDriver thread = parked(broken().build());

    thread.answer(Answer.skip(StateUpdate.of(LOG, "skipped")));

    assertThatThread(thread).isFinished().hasRun("a", "b").holds(LOG, List.of("skipped", "b"));
  }

  @Test
  void shouldAskTheRoutersOfATaskThatIsSkipped() {
    Graph routed =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", logs())
            .node("c", logs())
            .edge(START, "a")
            .route("a", state -> state.get(CHOICE), "b", "c")
            .build();

    EngineDriver thread = parked(routed).answer(Answer.skip(StateUpdate.of(CHOICE, "c")));

    assertThatThread(thread).isFinished().hasRun("a", "a", "c").holds(CHOICE, "c");
  }

  @Test
  void shouldReadOtherValuesWhenATaskIsEdited() {
    Graph reading =
        graph()
            .node("a", context -> Command.update(LOG, "a" + 10 / context.state().get(COUNT)))
            .edge(START, "a")
            .build();
    EngineDriver thread = EngineDriver.of(reading).input(StateUpdate.of(COUNT, 0));
    assertThatThread(thread).isParkedAt("a");

    thread.answer(Answer.edit(StateUpdate.of(COUNT, 5)));

    assertThatThread(thread).isFinished().holds(LOG, List.of("a2")).holds(COUNT, 0);
  }

  @Test
  void shouldReadTheLatestValuesWhenATaskIsEditedTwice() {
    Graph reading =
        graph()
            .node(
                "a",
                context ->
                    Command.update(
                        LOG, context.state().get(CHOICE) + 10 / context.state().get(COUNT)))
            .edge(START, "a")
            .build();
    EngineDriver thread = EngineDriver.of(reading).input(StateUpdate.of(COUNT, 0));

    thread.answer(Answer.edit(StateUpdate.of(CHOICE, "x")));
    assertThatThread(thread).isParkedAt("a");
    thread.answer(Answer.edit(StateUpdate.of(COUNT, 5)));

    assertThatThread(thread).isFinished().holds(LOG, List.of("x2"));
  }

  @Test
  void shouldChangeWhatASentTaskWasSent() {
    Graph sending =
        graph()
            .node(
                "a",
                context ->
                    Command.none()
                        .then(
                            List.of(
                                Route.send("b", StateUpdate.of(COUNT, 0).with(CHOICE, "sent")))))
            .node(
                "b",
                context ->
                    Command.update(
                        LOG, context.state().get(CHOICE) + 10 / context.state().get(COUNT)))
            .edge(START, "a")
            .ends("a", "b")
            .build();
    EngineDriver thread = parked(sending);
    assertThatThread(thread).isParkedAt("b");

    thread.answer(Answer.edit(StateUpdate.of(COUNT, 5)));

    assertThatThread(thread).isFinished().holds(LOG, List.of("sent2"));
  }

  @Test
  void shouldChangeWhatAHandlerReads() {
    Graph handled =
        broken()
            .node("mend", context -> Command.update(LOG, "m" + 10 / context.state().get(COUNT)))
            .onError("mend")
            .build();
    EngineDriver thread = EngineDriver.of(handled).input(StateUpdate.of(COUNT, 0));
    assertThatThread(thread).isParkedAt("mend");

    thread.answer(Answer.edit(StateUpdate.of(COUNT, 5)));

    assertThatThread(thread).isFinished().holds(LOG, List.of("m2", "b"));
  }

  @Test
  void shouldRefuseAChannelThatIsNotThere() {
    EngineDriver thread = parked(broken().build());
    Checkpoint before = thread.checkpoint();

    assertThatThrownBy(() -> thread.answer(Answer.skip(StateUpdate.of(Map.of("gone", 1)))))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("a skip");
    assertThatThrownBy(() -> thread.answer(Answer.edit(StateUpdate.of(Map.of("gone", 1)))))
        .isInstanceOf(UnknownChannelException.class)
        .hasMessageContaining("an edit");
    assertThat(thread.checkpoint()).isEqualTo(before);
  }

  @Test
  void shouldWantTheIdWhenSeveralTasksHaveFailed() {
    Graph two =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", failsUntil(repaired))
            .edge(START, "a")
            .edge(START, "b")
            .build();
    EngineDriver thread = parked(two);
    String a = ((Next.Parked) thread.next()).failures().get(0).task().id();

    assertThatThrownBy(() -> thread.answer(Answer.skip(NOTHING)))
        .isInstanceOf(NothingToResumeException.class)
        .hasMessageContainingAll("a skip", "'" + a + "' (node 'a')", "(node 'b')");
    thread.answer(Answer.skip(a, NOTHING));

    assertThatThread(thread).isParkedAt("b");
  }

  @Test
  void shouldNameTheTaskAndItsErrorWhenTheRunFails() {
    EngineDriver thread =
        EngineDriver.of(broken().build()).with(RunSettings.of(9, OnFailure.FAIL)).input(NOTHING);

    assertThatThread(thread).failedWith(TaskFailedException.class, "a");
    assertThat(((Next.Failed) thread.next()).error())
        .hasMessageContaining("'a'")
        .hasMessageContaining("broken");
  }

  @Test
  void shouldNotWaitForSiblingsWhenTheGraphFailsFast() {
    Graph fast =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", logs())
            .edge(START, "a")
            .edge(START, "b")
            .failFast()
            .build();
    EngineDriver thread = EngineDriver.of(fast).begin(NOTHING).finish("a");

    assertThatThread(thread).isParkedAt("a");
    assertThat(thread.pregel().isRunning(thread.checkpoint())).isFalse();
    repaired.set(true);
    assertThatThread(thread.answer(Answer.retry())).isFinished().holds(LOG, List.of("a", "b"));
  }

  /** Two nodes of a subgraph, one of which fails, beside a node of the graph around. */
  private GraphBuilder around(GraphBuilder inner) {
    Graph two =
        inner
            .node("a", failsUntil(repaired))
            .node("b", logs())
            .edge(START, "a")
            .edge(START, "b")
            .build();
    return graph().subgraph("inner", two).node("c", logs()).edge(START, "inner").edge(START, "c");
  }

  @Test
  void shouldCancelSiblingsInASubgraphThatFailsFastAndNoOthers() {
    EngineDriver thread =
        EngineDriver.of(around(graph().failFast()).build()).begin(NOTHING).finish("a");

    assertThatThread(thread).runs("c");
    assertThat(thread.pregel().isRunning(thread.checkpoint())).isTrue();
    thread.finish("c");

    assertThatThread(thread).isParkedAt("a");
    assertThat(thread.pregel().isRunning(thread.checkpoint())).isFalse();
    repaired.set(true);
    assertThatThread(thread.answer(Answer.retry())).isFinished().holds(LOG, List.of("c", "a", "b"));
  }

  @Test
  void shouldCancelAllThatRunsWhereTheGraphAroundAFailureFailsFast() {
    EngineDriver thread =
        EngineDriver.of(around(graph()).failFast().build()).begin(NOTHING).finish("a");

    assertThatThread(thread).isParkedAt("a");
  }

  @Test
  void shouldRunOnBesideAFailureUnlessTheGraphFailsFast() {
    Graph patient =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", logs())
            .edge(START, "a")
            .edge(START, "b")
            .build();
    EngineDriver thread = EngineDriver.of(patient).begin(NOTHING).finish("a");

    assertThatThread(thread).runs("b");
    assertThat(thread.pregel().isRunning(thread.checkpoint())).isTrue();
  }

  @Test
  void shouldRetryOnlyTheTaskThatIsNamed() {
    Graph two =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", failsUntil(repaired))
            .edge(START, "a")
            .edge(START, "b")
            .build();
    EngineDriver thread = parked(two);
    String b = ((Next.Parked) thread.next()).failures().get(1).task().id();
    repaired.set(true);

    thread.answer(Answer.retry(b));

    assertThatThread(thread).isParkedAt("a").hasRun("a", "b", "b");
  }

  @Nested
  class BehindAnAnswer {
    /** Asks, fails with the answer until it is repaired, and goes to b by an edge or a router. */
    private GraphBuilder asking() {
      return graph()
          .node(
              "a",
              context -> {
                Object answer = context.interrupt(Question.of("sure?"));
                return failsUntil(repaired).run(context).and(StateUpdate.of(LOG, "a=" + answer));
              })
          .node("b", logs())
          .edge(START, "a");
    }

    private EngineDriver failed(GraphBuilder graph) {
      EngineDriver thread = parked(graph.build()).answer(Answer.single("yes"));
      assertThatThread(thread).isParkedAt("a");
      return thread;
    }

    private void assertThatTheQuestionIsTold(EngineDriver thread) {
      assertThatThread(thread).isFinished();
      assertThat(thread.history())
          .flatExtracting(commit -> commit.done().tasks())
          .flatExtracting(PlannedTask::questions)
          .extracting(Interrupt::value)
          .containsExactly("sure?");
    }

    @Test
    void shouldStillTellThePastQuestionAfterARetry() {
      EngineDriver thread = failed(asking().edge("a", "b"));
      repaired.set(true);

      assertThatTheQuestionIsTold(thread.restarted().answer(Answer.retry()));
    }

    @Test
    void shouldStillTellThePastQuestionOfATaskThatIsEdited() {
      EngineDriver thread = failed(asking().edge("a", "b"));
      repaired.set(true);

      assertThatTheQuestionIsTold(thread.answer(Answer.edit(StateUpdate.of(COUNT, 1))));
    }

    @Test
    void shouldStillTellThePastQuestionOfATaskThatIsSkipped() {
      assertThatTheQuestionIsTold(failed(asking().edge("a", "b")).answer(Answer.skip(NOTHING)));
      assertThatTheQuestionIsTold(
          failed(asking().route("a", state -> "b", "b")).answer(Answer.skip(NOTHING)));
    }
  }
}
