package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.ReducerException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.state.Channel;
import io.evergraph.state.ShallowMerge;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EditAndCancelTest {
  private static final Channel<Object> FACTS =
      Channel.of("facts", Object.class).reducedBy(ShallowMerge.INSTANCE);

  @Nested
  class Editing {
    @Test
    void shouldWriteThroughReducersAndKeepThePlanWhenNoNodeIsNamed() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).input(StateUpdate.of(LOG, "input"));
      Interrupt question = thread.question("a");

      thread.edit(StateUpdate.of(LOG, "edit"), null);

      assertThatThread(thread).waitsFor("a").holds(LOG, List.of("input", "edit"));
      assertThat(thread.questions()).containsExactly(question);
      thread.answer(Answer.single(1));
      assertThatThread(thread).isFinished().holds(LOG, List.of("input", "edit", "a=1", "end"));
    }

    @Test
    void shouldNumberStepsOnWithoutAGapWhenAnEditComesInBetween() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).input(NOTHING);

      thread.edit(StateUpdate.of(LOG, "edit"), null).answer(Answer.single(1));

      assertThat(thread.history()).extracting(Commit::step).containsExactly(-1, 0, 1, 2, 3);
      assertThat(thread.history().get(2).next().tasks())
          .extracting(planned -> planned.task().step())
          .containsExactly(2);
      assertThat(thread.history()).extracting(Commit::number).containsExactly(1L, 2L, 3L, 4L, 5L);
      assertThat(thread.history()).extracting(Commit::parent).containsExactly(0L, 1L, 2L, 3L, 4L);
    }

    @Test
    void shouldPlanWhatFollowsTheNodeAndWaitForAContinueWhenANodeIsNamed() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).input(NOTHING);

      thread.edit(StateUpdate.of(LOG, "instead"), "a");

      assertThatThread(thread).isHaltedBefore("end").holds(LOG, List.of("instead"));
      thread.proceed(null);
      assertThatThread(thread)
          .isFinished()
          .holds(LOG, List.of("instead", "end"))
          .hasRun("a", "end");
    }

    @Test
    void shouldRunOnlyTheRoutersWhenTheNamedNodeHasSome() {
      Graph routed =
          graph()
              .node("a", logs())
              .node("b", logs())
              .node("c", logs())
              .edge(START, "a")
              .route("a", state -> state.get(CHOICE), "b", "c")
              .build();
      EngineDriver thread = EngineDriver.of(routed);

      thread.edit(StateUpdate.of(CHOICE, "c"), "a");
      assertThatThread(thread).runs("a");
      thread.run();

      assertThatThread(thread).isHaltedBefore("c").holds(CHOICE, "c").holds(LOG, List.of());
      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("c"));
    }

    @Test
    void shouldBeFinishedWhenNothingFollowsTheNamedNode() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).input(NOTHING);

      thread.edit(StateUpdate.of(LOG, "closed"), "end");

      assertThatThread(thread).isFinished().holds(LOG, List.of("closed"));
      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("closed"));
    }

    @Test
    void shouldLeadToTheFirstNodesWhenEditedAsStartBeforeTheFirstRun() {
      EngineDriver thread = EngineDriver.of(askThenEnd());

      thread.edit(StateUpdate.of(LOG, "input"), START);

      assertThatThread(thread).isHaltedBefore("a").holds(LOG, List.of("input"));
      assertThatThread(thread.proceed(null)).waitsFor("a");
    }

    @Test
    void shouldHoldTheValuesWhenEditedBeforeTheFirstRun() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).edit(StateUpdate.of(COUNT, 7), null);

      assertThatThread(thread).isFinished().holds(COUNT, 7);
      assertThatThread(thread.input(NOTHING)).waitsFor("a").holds(COUNT, 7);
    }

    @Test
    void shouldBeRefusedAndLeaveNoTraceWhenItDoesNotFit() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).input(NOTHING);
      Checkpoint before = thread.checkpoint();

      assertThatThrownBy(() -> thread.edit(StateUpdate.of(Map.of("nope", 1)), null))
          .isInstanceOf(UnknownChannelException.class);
      assertThatThrownBy(() -> thread.edit(NOTHING, "nobody"))
          .isInstanceOf(UnknownNodeException.class);
      assertThatThrownBy(() -> thread.edit(StateUpdate.of(FACTS, "no map"), null))
          .isInstanceOf(ReducerException.class);
      assertThatThrownBy(() -> thread.edit(StateUpdate.of(FACTS, "no map"), "a"))
          .isInstanceOf(ReducerException.class);
      assertThat(thread.checkpoint()).isEqualTo(before);
    }

    @Test
    void shouldBeRefusedWhileTasksRun() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).begin(NOTHING);

      assertThatThrownBy(() -> thread.edit(StateUpdate.of(COUNT, 1), null))
          .isInstanceOf(ThreadBusyException.class);
      assertThatThrownBy(() -> thread.edit(StateUpdate.of(COUNT, 1), "a"))
          .isInstanceOf(ThreadBusyException.class);
    }

    @Test
    void shouldOpenTheSubgraphOnlyAfterAContinueWhenItFollowsTheNamedNode() {
      Graph child = graph().node("x", logs()).edge(START, "x").build();
      Graph parent =
          graph()
              .node("a", logs())
              .subgraph("child", child)
              .edge(START, "a")
              .edge("a", "child")
              .build();
      EngineDriver thread = EngineDriver.of(parent).edit(StateUpdate.of(LOG, "edit"), "a");
      assertThatThread(thread).isHaltedBefore("child");

      thread.proceed(null);

      assertThatThread(thread).isFinished().holds(LOG, List.of("edit", "x"));
    }
  }

  @Nested
  class Cancelling {
    @Test
    void shouldStopAndStayContinuableWhenCancelledMidStep() {
      EngineDriver thread = EngineDriver.of(twoThenEnd()).begin(NOTHING).finish("a");

      thread.accept(new Input.Cancel());

      assertThatThread(thread).isHaltedBefore("a", "b").hasRun("a");
      assertThatThread(thread.proceed(null)).isFinished().hasRun("a", "b", "end");
    }

    @Test
    void shouldKeepAResultWhenItComesAfterTheCancel() {
      EngineDriver thread = EngineDriver.of(twoThenEnd()).begin(NOTHING);
      Checkpoint running = thread.checkpoint();
      Task a = thread.ready("a");
      thread.accept(new Input.Cancel());

      thread.settleResults(List.of(new TaskRunner(twoThenEnd()).run(running, a, 0)));

      assertThatThread(thread).isHaltedBefore("a", "b").holds(LOG, List.of());
      thread.proceed(null);
      assertThatThread(thread).hasRun("b", "end").holds(LOG, List.of("a", "b", "end"));
    }

    @Test
    void shouldTakeAnAnswerWhenCancelledWhileAQuestionWasOpen() {
      Graph graph =
          graph().node("a", asks("?")).node("b", logs()).edge(START, "a").edge(START, "b").build();
      EngineDriver thread = EngineDriver.of(graph).begin(NOTHING).finish("a");
      thread.accept(new Input.Cancel());

      thread.answer(Answer.to(thread.question("a").id(), 1));

      assertThatThread(thread).isFinished().holds(LOG, List.of("a=1", "b"));
    }

    @Test
    void shouldChangeNothingWhenNothingRuns() {
      EngineDriver thread = EngineDriver.of(askThenEnd()).input(NOTHING);
      Next before = thread.next();

      thread.accept(new Input.Cancel());

      assertThat(thread.next()).isEqualTo(before);
    }
  }

  private static Graph askThenEnd() {
    return graph()
        .channels(FACTS)
        .node("a", asks("?"))
        .node("end", logs())
        .edge(START, "a")
        .edge("a", "end")
        .build();
  }

  private static Graph twoThenEnd() {
    return graph()
        .node("a", logs())
        .node("b", logs())
        .node("end", logs())
        .edge(START, "a")
        .edge(START, "b")
        .join(List.of("a", "b"), "end")
        .build();
  }
}
