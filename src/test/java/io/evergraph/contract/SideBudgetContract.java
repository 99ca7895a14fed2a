package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.LlmRoutingAgent;
import io.evergraph.agent.flow.Merge;
import io.evergraph.agent.flow.ParallelAgent;
import io.evergraph.agent.hook.Budget;
import io.evergraph.agent.hook.BudgetWindow;
import io.evergraph.agent.hook.Summary;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits.Reaction;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger.Account;
import io.evergraph.runtime.spi.BudgetLedger.Balance;
import io.evergraph.runtime.spi.BudgetLedger.Claim;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import io.evergraph.state.StateUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What summaries, routers and merges ask models counts for the budget of a tenant. */
class SideBudgetContract extends RuntimeContract {
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-24T12:00:00Z"), ZoneOffset.UTC);
  private static final Instant MIDNIGHT = Instant.parse("2026-11-25T00:00:00Z");
  private static final String ACCOUNT = "tokens day 2026-11-24T00:00:00Z acme";
  private static final long MOST = 2_000;
  private static final String REACHED =
      "The limit of 2000 tokens in one day of tenant 'acme' is reached.";
  private static final Map<String, String> APPROVE = Map.of("type", "approve");

  private final BudgetLedger ledger = new LocalBudgetLedger(NOON);

  private Budget budget() {
    return Budget.perTenant(ledger).tokens(MOST, BudgetWindow.DAY).longestAnswer(50).clock(NOON);
  }

  /** Uses elsewhere what is left of the budget. */
  private void exhaust() {
    long rest = MOST - ledger.balance(ACCOUNT).used();
    Claim all = new Claim(new Account(ACCOUNT, MOST, MIDNIGHT), rest);
    assertThat(ledger.reserve("other", "other", List.of(all), Duration.ofMinutes(1))).isEmpty();
    ledger.settle("other", Map.of(ACCOUNT, rest));
  }

  private RunResult say(Graph graph, String text) {
    return start(
        graph,
        StateUpdate.of(MESSAGES, Message.user(text)),
        RunOptions.builder().context(Map.of(Budget.TENANT, "acme")));
  }

  private static String last(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<Message> chat = result.state().get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  private Graph summing(ScriptedChat model, ScriptedChat summarizer, Budget budget) {
    return ReactAgent.of("summing-" + thread().value(), ModelSource.of(model))
        .with(Summary.with(ModelSource.of(summarizer)).whenOverMessages(2).keep(1), budget)
        .build();
  }

  private LlmRoutingAgent desk(ScriptedChat chooser, ScriptedChat helper) {
    Graph help = ReactAgent.of("help", ModelSource.of(helper)).build();
    return LlmRoutingAgent.of("desk-" + thread().value(), ModelSource.of(chooser))
        .agent(help, "helps");
  }

  private static ScriptedChat choosing() {
    return ScriptedChat.of(says("{\"agents\":[{\"agent\":\"help\",\"query\":\"Go\"}]}"))
        .reporting(60, 40);
  }

  private static ScriptedChat saying(String text) {
    return ScriptedChat.of(says(text)).reporting(6, 4);
  }

  private Graph opinions(ScriptedChat merger, Budget budget) {
    return ParallelAgent.of("opinions-" + thread().value())
        .agents(
            ReactAgent.of("a", ModelSource.of(saying("yes"))).build(),
            ReactAgent.of("b", ModelSource.of(saying("no"))).build())
        .merge(Merge.by(ModelSource.of(merger), "Merge."))
        .budget(budget)
        .build();
  }

  @Test
  void shouldCountASummary() {
    ScriptedChat model = ScriptedChat.of(says("Hello."), says("Again.")).reporting(6, 4);
    ScriptedChat summarizer = ScriptedChat.of(says("Greetings.")).reporting(60, 40);
    Graph agent = summing(model, summarizer, budget());

    RunResult unused = say(agent, "Hi");

    assertThat(last(say(agent, "And?"))).isEqualTo("Again.");
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(120, 0));
  }

