package io.evergraph.docs;

import static io.evergraph.testkit.ScriptedModel.calls;
import static io.evergraph.testkit.ScriptedModel.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.Budget;
import io.evergraph.agent.hook.BudgetWindow;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.EvergraphExtension;
import io.evergraph.testkit.GraphRun;
import io.evergraph.testkit.ScriptedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests that the page on testing shows. */
@ExtendWith(EvergraphExtension.class)
class SupportTest {
  private static final CodeOfPage CODE =
      new CodeOfPage(Path.of("src/test/java/io/evergraph/docs/SupportTest.java"));

  @ParameterizedTest
  @ValueSource(strings = {"agent", "kill", "budget", "node", "expiry", "parked"})
  void shouldShowTheTestsThatRun(String part) {
    CODE.assertShownOn(Path.of("docs/testing.md"), part);
  }

  // begin agent
  private final ScriptedModel model =
      ScriptedModel.says(
          calls("order", "{\"number\":\"7\"}"),
          calls("refund", "{\"order\":\"7\",\"amount\":250}"),
          text("You get 250 euros."));

  private GraphRun asked() {
    return GraphRun.of(AgentExample.support(model)).user("Please refund order 7.").start();
  }

  @Test
  void shouldPayOnlyAfterTheApproval() {
    GraphRun run = asked();

    assertThat(run).asks("refund").withArguments("amount", 250).toolRan("refund", 0);
    assertThat(run.approve()).toolRan("refund", 1).said("You get 250 euros.").chatIsValid();
  }

  // end agent

  // begin kill
  @Test
  void shouldSurviveTheLossOfAnyWorker() {
    assertThat(asked().approve().killedAnywhere(5)).toolRan("refund", 1).chatIsValid();
  }

  // end kill

  // begin budget
  @Test
  void shouldCallNoModelWhenNothingIsLeft() {
    Budget budget = Budget.perTenant(new LocalBudgetLedger()).tokens(10, BudgetWindow.DAY);
    Graph support = ReactAgent.of("support", ModelSource.of(model)).with(budget).build();

    assertThat(GraphRun.of(support).context(Map.of("tenant", "acme")).user("Hi.").start())
        .finished();
    assertThat(model.requests()).isEmpty();
  }

  // end budget

  // begin node
  @Test
  void shouldSendLargeRefundsToAPerson() {
    StateUpdate large = StateUpdate.of(RefundExample.REFUND, new RefundExample.Refund("7", 250));

    assertThat(GraphRun.of(RefundExample.refunds()).input(large).runNode("assess"))
        .holds(RefundExample.LOG, List.of("assessed"))
        .goesTo("approve");
  }

  // end node

  // begin expiry
  @Test
  void shouldRejectWhenNobodyDecides() {
    Graph patient = ApplicationsExample.refunds(order -> "paid");
    StateUpdate large = StateUpdate.of(ApplicationsExample.AMOUNT, 250);
    GraphRun run = GraphRun.of(patient).input(large).start();

    assertThat(run).asks("approve");
    assertThat(run.passes(Duration.ofDays(2))).finished().ran("assess", "approve", "decline");
  }

  // end expiry

  // begin parked
  @Test
  void shouldWaitForSomebodyWhenTheBankIsAway() {
    Graph refunds =
        ApplicationsExample.refunds(
            order -> {
              throw new IOException("The bank does not answer.");
            });
    StateUpdate small = StateUpdate.of(ApplicationsExample.AMOUNT, 50);
    GraphRun run = GraphRun.of(refunds).input(small).start();

    assertThat(run).parkedAt("pay"); // after all attempts, whose pauses took no time
    assertThat(run.decide(Answer.skip(StateUpdate.of(ApplicationsExample.RESULT, "by hand"))))
        .finished()
        .holds(ApplicationsExample.RESULT, "by hand");
  }
  // end parked
}
