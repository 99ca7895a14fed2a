package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Input.Fork.Branch.CHILD;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.ConflictingWriteException;
import io.evergraph.error.EngineFailureException;
import io.evergraph.error.ReducerException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.ContentHash;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.ShallowMerge;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of a step that cannot be committed, and of what stands beside an edit. */
class RefusedStepTest {
  private static final Duration WAIT = Duration.ofSeconds(10);

  private static Graph conflicting() {
    NodeAction chooses = context -> Command.update(CHOICE, context.node());
    return graph()
        .node("a", chooses)
        .node("b", chooses)
        .node("after", logs())
        .edge(START, "a")
        .edge(START, "b")
        .edge("a", "after")
        .build();
  }

  @Test
  void shouldFailTheRunAtItsBarrierWhereItIsNotToPark() {
    EngineDriver thread =
        EngineDriver.of(conflicting()).with(RunSettings.of(9, OnFailure.FAIL)).input(NOTHING);

    assertThatThread(thread)
        .failedWith(ConflictingWriteException.class, "a", "b")
        .holdsNothingIn(CHOICE)
        .hasRun("a", "b");
  }

  @Test
  void shouldParkTheRunAtItsBarrierWhereItIsToPark() {
    EngineDriver thread = EngineDriver.of(conflicting()).input(NOTHING);

    assertThatThread(thread)
        .isParkedOn(ConflictingWriteException.class, "a", "b")
        .holdsNothingIn(CHOICE);
  }

  private static String broken(EngineDriver thread, String node) {
    return ((Next.Parked) thread.next())
        .failures().stream()
            .map(Next.FailedTask::task)
            .filter(task -> task.node().equals(node))
            .findFirst()
            .orElseThrow()
            .id();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldLetASubgraphReadWhatAnEditOfItsRefusedCallGives(boolean mapped) {
    ListChannel<String> inner = ListChannel.append(mapped ? "inner" : LOG.name(), String.class);
    Embedding embedding =
        mapped ? Embedding.DEFAULT.input(LOG, inner).output(CHOICE, CHOICE) : Embedding.DEFAULT;
    Graph child =
        Graph.builder("child")
            .channels(inner, CHOICE)
            .node("x", context -> Command.update(CHOICE, "saw " + context.state().get(inner)))
            .edge(START, "x")
            .build();
    Graph parent =
        graph()
            .subgraph("child", child, embedding)
            .node("b", context -> Command.update(CHOICE, "b"))
            .edge(START, "child")
            .edge(START, "b")
            .build();
    EngineDriver thread = EngineDriver.of(parent).input(StateUpdate.of(LOG, "in"));
    assertThatThread(thread).isParkedOn(ConflictingWriteException.class, "b", "child");

    thread.answer(
        Answer.skip(broken(thread, "b"), NOTHING),
        Answer.edit(broken(thread, "child"), StateUpdate.of(LOG, "edit")));

    assertThatThread(thread).isFinished().holds(CHOICE, "saw [edit]").holds(LOG, List.of("in"));
  }

  @Test
  void shouldGoOnInASubgraphWhoseRefusedInputIsSkipped() {
    Channel<Object> facts = Channel.of("facts", Object.class).reducedBy(ShallowMerge.INSTANCE);
    Graph child = graph().channels(facts).node("x", logs()).edge(START, "x").build();
    Graph parent =
        graph()
            .channels(facts)
            .subgraph("child", child)
            .routes(
                START,
                context -> List.of(Route.send("child", StateUpdate.of(facts, "no map"))),
                "child")
            .build();
    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);
    assertThatThread(thread).isParkedOn(ReducerException.class, START);

    thread.answer(Answer.skip(broken(thread, START), NOTHING));

    assertThatThread(thread).isFinished().holds(LOG, List.of("x"));
  }