  @Test
  void shouldWriteNoSummaryBeyondTheBudgetAndEnd() {
    ScriptedChat model = ScriptedChat.of(says("Hello."), says("never"));
    ScriptedChat summarizer = ScriptedChat.of(says("never"));
    Graph agent = summing(model, summarizer, budget());
    assertThat(last(say(agent, "Hi"))).isEqualTo("Hello.");
    exhaust();

    assertThat(last(say(agent, "And?"))).isEqualTo(REACHED);
    assertThat(summarizer.requests()).isEmpty();
    assertThat(model.requests()).hasSize(1);
  }

  @Test
  void shouldAskOnceInATurnWhereASummaryGoesBeyondTheBudget() {
    ScriptedChat model = ScriptedChat.of(says("Hello."), says("Again."));
    ScriptedChat summarizer = ScriptedChat.of(says("Greetings."));
    Graph agent = summing(model, summarizer, budget().onReached(Reaction.ASK));
    assertThat(last(say(agent, "Hi"))).isEqualTo("Hello.");
    exhaust();

    RunResult waiting = say(agent, "And?");
    RunResult allowed = answer(Answer.single(APPROVE));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(last(allowed)).isEqualTo("Again.");
    assertThat(summarizer.requests()).hasSize(1);
  }

  @Test
  void shouldEndATurnInWhichAPersonRejectsASummaryWithoutAskingAgain() {
    ScriptedChat summarizer = ScriptedChat.of(says("never"));
    Graph agent =
        summing(ScriptedChat.of(says("Hello.")), summarizer, budget().onReached(Reaction.ASK));
    assertThat(last(say(agent, "Hi"))).isEqualTo("Hello.");
    exhaust();

    RunResult waiting = say(agent, "And?");

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(last(answer(Answer.single(Map.of("type", "reject"))))).isEqualTo(REACHED);
    assertThat(summarizer.requests()).isEmpty();
  }

  @Test
  void shouldCountWhatARouterAsks() {
    Graph desk = desk(choosing(), saying("Helped.")).budget(budget()).build();

    assertThat(last(say(desk, "Hi"))).isEqualTo("Helped.");
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(100, 0));
  }

  @Test
  void shouldEndARouterBeyondTheBudget() {
    ScriptedChat chooser = choosing();
    exhaust();

    RunResult result = say(desk(chooser, saying("never")).budget(budget()).build(), "Hi");

    assertThat(last(result)).isEqualTo(REACHED);
    assertThat(chooser.requests()).isEmpty();
  }

  @Test
  void shouldAskWhetherARouterMayGoOn() {
    exhaust();
    Graph desk =
        desk(choosing(), saying("Helped.")).budget(budget().onReached(Reaction.ASK)).build();

    RunResult waiting = say(desk, "Hi");
    RunResult allowed = answer(Answer.single(APPROVE));

    assertThat(waiting.interrupts().get(0).value())
        .isInstanceOfSatisfying(
            Map.class, card -> assertThat(card.get("description")).isEqualTo(REACHED));
    assertThat(last(allowed)).isEqualTo("Helped.");
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(MOST + 100, 0));
  }

  @Test
  void shouldParkARouterThatIsToldToFail() {
    exhaust();
    Graph desk =
        desk(choosing(), saying("never")).budget(budget().onReached(Reaction.FAIL)).build();

    RunResult result = say(desk, "Hi");

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(((TaskFailedException) result.error().orElseThrow()).errorType())
        .isEqualTo(LimitReachedException.class.getName());
  }

  @Test
  void shouldCountAMergeAndEndBeyondTheBudget() {
    ScriptedChat merger = ScriptedChat.of(says("Both.")).reporting(60, 40);
    Graph flow = opinions(merger, budget());

    assertThat(last(say(flow, "Hi"))).isEqualTo("Both.");
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(100, 0));

    newThread();
    exhaust();
    ScriptedChat refused = ScriptedChat.of(says("never"));

    assertThat(last(say(opinions(refused, budget()), "Hi"))).isEqualTo(REACHED);
    assertThat(refused.requests()).isEmpty();
  }

  @Test
  void shouldReleaseWhatARouterHadReservedForACallThatFailed() {
    ScriptedChat silent = ScriptedChat.of();
    Graph desk = desk(silent, saying("never")).budget(budget()).build();

    assertThat(say(desk, "Hi").status()).isEqualTo(RunStatus.PARKED);
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(0, 0));
  }
}
