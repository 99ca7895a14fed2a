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

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.UnknownTargetException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class EditRouteTest {
  /** Goes from the model to the tools, which ask, unless the choice says otherwise. */
  private static Graph agent() {
    return graph()
        .node("model", logs())
        .node("tools", asks("really?"))
        .node("other", logs())
        .edge(START, "model")
        .route("model", state -> state.find(CHOICE).orElse("tools"), "tools", "other", END)
        .build();
  }

  private static EngineDriver waiting() {
    return EngineDriver.of(agent()).input(NOTHING);
  }

  private static String toolsUnlessBad(State state) {
    if (state.find(CHOICE).equals(Optional.of("bad"))) {
      throw new IllegalStateException("a bad choice");
    }
    return "tools";
  }

  @Nested
  class InNoNodesName {
    @Test
    void shouldGoOnceAlongEdgesWhenTheFirstEditCouldNotBeRouted() {
      Graph both =
          graph()
              .node("a", logs())
              .node("m", logs())
              .node("b", logs())
              .node("tools", asks("?"))
              .edge(START, "a")
              .edge(START, "m")
              .edge("a", "b")
              .route("m", EditRouteTest::toolsUnlessBad, "tools")
              .build();
      EngineDriver thread = EngineDriver.of(both).input(NOTHING);

      thread.edit(StateUpdate.of(CHOICE, "bad"), null).run();
      thread.edit(StateUpdate.of(CHOICE, "good"), null).run();
      thread.answer(Answer.single("yes"));

      assertThatThread(thread).isFinished().holds(LOG, List.of("a", "m", "b", "tools=yes"));
    }

    @Test
    void shouldNotRunWhatIsNoLongerRoutedTo() {
      EngineDriver thread = waiting();

      thread.edit(StateUpdate.of(CHOICE, END), null).run();

      assertThatThread(thread).isFinished().hasRun("model", "tools", "model");
      assertThat(thread.questions()).isEmpty();
    }

    @Test
    void shouldKeepAQuestionThatIsStillRoutedTo() {
      EngineDriver thread = waiting();
      Interrupt question = thread.question("tools");

      thread.edit(StateUpdate.of(COUNT, 1), null).run();

      assertThatThread(thread).waitsFor("tools");
      assertThat(thread.questions()).containsExactly(question);
      assertThatThread(thread.answer(Answer.single("yes")))
          .isFinished()
          .holds(LOG, List.of("model", "tools=yes"));
    }

    @Test
    void shouldGoWhereTheEditLeadsInstead() {
      EngineDriver thread = waiting().edit(StateUpdate.of(CHOICE, "other"), null).run();

      assertThatThread(thread).isHaltedBefore("other");
      assertThatThread(thread.restarted().proceed(null))
          .isFinished()
          .holds(LOG, List.of("model", "other"));
    }

    @Test
    void shouldRouteAnewBeforeABreakpoint() {
      EngineDriver thread =
          EngineDriver.of(agent())
              .with(RunSettings.of(9, OnFailure.PARK).withBreakpoints(Breakpoints.before("tools")))
              .input(NOTHING);

      thread.edit(StateUpdate.of(CHOICE, END), null).run();

      assertThatThread(thread).isFinished().holds(LOG, List.of("model"));
    }

    @Test
    void shouldRouteAnewEachTimeItIsEdited() {
      EngineDriver thread =
          waiting()
              .edit(StateUpdate.of(CHOICE, "other"), null)
              .run()
              .edit(StateUpdate.of(CHOICE, "tools"), null)
              .run();

      assertThatThread(thread).isHaltedBefore("tools");
      assertThatThread(thread.proceed(null)).waitsFor("tools");
    }

    @Test
    void shouldKeepWhatSiblingsFinished() {
      Graph wide =
          graph()
              .node("model", logs())
              .node("done", logs())
              .node("tools", asks("really?"))
              .node("end", logs())
              .edge(START, "model")
              .edge("done", "end")
              .routes(
                  "model",
                  context ->
                      context.state().find(CHOICE).isPresent()
                          ? List.of(Route.to(END))
                          : List.of(Route.to("done"), Route.to("tools")),
                  "done",
                  "tools",
                  END)
              .build();
      EngineDriver thread = EngineDriver.of(wide).input(NOTHING);

      thread.edit(StateUpdate.of(CHOICE, "none"), null).run();

      assertThatThread(thread.proceed(null))
          .isFinished()
          .holds(LOG, List.of("model", "done", "end"));
    }

    @Test
    void shouldRouteAnewInAForkWithNewTasks() {
      EngineDriver thread = waiting();
      String asked = thread.questions().get(0).id();

      thread.fork(3, Input.Fork.Branch.CHILD, NodeEdit.of(StateUpdate.of(CHOICE, "other"))).run();
      assertThatThread(thread).isHaltedBefore("other");
      thread.fork(3, Input.Fork.Branch.CHILD, NodeEdit.of(StateUpdate.of(COUNT, 1))).run();

      assertThatThread(thread.proceed(null)).waitsFor("tools");
      assertThat(thread.questions().get(0).id()).isNotEqualTo(asked);
    }

    @Test
    void shouldDropASubgraphThatIsNoLongerRoutedTo() {
      Graph child = graph().node("q", asks("?")).edge(START, "q").build();
      Graph parent =
          graph()
              .node("model", logs())
              .subgraph("child", child)
              .edge(START, "model")
              .route("model", state -> state.find(CHOICE).orElse("child"), "child", END)
              .build();
      EngineDriver thread = EngineDriver.of(parent).input(NOTHING);

      thread.edit(StateUpdate.of(COUNT, 1), null).run();
      assertThatThread(thread).waitsFor("q");
      thread.edit(StateUpdate.of(CHOICE, END), null).run();

      assertThatThread(thread).isFinished();
      assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys(Frame.ROOT);
    }

    @Test
    void shouldParkOnTheRouterAndGoOnWhenItIsTriedAgain() {
      AtomicReference<RuntimeException> broken = new AtomicReference<>();
      Graph brittle =
          graph()
              .node("model", logs())
              .node("tools", asks("?"))
              .edge(START, "model")
              .route(
                  "model",
                  state -> {
                    if (broken.get() != null) {
                      throw broken.get();
                    }
                    return state.find(CHOICE).orElse("tools");
                  },
                  "tools",
                  END)
              .build();
      EngineDriver thread = EngineDriver.of(brittle).input(NOTHING);
      broken.set(new IllegalStateException("down"));

      thread.edit(StateUpdate.of(CHOICE, END), null).run();

      assertThatThread(thread).isParkedAt("model");
      broken.set(null);
      assertThatThread(thread.answer(Answer.retry())).isFinished().holds(LOG, List.of("model"));
    }
  }

  @Nested
  class InANodesName {
    private final Graph pair =
        graph()
            .node("p", asks("?"))
            .node("q", logs())
            .node("z", logs())
            .edge(START, "p")
            .edge(START, "q")
            .join(List.of("p", "q"), "z")
            .build();

    @Test
    void shouldKeepWhatSiblingsFinished() {
      EngineDriver thread = EngineDriver.of(pair).input(NOTHING);

      thread.edit(StateUpdate.of(LOG, "P"), "p");

      assertThatThread(thread).isHaltedBefore("z").holds(LOG, List.of("P", "q"));
      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("P", "q", "z"));
    }

    @Test
    void shouldTakeThePlaceOfTheNodesOwnResult() {
      EngineDriver thread = EngineDriver.of(pair).input(NOTHING);

      thread.edit(StateUpdate.of(LOG, "Q"), "q");

      assertThatThread(thread).isFinished().holds(LOG, List.of("Q"));
    }

    @Test
    void shouldKeepWhatSiblingsFinishedAndWhatArrivedAtJoinsAsTheEnd() {
      EngineDriver thread = EngineDriver.of(pair).input(NOTHING);

      thread.edit(NOTHING, END);
      assertThatThread(thread).isFinished().holds(LOG, List.of("q"));
      thread.edit(StateUpdate.of(LOG, "P"), "p");

      assertThatThread(thread).isHaltedBefore("z").holds(LOG, List.of("q", "P"));
    }

    @Test
    void shouldKeepWhatSiblingsOfAParkedNodeFinished() {
      Graph failing =
          graph()
              .node(
                  "p",
                  context -> {
                    throw new IllegalStateException("down");
                  })
              .node("q", logs())
              .node("z", logs())
              .edge(START, "p")
              .edge(START, "q")
              .edge("q", "z")
              .build();
      EngineDriver thread = EngineDriver.of(failing).input(NOTHING);

      thread.edit(StateUpdate.of(LOG, "P"), "p");

      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("P", "q", "z"));
    }
  }

  @Nested
  class AtTheBarrier {
    @Test
    void shouldKeepTheAnswerThatLedToAConflict() {
      Graph rivals =
          graph()
              .node(
                  "a",
                  context ->
                      Command.update(
                          COUNT, context.interrupt(Question.asking(Integer.class, "how many?"))))
              .node("b", counts())
              .edge(START, "a")
              .edge(START, "b")
              .build();
      EngineDriver thread = EngineDriver.of(rivals).input(NOTHING).answer(Answer.single(7));
      assertThatThread(thread).isParkedOn(ConflictingWriteException.class, "a", "b");
      String b = taskOf(thread, "b");

      thread.answer(Answer.skip(b, NOTHING), Answer.retry(taskOf(thread, "a")));

      assertThatThread(thread).isFinished().holds(COUNT, 7);
    }

    @Test
    void shouldParkOnATargetThatIsNotThereUntilItIs() {
      AtomicReference<String> target = new AtomicReference<>("ghost");
      Graph open =
          graph()
              .openRoutes()
              .node(
                  "a",
                  context ->
                      Command.update(LOG, context.interrupt(Question.asking(String.class, "?")))
                          .thenGoTo(target.get()))
              .node("b", logs())
              .edge(START, "a")
              .build();
      EngineDriver thread = EngineDriver.of(open).input(NOTHING).answer(Answer.single("yes"));
      assertThatThread(thread).isParkedOn(UnknownTargetException.class, "a");
      target.set("b");

      thread.restarted().answer(Answer.retry());
      assertThatThread(thread.answer(Answer.retry())).isFinished().holds(LOG, List.of("yes", "b"));
    }

    @Test
    void shouldRefuseAnEditThatCannotBeCommitted() {
      Graph pair =
          graph()
              .node("a", asks("?"))
              .node("b", counts())
              .edge(START, "a")
              .edge(START, "b")
              .build();
      EngineDriver thread = EngineDriver.of(pair).input(NOTHING);
      Checkpoint before = thread.checkpoint();

      assertThatThrownBy(() -> thread.edit(StateUpdate.of(COUNT, 9), "a"))
          .isInstanceOf(ConflictingWriteException.class);
      assertThat(thread.checkpoint()).isEqualTo(before);
    }

    private static String taskOf(EngineDriver thread, String node) {
      return ((Next.Parked) thread.next())
          .failures().stream()
              .map(Next.FailedTask::task)
              .filter(task -> task.node().equals(node))
              .findFirst()
              .orElseThrow()
              .id();
    }
  }
}