  @Test
  void shouldPlanOneStepLaterWhatFollowsAnEditedFork() {
    Graph chain =
        graph().node("a", logs()).node("b", logs()).edge(START, "a").edge("a", "b").build();
    EngineDriver thread = EngineDriver.of(chain).input(NOTHING);
    Commit beforeB = thread.commit(3);

    thread.fork(beforeB.number(), CHILD, NodeEdit.of(StateUpdate.of(LOG, "edit")));

    Commit edited = thread.history().get(thread.history().size() - 1);
    assertThat(edited.step()).isEqualTo(beforeB.step() + 1);
    assertThat(edited.next().tasks())
        .singleElement()
        .extracting(planned -> planned.task().step())
        .isEqualTo(beforeB.step() + 2);
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("a", "edit", "b"));
  }

  @Test
  void shouldTakeAnEditAsANodeOfASubgraphThatRemembersWhileItIsCalled() {
    Graph child =
        graph()
            .node("q", asks("sure?"))
            .node("end", logs())
            .edge(START, "q")
            .edge("q", "end")
            .build();
    Graph parent =
        graph().subgraph("child", child, Embedding.perThread()).edge(START, "child").build();
    EngineDriver thread = EngineDriver.of(parent).input(NOTHING);
    String inside = thread.questions().get(0).namespace();

    thread.edit(inside, StateUpdate.of(LOG, "in its place"), "q").proceed(null);

    assertThatThread(thread).isFinished().holds(LOG, List.of("in its place", "end"));
  }

  private static EngineDriver askingTwice(Question<Object> first, Question<Object> second) {
    Graph twice =
        graph()
            .node("first", context -> Command.update(LOG, "" + context.interrupt(first)))
            .node("second", context -> Command.update(LOG, "" + context.interrupt(second)))
            .edge(START, "first")
            .edge(START, "second")
            .build();
    return EngineDriver.of(twice).input(NOTHING);
  }

  @Test
  void shouldBeginTheRunOfAnExpiryWithTheFirstQuestionThatExpires() {
    Question<Object> fails = Question.of("?").expiresAfter(WAIT);
    Question<Object> leaves = Question.of("?").expiresAfter(WAIT).otherwiseGoTo("second");
    for (Question<Object> first : List.of(fails, leaves)) {
      EngineDriver thread = askingTwice(first, Question.of("never"));
      Interrupt due = thread.question("first");

      thread.accept(new Input.Expiry(Optional.ofNullable(due.expiresAt()).orElseThrow()));

      assertThat(thread.checkpoint().lastSegment().map(Segment::runId))
          .contains(ContentHash.uuid("expiry", due.id()));
      assertThat(thread.questions()).extracting(Interrupt::node).containsExactly("second");
    }
  }

  @Test
  void shouldLeaveAQuestionOpenThatNeverExpires() {
    EngineDriver thread = askingTwice(Question.of("never"), Question.of("nor this"));
    Checkpoint before = thread.checkpoint();

    thread.accept(new Input.Expiry(Instant.EPOCH.plus(WAIT)));

    assertThat(thread.checkpoint().segment()).isEqualTo(before.segment());
    assertThatThread(thread).waitsFor("first", "second");
    assertThatThread(thread.answer(Answer.to(thread.question("second").id(), 2))).waitsFor("first");
  }

  private static final EngineFailureException BROKEN =
      new EngineFailureException("apply an input", new IllegalStateException("broken"));

  @Test
  void shouldParkTheTasksInProgressWhereTheEngineFailsAndRunThemAgain() {
    Pregel pregel = Pregel.of(conflicting());
    RunSettings settings = RunSettings.of(9, OnFailure.PARK);
    Checkpoint running =
        pregel.accept(
            pregel.begin("thread"), new Input.NewInput("run", NOTHING, settings), Instant.EPOCH);

    Checkpoint parked = pregel.refuse(running, BROKEN, Instant.EPOCH);
    Checkpoint again =
        pregel.accept(parked, new Input.Answers("again", List.of(Answer.retry())), Instant.EPOCH);

    assertThat(((Next.Parked) pregel.next(parked)).failures())
        .allMatch(it -> it.failure().type().equals(EngineFailureException.class.getName()))
        .extracting(it -> it.task().node())
        .containsExactly("a", "b");
    assertThat(pregel.refuse(parked, BROKEN, Instant.EPOCH)).isEqualTo(parked);
    assertThat(((Next.Run) pregel.next(again)).tasks())
        .extracting(Task::node)
        .containsExactly("a", "b");
  }

  @Test
  void shouldFailARunThatCannotBegin() {
    Pregel pregel = Pregel.of(conflicting());
    RunSettings settings = RunSettings.of(9, OnFailure.PARK);

    Checkpoint refused =
        pregel.refuse(pregel.begin("thread"), "run", settings, BROKEN, Instant.EPOCH);

    assertThat(pregel.next(refused)).isEqualTo(new Next.Failed(BROKEN, List.of()));
    assertThat(refused.lastSegment().map(Segment::runId)).contains("run");
  }

  @Test
  void shouldTellWhichGraphsHaveChildrenOnThreadsOfTheirOwnOrRunEagerly() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph calling =
        graph().subgraph("child", child, Embedding.ownThread()).edge(START, "child").build();
    Graph eager = graph().execution(Execution.EAGER).node("x", logs()).edge(START, "x").build();
    Graph around = graph().subgraph("eager", eager).edge(START, "eager").build();

    assertThat(
            List.of(
                Pregel.of(calling).traits().contains(GraphTrait.CALLS),
                Pregel.of(around).traits().contains(GraphTrait.CALLS)))
        .containsExactly(true, false);
    assertThat(
            List.of(
                Pregel.of(around).traits().contains(GraphTrait.EAGER),
                Pregel.of(calling).traits().contains(GraphTrait.EAGER)))
        .containsExactly(true, false);
    assertThat(List.of(eager, around))
        .extracting(it -> Pregel.of(it).isEager(Pregel.of(it).begin("thread").root()))
        .containsExactly(true, false);
  }
}
