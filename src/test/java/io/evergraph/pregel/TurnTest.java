package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A turn goes from one input to the next, over the runs between them. */
class TurnTest {
  private static final String FIRST = "run-1";

  private static Graph of(NodeAction action) {
    return graph()
        .node("a", action)
        .node("b", logs())
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", END)
        .build();
  }

  private static EngineDriver asking() {
    return EngineDriver.of(of(asks("Fine?"))).input(NOTHING);
  }

  private static EngineDriver failing() {
    NodeAction fails =
        context -> {
          throw new IllegalStateException("no");
        };
    return EngineDriver.of(of(fails)).input(NOTHING);
  }

  private static void assertBeganBy(EngineDriver thread, String turn, String run) {
    assertThat(thread.turn()).isEqualTo(turn);
    assertThat(thread.checkpoint().lastSegment().map(Segment::runId)).contains(run);
  }

  @Test
  void shouldBeginWithEachInputWhateverItFinds() {
    EngineDriver thread = asking();
    String waiting = thread.turn();

    thread.input(NOTHING);

    assertThat(waiting).isEqualTo(FIRST);
    assertBeganBy(thread, "run-2", "run-2");
  }

  @Test
  void shouldGoOverAnswersAndEndWithTheNextInput() {
    EngineDriver thread = asking();

    assertBeganBy(thread.answer(Answer.single("yes")), FIRST, "run-2");
    assertBeganBy(thread.input(NOTHING), "run-3", "run-3");
    assertBeganBy(thread.answer(Answer.single("yes")), "run-3", "run-4");
  }

  @Test
  void shouldGoOverAnAnswerThatJoinsARunAndThoseAfterIt() {
    Graph two =
        graph()
            .node("a", asks("Fine?"))
            .node("b", asks("Fine?"))
            .node("c", asks("Fine?"))
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "c")
            .build();
    EngineDriver thread = EngineDriver.of(two).input(NOTHING);
    String a = thread.question("a").id();
    String b = thread.question("b").id();

    thread.accept(new Input.Answers("one", List.of(Answer.to(a, "yes"))));
    thread.accept(new Input.Answers("two", List.of(Answer.to(b, "yes")))).run();

    assertBeganBy(thread, FIRST, "one");
    assertBeganBy(thread.answer(Answer.single("yes")), FIRST, "run-2");
  }

  @Test
  void shouldGoOverRetries() {
    assertBeganBy(failing().answer(Answer.retry()), FIRST, "run-2");
  }

  @Test
  void shouldEndWithAnInputThatFindsAFailure() {
    assertBeganBy(failing().input(NOTHING), "run-2", "run-2");
  }

  @Test
  void shouldGoOverACancelAPauseAndContinues() {
    EngineDriver thread = EngineDriver.of(of(logs())).begin(NOTHING);

    thread.accept(new Input.Cancel());
    assertBeganBy(thread.proceed(null), FIRST, "run-2");
    thread.pause(PauseMode.CUT_TASKS_SHORT);
    assertBeganBy(thread.proceed(null), FIRST, "run-3");
  }

  @Test
  void shouldGoOverTheExpiryOfAQuestion() {
    NodeAction asks =
        context -> {
          Object answer =
              context.interrupt(
                  Question.of("?").expiresAfter(Duration.ofMinutes(1)).otherwise("late"));
          return Command.update(LOG, List.of("" + answer));
        };
    EngineDriver thread = EngineDriver.of(of(asks)).input(NOTHING);

    thread.accept(new Input.Expiry(Instant.EPOCH.plusSeconds(900))).run();

    assertThat(thread.turn()).isEqualTo(FIRST);
    assertThat(thread.checkpoint().lastSegment().map(Segment::runId)).isNotEqualTo(FIRST);
  }

  @Test
  void shouldGoOverEdits() {
    EngineDriver thread = asking().edit(StateUpdate.of(LOG, "edit"), "a");

    assertBeganBy(thread, FIRST, "run-2");
    assertBeganBy(thread.proceed(null), FIRST, "run-3");
  }

  @Test
  void shouldBeginWithAnEditWhereNoInputCameBefore() {
    EngineDriver thread = EngineDriver.of(of(logs())).edit(StateUpdate.of(LOG, "edit"), "a");

    assertBeganBy(thread.proceed(null), "run-1", "run-2");
  }

  @Test
  void shouldBeThatOfTheCheckpointThatIsTakenUp() {
    EngineDriver thread = asking();
    long asked = thread.checkpoint().number();
    thread.answer(Answer.single("yes")).input(NOTHING).answer(Answer.single("yes"));

    thread.fork(asked, Input.Fork.Branch.CHILD).proceed(null);

    assertThat(thread.turn()).isEqualTo(FIRST);
    assertThat(thread.answer(Answer.single("yes")).turn()).isEqualTo(FIRST);
  }

  @Test
  void shouldBeThatBeforeTheInputThatIsRolledBack() {
    EngineDriver thread = asking();
    Checkpoint before = thread.checkpoint();
    thread.input(NOTHING);

    thread.accept(new Input.Rollback("back", before));

    assertThat(thread.turn()).isEqualTo(FIRST);
    assertThat(thread.answer(Answer.single("yes")).turn()).isEqualTo(FIRST);
  }

  @Test
  void shouldBeKnownToEachNode() {
    NodeAction tells =
        context -> {
          Object unused = context.interrupt(Question.of("?"));
          String told = context.turnId() + "/" + context.runId();
          return Command.update(LOG, List.of(told));
        };
    EngineDriver thread = EngineDriver.of(of(tells)).input(NOTHING);

    thread.answer(Answer.single("yes"));

    assertThat(thread.state().get(LOG)).contains("run-1/run-2");
  }

  @Test
  void shouldBeLeftOutWhereTheRunBeganIt() {
    RunSettings settings = RunSettings.of(9, OnFailure.PARK);

    Segment own = Segment.begin("run", "run", settings, Map.of());
    Segment other = Segment.begin("run", "turn", settings, Map.of());

    assertThat(own.turn()).isNull();
    assertThat(own.turnId()).isEqualTo("run");
    assertThat(other.turnId()).isEqualTo("turn");
    assertThat(other.joinedBy("more").halted(new Halt.Cancelled()).turnId()).isEqualTo("turn");
    assertThat(own.joinedBy("more").turnId()).isEqualTo("run");
  }
}
