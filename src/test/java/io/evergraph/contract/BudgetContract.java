package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.Budget;
import io.evergraph.agent.hook.BudgetWindow;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits.Reaction;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger.Balance;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import io.evergraph.state.StateUpdate;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A budget of a tenant holds over all its threads. */
class BudgetContract extends RuntimeContract {
  private static final AiMessage LOOK = calls(call("1", "look", "{}"));
  private static final Clock NOON =
      Clock.fixed(Instant.parse("2026-11-24T12:00:00Z"), ZoneOffset.UTC);
  private static final String ACCOUNT = "tokens day 2026-11-24T00:00:00Z acme";
  private static final String REACHED =
      "The limit of 250 tokens in one day of tenant 'acme' is reached.";

  private final BudgetLedger ledger = new LocalBudgetLedger(NOON);

  private Budget budget() {
    return Budget.perTenant(ledger).tokens(250, BudgetWindow.DAY).longestAnswer(50).clock(NOON);
  }

  private ReactAgent agent(ScriptedChat model, Budget budget) {
    ToolSpecification look = ToolSpecification.builder().name("look").build();
    return ReactAgent.of("budgeted-" + thread().value(), ModelSource.of(model))
        .tools(Toolset.of(look, (call, context) -> "seen"))
        .modelPolicy(NodePolicy.builder().attempts(1).build())
        .with(budget);
  }

  private RunResult say(ReactAgent agent, String text, String tenant) {
    return start(
        agent.build(),
        StateUpdate.of(MESSAGES, Message.user(text)),
        RunOptions.builder().context(Map.of(Budget.TENANT, tenant)));
  }

  private static String last(RunResult result) {
    List<Message> chat = result.state().get(MESSAGES);
    return chat.get(chat.size() - 1).text();
  }

  private static String reason(RunResult result) {
    return ((TaskFailedException) result.error().orElseThrow()).reason();
  }

  @Test
  void shouldEndTheTurnsOfATenantOnAnyThreadWhenItsTokensAreUsed() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, says("Hello.")).reporting(100, 20);
    ReactAgent agent = agent(model, budget());

    String first = last(say(agent, "one", "acme"));
    newThread();
    String elsewhere = last(say(agent, "two", "acme"));
    newThread();
    String other = last(say(agent, "three", "globex"));

    assertThat(first).isEqualTo(REACHED);
    assertThat(elsewhere).isEqualTo(REACHED);
    assertThat(other).isEqualTo("Hello.");
    assertThat(model.requests()).hasSize(3);
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(240, 0));
  }

  @Test
  void shouldLetATurnGoOnWhereAPersonAllowsItAndAskAgainInTheNext() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK, LOOK, says("Done.")).reporting(100, 20);
    ReactAgent agent = agent(model, budget().onReached(Reaction.ASK));

    RunResult waiting = say(agent, "one", "acme");
    Map<?, ?> card = (Map<?, ?>) waiting.interrupts().get(0).value();
    RunResult allowed = answer(Answer.single(Map.of("type", "approve")));
    RunResult again = say(agent, "two", "acme");
    RunResult rejected = answer(Answer.single(Map.of("type", "reject")));

    assertThat(card.get("type")).isEqualTo("limit_reached");
    assertThat(card.get("description")).isEqualTo(REACHED);
    assertThat(card.get("used")).isEqualTo(240);
    assertThat(last(allowed)).isEqualTo("Done.");
    assertThat(again.status()).isEqualTo(RunStatus.WAITING);
    assertThat(last(rejected)).isEqualTo(REACHED);
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(600, 0));
  }

  @Test
  void shouldAskInOneTaskToo() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, LOOK, says("Done.")).reporting(100, 20);
    ReactAgent agent = agent(model, budget().onReached(Reaction.ASK)).mode(ExecutionMode.LEGACY);

    RunResult waiting = say(agent, "one", "acme");
    RunResult allowed = answer(Answer.single(Map.of("type", "approve")));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(last(allowed)).isEqualTo("Done.");
    assertThat(model.requests()).hasSize(4);
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(480, 0));
  }

  @Test
  void shouldFailWhereItIsToldTo() {
    Budget cheap =
        Budget.perTenant(ledger)
            .cost("0.0006", BudgetWindow.MONTH, Price.of("2.50", "10"))
            .longestAnswer(20)
            .clock(NOON)
            .onReached(Reaction.FAIL);
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK).reporting(100, 20);

    RunResult result = say(agent(model, cheap), "one", "acme");

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(LimitReachedException.class.getName());
    assertThat(failure.reason())
        .isEqualTo(
            "The limit of 0.0006 cost in one month of tenant 'acme' is reached. Used are 450.");
    assertThat(ledger.balance("cost month 2026-11-01T00:00:00Z acme"))
        .isEqualTo(new Balance(450, 0));
  }

  @Test
  void shouldReleaseWhatAFailedCallHadReserved() {
    RunResult result = say(agent(ScriptedChat.of(), budget()), "one", "acme");

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(0, 0));
  }

  @Test
  void shouldCountTheEstimateWhereTheModelReportsNothing() {
    RunResult result = say(agent(ScriptedChat.of(says("Hello.")), budget()), "one", "acme");

    assertThat(last(result)).isEqualTo("Hello.");
    assertThat(ledger.balance(ACCOUNT).used()).isBetween(51L, 120L);
  }

  @Test
  void shouldCallNoModelForARunThatNamesNoTenant() {
    ScriptedChat model = ScriptedChat.of(says("never"));

    RunResult result =
        start(agent(model, budget()).build(), StateUpdate.of(MESSAGES, Message.user("one")));

    assertThat(reason(result)).contains("'tenant' in the context of the run");
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void shouldCountForWhomAFunctionFinds() {
    ScriptedChat model = ScriptedChat.of(says("Hello.")).reporting(100, 20);

    RunResult result =
        start(
            agent(model, budget().tenantBy(context -> "acme")).build(),
            StateUpdate.of(MESSAGES, Message.user("one")));

    assertThat(last(result)).isEqualTo("Hello.");
    assertThat(ledger.balance(ACCOUNT)).isEqualTo(new Balance(120, 0));
  }

  @Test
  void shouldBeginEachWindowWithTheWholeBudget() {
    ScriptedChat model = ScriptedChat.of(LOOK, LOOK, says("Hello.")).reporting(100, 20);
    Clock midnight = Clock.fixed(Instant.parse("2026-11-25T00:00:00Z"), ZoneOffset.UTC);

    String today = last(say(agent(model, budget()), "one", "acme"));
    newThread();
    String tomorrow = last(say(agent(model, budget().clock(midnight)), "two", "acme"));

    assertThat(today).isEqualTo(REACHED);
    assertThat(tomorrow).isEqualTo("Hello.");
  }
}
