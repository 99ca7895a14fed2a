package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.OnFailure;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class InputTest {
  private static GraphBuilder one() {
    return graph().node("a", logs()).edge(START, "a");
  }

  @Nested
  class Values {
    @Test
    void shouldRefuseAChannelThatIsNotDeclared() {
      EngineDriver thread = EngineDriver.of(one().build());

      assertThatThrownBy(() -> thread.begin(StateUpdate.of(Map.of("gone", 1))))
          .isInstanceOf(UnknownChannelException.class)
          .hasMessageContaining("'gone'")
          .hasMessageContaining("the input");
    }

    @Test
    void shouldAcceptOnlyTheInputsOfTheGraph() {
      EngineDriver thread = EngineDriver.of(one().inputs(COUNT, LOG).build());

      assertThatThrownBy(() -> thread.begin(StateUpdate.of(CHOICE, "x")))
          .isInstanceOfSatisfying(
              UnknownChannelException.class,
              it -> {
                assertThat(it.known()).containsExactly("log", "count");
                assertThat(it.channel()).isEqualTo("choice");
              });
      assertThatThread(thread.input(StateUpdate.of(COUNT, 7))).isFinished().holds(COUNT, 7);
    }

    @Test
    void shouldRefuseAHiddenChannel() {
      EngineDriver thread = EngineDriver.of(one().hidden(CHOICE).build());

      assertThatThrownBy(() -> thread.begin(StateUpdate.of(CHOICE, "x")))
          .isInstanceOfSatisfying(
              UnknownChannelException.class,
              it -> assertThat(it.known()).containsExactly("log", "count"));
    }

    @Test
    void shouldRefuseABreakpointAtNoNode() {
      RunSettings settings =
          RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.before("gone"));

      assertThatThrownBy(() -> EngineDriver.of(one().build()).with(settings).begin(NOTHING))
          .isInstanceOf(UnknownNodeException.class)
          .hasMessageContaining("'gone'")
          .hasMessageContaining("'test'");
    }

    @Test
    void shouldBeTheFirstCheckpoint() {
      EngineDriver thread = EngineDriver.of(one().build()).begin(StateUpdate.of(COUNT, 1));

      Commit input = thread.commit(1);
      assertThat(input.source()).isEqualTo(Source.INPUT);
      assertThat(input.step()).isEqualTo(-1);
      assertThat(input.parent()).isZero();
      assertThat(input.endsStep()).isFalse();
      assertThat(input.next().isEntry()).isTrue();
      assertThat(thread.commit(2).endsStep()).isTrue();
      assertThat(thread.commit(2).contributions()).hasSize(1);
      assertThat(thread.checkpoint().lastSegment().map(Segment::runId)).contains("run-1");
    }

    @Test
    void shouldStartNothingAgainBeforeTheFirstRun() {
      EngineDriver thread = EngineDriver.of(one().build());

      assertThatThread(thread).isFinished();
      assertThat(thread.pregel().isRunning(thread.checkpoint())).isFalse();
      assertThat(thread.pregel().deadline(thread.checkpoint())).isEmpty();
      assertThatThrownBy(() -> thread.answer(Answer.retry()))
          .isInstanceOf(NothingToResumeException.class);
      assertThatThrownBy(() -> thread.answer(Answer.single(1)))
          .isInstanceOf(UnknownInterruptException.class);
    }

    @Test
    void shouldNameTheThreadAndTheActionWhenNothingCanBeResumed() {
      EngineDriver thread = EngineDriver.of(one().build()).input(NOTHING);

      assertThatThrownBy(() -> thread.answer(Answer.retry()))
          .hasMessageContaining("'thread'")
          .hasMessageContaining("a retry needs a failed task");
      assertThatThrownBy(() -> thread.answer(Answer.retry("task-7")))
          .hasMessageContaining("a retry of 'task-7' needs");
      assertThatThrownBy(() -> thread.answer(Answer.skip(NOTHING)))
          .hasMessageContaining("a skip needs a failed task, and none has failed");
      assertThatThrownBy(() -> thread.answer(Answer.edit("task-7", NOTHING)))
          .hasMessageContaining("an edit of 'task-7' needs");
    }
  }

  @Nested
  class Running {
    @Test
    void shouldTellHowManyStepsRemain() {
      EngineDriver thread =
          EngineDriver.of(one().node("b", logs()).edge("a", "b").build())
              .with(RunSettings.of(3, OnFailure.PARK))
              .begin(NOTHING);
      Task a = thread.ready("a");

      assertThat(thread.pregel().remainingSteps(thread.checkpoint(), a)).isEqualTo(2);
      assertThat(thread.pregel().isRunning(thread.checkpoint())).isTrue();
      thread.finish("a");
      assertThat(thread.pregel().remainingSteps(thread.checkpoint(), thread.ready("b")))
          .isEqualTo(1);
      thread.run();
      assertThat(thread.pregel().isRunning(thread.checkpoint())).isFalse();
    }

    @Test
    void shouldTellHowManyStepsRemainInsideASubgraph() {
      Graph child = graph().node("x", logs()).edge(START, "x").build();
      EngineDriver thread =
          EngineDriver.of(
                  graph()
                      .subgraph("child", child)
                      .node("b", logs())
                      .edge(START, "child")
                      .edge(START, "b")
                      .build())
              .with(RunSettings.of(3, OnFailure.PARK))
              .begin(NOTHING);
      Next.Run run = (Next.Run) thread.next();

      for (Task task : run.tasks()) {
        assertThat(thread.pregel().remainingSteps(thread.checkpoint(), task)).isEqualTo(2);
      }
    }

    @Test
    void shouldKnowWhichChannelsATaskReads() {
      Graph child = Graph.builder("c").channels(COUNT).node("x", counts()).edge(START, "x").build();
      Graph graph = one().subgraph("child", child).edge("a", "child").build();
      EngineDriver thread = EngineDriver.of(graph).begin(NOTHING);
      Frame root = thread.checkpoint().root();

      assertThat(thread.pregel().inputOf(root, "child").channels()).containsOnlyKeys("count");
      assertThat(thread.pregel().inputOf(root, "a").channels())
          .containsOnlyKeys("log", "count", "choice");
      assertThat(thread.pregel().schema(root)).isEqualTo(thread.pregel().inputOf(root, "a"));
      assertThat(thread.pregel().spec()).isEqualTo(graph.spec());
    }

    @Test
    void shouldKnowWhetherAnyLevelRacesOrHandlesFailures() {
      Graph plain = one().build();
      Graph racing =
          graph()
              .node("a", logs())
              .node("b", logs())
              .edge(START, "a")
              .edge(START, "b")
              .join(List.of("a", "b"), END, JoinRule.any())
              .build();
      Graph handling = one().node("h", logs()).onError("h").build();

      assertThat(Pregel.of(plain).traits().contains(GraphTrait.RACES)).isFalse();
      assertThat(Pregel.of(plain).traits().contains(GraphTrait.ERROR_HANDLERS)).isFalse();
      assertThat(Pregel.of(racing).traits().contains(GraphTrait.RACES)).isTrue();
      assertThat(Pregel.of(around(racing)).traits().contains(GraphTrait.RACES)).isTrue();
      assertThat(Pregel.of(handling).traits().contains(GraphTrait.ERROR_HANDLERS)).isTrue();
      assertThat(Pregel.of(around(handling)).traits().contains(GraphTrait.ERROR_HANDLERS)).isTrue();
      assertThat(Pregel.of(around(plain)).traits().contains(GraphTrait.ERROR_HANDLERS)).isFalse();
      assertThat(Pregel.of(around(plain)).traits().contains(GraphTrait.RACES)).isFalse();
    }

    private Graph around(Graph child) {
      return graph().subgraph("child", child).edge(START, "child").build();
    }

    @Test
    void shouldNameChannelsThatTheBoundGraphLacks() {
      Graph other = Graph.builder("test").node("a", logs()).edge(START, "a").build();

      assertThatThrownBy(() -> Pregel.of(one().build().spec(), other))
          .isInstanceOf(UnknownChannelException.class)
          .hasMessageContaining("the recorded topology");
    }
  }

  @Nested
  class Records {
    @Test
    void shouldRefuseSettingsThatMakeNoSense() {
      RunSettings settings = RunSettings.of(1, OnFailure.PARK);

      assertThatThrownBy(() -> settings.withMaxSteps(0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected at least 1 superstep but found 0.");
      assertThatThrownBy(() -> settings.withMaxConcurrency(-1))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected 0 or more tasks at once but found -1.");
    }

    @Test
    void shouldKeepTheOtherSettingsWhenOneChanges() {
      RunSettings settings =
          new RunSettings(
              3,
              OnFailure.FAIL,
              Map.of("user", "u"),
              List.of("tag"),
              CallOptions.everywhere(NodeOptions.of(Map.of("p", 1))),
              Breakpoints.before("a"),
              4,
              null);

      assertThat(settings.withMaxSteps(5).withMaxSteps(3)).isEqualTo(settings);
      assertThat(settings.withMaxConcurrency(0).withMaxConcurrency(4)).isEqualTo(settings);
      assertThat(
              settings.withBreakpoints(Breakpoints.NONE).withBreakpoints(Breakpoints.before("a")))
          .isEqualTo(settings);
      assertThat(new RunSettings(3, OnFailure.FAIL, Map.of(), List.of(), null, null, 0, null))
          .isEqualTo(RunSettings.of(3, OnFailure.FAIL));
    }

    @Test
    void shouldHaveRoomForAsManyTasksAsSet() {
      RunSettings settings = RunSettings.of(1, OnFailure.PARK);

      assertThat(settings.hasRoomBeside(1_000)).isTrue();
      assertThat(settings.withMaxConcurrency(2).hasRoomBeside(1)).isTrue();
      assertThat(settings.withMaxConcurrency(2).hasRoomBeside(2)).isFalse();
    }

    @Test
    void shouldRefuseAnInputThatSaysNothing() {
      assertThatThrownBy(() -> new Input.Answers("run", List.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected at least one answer but found none.");
      assertThatThrownBy(() -> new TaskResult.Asked("task", List.of(), TaskReport.NONE))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("Expected at least one question but found none.");
      assertThatThrownBy(
              () -> new Input.StateEdit("edit", "", List.of(), RunSettings.of(1, OnFailure.PARK)))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("at least one update");
    }

    @Test
    void shouldTellReportsApart() {
      TaskReport report = TaskReport.of(2, Duration.ofMillis(3));

      assertThat(report.fromCache())
          .isEqualTo(new TaskReport(2, Duration.ofMillis(3), Map.of(), true));
      assertThat(report.cached()).isFalse();
      assertThat(new TaskReport(1, Duration.ZERO, Map.of("tokens", 7L)).usage())
          .containsExactly(Map.entry("tokens", 7L));
    }

    @Test
    void shouldGiveEveryQuestionAnIdOfItsOwn() {
      assertThat(
              List.of(
                  Interrupt.countedId("t", 0),
                  Interrupt.countedId("t", 1),
                  Interrupt.countedId("u", 0),
                  Interrupt.keyedId("t", "0"),
                  Interrupt.keyedId("t", "k")))
          .doesNotHaveDuplicates()
          .allMatch(id -> id.matches("[0-9a-f]{32}"));
    }

    @Test
    void shouldHaveNoDeadlineWhenNothingExpires() {
      EngineDriver thread =
          EngineDriver.of(graph().node("a", asks("?")).edge(START, "a").build()).input(NOTHING);
      Interrupt open = thread.question("a");

      assertThat(open.askedAt(Instant.EPOCH)).isSameAs(open);
      assertThat(open.isDue(Instant.MAX)).isFalse();
      assertThat(((Next.Waiting) thread.next()).deadline()).isEmpty();
    }
  }
}
