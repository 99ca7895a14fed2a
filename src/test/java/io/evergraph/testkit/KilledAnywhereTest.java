package io.evergraph.testkit;

import static io.evergraph.testkit.Refunds.AMOUNT;
import static io.evergraph.testkit.Refunds.LOG;
import static io.evergraph.testkit.ScriptedModel.calls;
import static io.evergraph.testkit.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.exception.ModelNotFoundException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.RealTemporal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs whose workers are lost on the way end as if nothing had happened. */
@ExtendWith(EvergraphExtension.class)
class KilledAnywhereTest {
  private static GraphRun approved(TestServer server) {
    ScriptedModel model =
        ScriptedModel.says(
            calls("order", "{\"number\":\"7\"}").and("order", "{\"number\":\"8\"}"),
            calls("refund", "{\"order\":\"7\",\"amount\":250}"),
            text("You get 250 euros."));
    return GraphRun.of(Refunds.agent(model)).on(server).user("Refund order 7.").start().approve();
  }

  @Test
  @Tag("slow")
  void shouldEndTheSameWhenWorkersAreLostAtEveryPlace() {
    GraphRun run = approved(TestServer.memory());

    assertThat(run.killedEverywhere())
        .finished()
        .toolRan("order", 2)
        .toolRan("refund", 1)
        .said("You get 250 euros.")
        .chatIsValid();
  }

  @Test
  @Tag("real")
  @Tag("slow")
  void shouldEndTheSameOnARealServer() {
    try (GraphRun run = approved(TestServer.at(RealTemporal.address()))) {
      assertThat(run.killedAnywhere(3, 7)).finished().toolRan("refund", 1).chatIsValid();
    }
  }

  @Test
  void shouldAnswerTheSameQuestionsByTheirIds() {
    Graph both =
        Graph.builder("both")
            .channels(LOG)
            .node("left", asking("left"))
            .node("right", asking("right"))
            .edge(Graph.START, "left")
            .edge(Graph.START, "right")
            .build();
    GraphRun run = GraphRun.of(both).start();
    Answer[] answers =
        run.questions().stream().map(it -> Answer.to(it.id(), "yes")).toArray(Answer[]::new);

    assertThat(run.decide(answers).killedAnywhere(1, 42)).finished().asksNothing();
  }

  private static NodeAction asking(String name) {
    return context ->
        Command.update(LOG, name + context.interrupt(Question.asking(String.class, "Well?")));
  }

  @Test
  void shouldNameTheSeedWhenTheStateDiffers() {
    AtomicInteger runs = new AtomicInteger();
    Graph forgetful =
        Graph.builder("forgetful")
            .channels(AMOUNT)
            .node("count", context -> Command.update(AMOUNT, runs.incrementAndGet()))
            .edge(Graph.START, "count")
            .build();
    GraphRun run = GraphRun.of(forgetful).start();

    assertThatThrownBy(() -> run.killedAnywhere(1, 42))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("{amount=2}", "-Devergraph.seed=42");
  }

  @Test
  void shouldFailWhenARunParksThatFinishedWithoutLosses() {
    AtomicInteger payments = new AtomicInteger();
    Graph paying =
        Graph.builder("paying")
            .channels(AMOUNT)
            .node("pay", context -> paidOnce(payments))
            .edge(Graph.START, "pay")
            .build();
    GraphRun run = GraphRun.of(paying).input(StateUpdate.of(AMOUNT, 50)).start();

    assertThatThrownBy(run::killedEverywhere)
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("[FINISHED]", "[PARKED]", "paid already", "-Devergraph.seed=");
  }

  /** Writes nothing: only how the run stops tells that it was called once more than it can be. */
  private static Command paidOnce(AtomicInteger payments) {
    int runs = 3; // this one, its repetition without losses, and the one that loses workers
    if (payments.incrementAndGet() > runs) {
      throw new IllegalArgumentException("It was paid already.");
    }
    return Command.none();
  }

  @Test
  void shouldRefuseToLoseMoreWorkersThanTheRunHasPlaces() {
    GraphRun run =
        GraphRun.of(Refunds.graph(new AtomicInteger())).input(StateUpdate.of(AMOUNT, 50)).start();

    assertThatThrownBy(() -> run.killedAnywhere(100))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("but found 100", "killedEverywhere()");
  }

  @Test
  void shouldSayThatTheFailuresOfAScriptDoNotComeAgain() {
    ScriptedModel failing =
        ScriptedModel.says(ScriptedModel.fails(new ModelNotFoundException("away")), text("Hello."));
    GraphRun parked = GraphRun.of(Refunds.agent(failing)).user("Hi").start();

    GraphRun run = parked.decide(Answer.retry());

    assertThatThrownBy(() -> run.killedAnywhere(1, 42))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll(
            "does not repeat itself", "PARKED", "FINISHED", "ScriptedModel.fails");
  }

  @Test
  void shouldSayThatTheRunDoesNotRepeatItselfWhenNothingOfTheScriptIsLeft() {
    ScriptedModel failing =
        ScriptedModel.says(ScriptedModel.fails(new ModelNotFoundException("away")));
    GraphRun parked = GraphRun.of(Refunds.agent(failing)).user("Hi").start();

    GraphRun run = parked.decide(Answer.skip(StateUpdate.empty()));

    assertThatThrownBy(() -> run.killedAnywhere(1, 42))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("does not repeat itself")
        .hasStackTraceContaining("Expected no request after the 0 replies");
  }

  @Test
  void shouldRefuseRunsInWhichTimePassed() {
    GraphRun run =
        GraphRun.of(Refunds.graph(new AtomicInteger()))
            .input(StateUpdate.of(AMOUNT, 700))
            .start()
            .passes(Duration.ofDays(2));

    assertThatThrownBy(() -> run.killedAnywhere(1)).isInstanceOf(IllegalStateException.class);
  }
}
