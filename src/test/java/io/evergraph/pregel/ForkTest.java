package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Input.Fork.Branch.CHILD;
import static io.evergraph.pregel.Input.Fork.Branch.SIBLING;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ForkTest {
  private static final long BEFORE_B = 3;

  @Nested
  class Replaying {
    @Test
    void shouldRunTheNodesAfterTheCheckpointAgain() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      thread.fork(BEFORE_B, CHILD);

      assertThatThread(thread).isHaltedBefore("b").holds(LOG, List.of("a"));
      assertThatThread(thread.proceed(null))
          .isFinished()
          .holds(LOG, List.of("a", "b", "c"))
          .hasRun("a", "b", "c", "b", "c");
    }

    @Test
    void shouldGrowABranchAndReuseNoNumber() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      thread.fork(BEFORE_B, CHILD).proceed(null);

      assertThat(thread.history())
          .extracting(commit -> commit.parent() + ">" + commit.number())
          .containsExactly("0>1", "1>2", "2>3", "3>4", "4>5", "3>6", "6>7", "7>8");
      assertThat(thread.commit(6).source()).isEqualTo(Source.FORK);
      assertThat(thread.commit(6).step()).isEqualTo(thread.commit(BEFORE_B).step() + 1);
    }

    @Test
    void shouldGiveTheTasksNewIds() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      thread.fork(BEFORE_B, CHILD);

      assertThat(thread.checkpoint().root().plan().tasks().get(0).task().id())
          .isNotEqualTo(thread.commit(BEFORE_B).next().tasks().get(0).task().id());
    }

    @Test
    void shouldAskAgainWhenTheCheckpointWaitedForAnAnswer() {
      EngineDriver thread = EngineDriver.of(asking()).input(NOTHING);
      String first = thread.question("a").id();
      thread.answer(Answer.single("one"));

      thread.fork(2, CHILD).proceed(null);

      assertThatThread(thread).waitsFor("a");
      assertThat(thread.question("a").id()).isNotEqualTo(first);
      assertThatThread(thread.answer(Answer.single("two")))
          .isFinished()
          .holds(LOG, List.of("a=two", "end"));
    }

    @Test
    void shouldAskTheRoutersOfTheEntryAgainWhenTheInputIsTakenUp() {
      Graph routed =
          graph()
              .node("a", logs())
              .node("b", logs())
              .route(START, state -> state.get(CHOICE), "a", "b")
              .build();
      EngineDriver thread = EngineDriver.of(routed).input(StateUpdate.of(CHOICE, "b"));

      thread.fork(1, CHILD).proceed(null);

      assertThatThread(thread).isFinished().hasRun(START, "b", START, "b");
    }

    @Test
    void shouldHaveNothingToRunWhenTheEndIsTakenUp() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      assertThatThread(thread.fork(5, CHILD)).isFinished().holds(LOG, List.of("a", "b", "c"));
    }
  }

  @Nested
  class Editing {
    @Test
    void shouldGoOnFromTheEditedStateWhenTheForkIsEdited() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      thread.fork(BEFORE_B, CHILD, NodeEdit.of(StateUpdate.of(LOG, "edit"))).proceed(null);

      assertThatThread(thread).isFinished().holds(LOG, List.of("a", "edit", "b", "c"));
      assertThat(thread.commit(6).source()).isEqualTo(Source.UPDATE);
      assertThat(thread.commit(6).parent()).isEqualTo(BEFORE_B);
    }

    @Test
    void shouldPlanWhatFollowsTheNodeWhenTheForkIsEditedAsOne() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      thread.fork(2, CHILD, NodeEdit.as("b", StateUpdate.of(LOG, "instead"))).proceed(null);

      assertThatThread(thread).isFinished().holds(LOG, List.of("instead", "c"));
      assertThat(thread.commit(6).parent()).isEqualTo(2);
    }

    @Test
    void shouldKeepForksOfOneCheckpointApart() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      thread.fork(BEFORE_B, CHILD, NodeEdit.of(StateUpdate.of(LOG, "one"))).proceed(null);
      thread.fork(BEFORE_B, CHILD, NodeEdit.of(StateUpdate.of(LOG, "two"))).proceed(null);

      assertThatThread(thread).holds(LOG, List.of("a", "two", "b", "c"));
      assertThat(thread.commit(8).state().get(LOG)).containsExactly("a", "one", "b", "c");
      assertThat(thread.commit(5).state().get(LOG)).containsExactly("a", "b", "c");
    }

    @Test
    void shouldRefuseANodeThatDoesNotExist() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);
      Checkpoint before = thread.checkpoint();

      assertThatThrownBy(() -> thread.fork(BEFORE_B, CHILD, NodeEdit.as("nobody", NOTHING)))
          .isInstanceOf(UnknownNodeException.class);
      assertThat(thread.checkpoint()).isEqualTo(before);
    }
  }

  @Nested
  class Copying {
    @Test
    void shouldStandBesideTheCheckpointWithTheSameParentWhenCopied() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      thread.fork(BEFORE_B, SIBLING);

      Commit copy = thread.commit(6);
      Commit original = thread.commit(BEFORE_B);
      assertThat(copy.source()).isEqualTo(Source.FORK);
      assertThat(copy.parent()).isEqualTo(original.parent());
      assertThat(copy.step()).isEqualTo(original.step());
      assertThat(copy.next().nodes()).isEqualTo(original.next().nodes());
      assertThat(copy.state()).isEqualTo(original.state());
    }

    @Test
    void shouldRefuseToEditACopy() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);

      assertThatThrownBy(() -> thread.fork(BEFORE_B, SIBLING, NodeEdit.of(NOTHING)))
          .isInstanceOf(InvalidInputException.class);
    }
  }

  @Nested
  class Subgraphs {
    @Test
    void shouldRunTheRestOfTheSubgraphAgainWhenTakenUpInsideIt() {
      EngineDriver thread = EngineDriver.of(nested()).input(NOTHING);

      thread.fork(commitBefore(thread, "y"), CHILD).proceed(null);

      assertThatThread(thread)
          .isFinished()
          .hasRun("a", "x", "y", "b", "y", "b")
          .holds(LOG, List.of("a", "x", "y", "b"));
    }

    @Test
    void shouldRunTheWholeSubgraphAgainWhenTakenUpBeforeIt() {
      EngineDriver thread = EngineDriver.of(nested()).input(NOTHING);

      thread.fork(commitBefore(thread, "child"), CHILD).proceed(null);

      assertThatThread(thread)
          .isFinished()
          .hasRun("a", "x", "y", "b", "x", "y", "b")
          .holds(LOG, List.of("a", "x", "y", "b"));
    }

    private static long commitBefore(EngineDriver thread, String node) {
      return thread.history().stream()
          .filter(commit -> commit.next().nodes().equals(List.of(node)))
          .findFirst()
          .orElseThrow()
          .number();
    }
  }

  @Nested
  class RollingBack {
    @Test
    void shouldStandAsItStoodAndNumberOn() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);
      Checkpoint before = thread.checkpoint();
      thread.input(NOTHING);
      long last = thread.checkpoint().number();

      thread.accept(new Input.Rollback("back", before));

      assertThatThread(thread).isFinished().holds(LOG, List.of("a", "b", "c"));
      assertThat(thread.checkpoint().number()).isEqualTo(last);
      thread.input(NOTHING);
      assertThat(thread.commit(last + 1).parent()).isEqualTo(before.root().checkpoint());
    }

    @Test
    void shouldHaveItsQuestionsOpenAgain() {
      EngineDriver thread = EngineDriver.of(asking()).input(NOTHING);
      Checkpoint waiting = thread.checkpoint();
      Interrupt question = thread.question("a");
      thread.answer(Answer.single("one"));

      thread.accept(new Input.Rollback("back", waiting));

      assertThat(thread.questions()).containsExactly(question);
      assertThatThread(thread.answer(Answer.to(question.id(), "two")))
          .isFinished()
          .holds(LOG, List.of("a=two", "end"));
    }

    @Test
    void shouldWaitForAContinueWhenTasksWereRunning() {
      EngineDriver thread = EngineDriver.of(chain()).begin(NOTHING);
      Checkpoint running = thread.checkpoint();
      thread.run();

      thread.accept(new Input.Rollback("back", running));

      assertThatThread(thread).isHaltedBefore("a");
      assertThatThread(thread.proceed(null)).isFinished();
    }

    @Test
    void shouldBeToldAndKeepWhatWasTold() {
      EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);
      Checkpoint before = thread.checkpoint();
      thread.input(NOTHING);
      List<RunEvent> told = List.copyOf(thread.events());

      thread.accept(new Input.Rollback("back", before));

      assertThat(thread.events()).startsWith(told.toArray(RunEvent[]::new));
      assertThat(thread.events().get(told.size()))
          .isInstanceOfSatisfying(
              HeadEvent.RolledBack.class,
              it -> assertThat(List.of(it.from(), it.checkpoint())).isEqualTo(List.of(10L, 5L)));
    }
  }

  @Nested
  class Together {
    @Test
    void shouldApplyEditsOfSeveralNodesInOneCheckpoint() {
      EngineDriver thread = EngineDriver.of(joined()).input(NOTHING);
      List<NodeEdit> both =
          List.of(
              NodeEdit.as("p", StateUpdate.of(LOG, "P")),
              NodeEdit.as("q", StateUpdate.of(LOG, "Q")));

      thread.accept(new Input.StateEdit("both", "", both, settings()));

      assertThatThread(thread).isHaltedBefore("z").holds(LOG, List.of("P", "Q"));
      assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("P", "Q", "z"));
    }

    @Test
    void shouldRememberAtAJoinWhatAnEditStoodInFor() {
      EngineDriver thread = EngineDriver.of(joined()).input(NOTHING);

      thread.edit(StateUpdate.of(LOG, "P"), "p").edit(StateUpdate.of(LOG, "Q"), "q");

      assertThatThread(thread).isHaltedBefore("z");
    }

    @Test
    void shouldRefuseSeveralUpdatesWithoutTheirNodes() {
      List<NodeEdit> nameless = List.of(NodeEdit.of(NOTHING), NodeEdit.of(NOTHING));

      assertThatThrownBy(() -> new Input.StateEdit("edit", "", nameless, settings()))
          .isInstanceOf(InvalidInputException.class);
      assertThatThrownBy(() -> new Input.StateEdit("edit", "", List.of(), settings()))
          .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void shouldPlanNothingWhenEditedAsTheEnd() {
      EngineDriver thread = EngineDriver.of(asking()).input(NOTHING);

      assertThatThrownBy(() -> thread.edit(StateUpdate.of(LOG, "x"), END))
          .isInstanceOf(InvalidInputException.class);
      thread.edit(NOTHING, END);

      assertThatThread(thread).isFinished();
    }
  }

  @Test
  void shouldBeRefusedWhileTasksRun() {
    EngineDriver thread = EngineDriver.of(chain()).input(NOTHING);
    Checkpoint before = thread.checkpoint();
    thread.begin(NOTHING);

    assertThatThrownBy(() -> thread.fork(BEFORE_B, CHILD)).isInstanceOf(ThreadBusyException.class);
    assertThatThrownBy(() -> thread.accept(new Input.Rollback("back", before)))
        .isInstanceOf(ThreadBusyException.class);
  }

  private static RunSettings settings() {
    return RunSettings.of(9, OnFailure.PARK);
  }

  private static Graph chain() {
    return graph()
        .node("a", logs())
        .node("b", logs())
        .node("c", logs())
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "c")
        .build();
  }

  private static Graph asking() {
    return graph()
        .node("a", asks("?"))
        .node("end", logs())
        .edge(START, "a")
        .edge("a", "end")
        .build();
  }

  private static Graph joined() {
    return graph()
        .node("p", asks("p?"))
        .node("q", asks("q?"))
        .node("z", logs())
        .edge(START, "p")
        .edge(START, "q")
        .join(List.of("p", "q"), "z")
        .build();
  }

  private static Graph nested() {
    Graph child =
        graph().node("x", logs()).node("y", logs()).edge(START, "x").edge("x", "y").build();
    return graph()
        .node("a", logs())
        .subgraph("child", child)
        .node("b", logs())
        .edge(START, "a")
        .edge("a", "child")
        .edge("child", "b")
        .build();
  }
}
