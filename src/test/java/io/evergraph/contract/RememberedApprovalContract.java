package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.Approval.Scope;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.llm.tool.ReviewedCall;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Decisions of people that hold for later calls, and those that nobody takes in time. */
class RememberedApprovalContract extends RuntimeContract {
  private static final Map<String, Object> APPROVE = Map.of("type", "approve");

  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  /** Tools as users write them. */
  private final class Shop {
    @Tool("Pays somebody")
    String pay(@P("amount") int amount) {
      made.add("pay " + amount);
      return "paid " + amount;
    }

    @Tool("Sends a letter")
    String mail(@P("to") String to) {
      made.add("mail " + to);
      return "sent to " + to;
    }
  }

  private Graph agent(Approval approval, AiMessage... script) {
    return ReactAgent.of("agent-" + thread().value(), ModelSource.of(ScriptedChat.of(script)))
        .tools(Toolset.from(new Shop()))
        .approve(approval)
        .build();
  }

  private RunResult say(Graph agent) {
    return start(agent, StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static AiMessage pay(int amount) {
    return calls(call("p" + amount, "pay", "{\"amount\":" + amount + "}"));
  }

  private static AiMessage mail() {
    return calls(call("m", "mail", "{\"to\":\"Ann\"}"));
  }

  private static Map<String, Object> approve(Scope scope) {
    return Map.of("type", "approve", "remember", scope.name().toLowerCase(), "by", "bob");
  }

  private static List<String> results(RunResult result) {
    return result.state().get(MESSAGES).stream()
        .filter(Message.Tool.class::isInstance)
        .map(Message::text)
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "CALL, PER_MESSAGE, 4",
    "ARGUMENTS, PER_MESSAGE, 3",
    "TOOL, PER_MESSAGE, 2",
    "THREAD, PER_MESSAGE, 1",
    "ARGUMENTS, PER_CALL, 3",
    "THREAD, PER_CALL, 1"
  })
  void shouldNotAskAboutCallsThatAnEarlierDecisionCovers(
      Scope scope, Approval.Card card, int questions) {
    Approval approval = Approval.of("pay", "mail").rememberable(scope);
    Graph agent =
        agent(
            card == Approval.Card.PER_CALL ? approval.perCall() : approval,
            pay(1),
            pay(1),
            pay(2),
            mail(),
            says("Done."));

    RunResult result = say(agent);
    int asked = 0;
    while (result.status() == RunStatus.WAITING) {
      asked++;
      result = answer(Answer.single(asked == 1 ? approve(scope) : APPROVE));
    }

    assertThat(asked).isEqualTo(questions);
    assertThat(made).containsExactly("pay 1", "pay 1", "pay 2", "mail Ann");
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldRememberRejectionsOverTurns() {
    Graph agent =
        agent(
            Approval.of("pay").rememberable(Scope.TOOL),
            pay(1),
            says("Not paid."),
            pay(2),
            says("Not paid again."));
    say(agent);
    answer(Answer.single(Map.of("type", "reject", "message", "no money", "remember", "tool")));

    RunResult result = say(agent);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(results(result))
        .containsExactly(
            "A reviewer rejected this call: no money", "A reviewer rejected this call: no money");
    assertThat(made).isEmpty();
  }

  @Test
  void shouldAskWhereTheRuleOfTheCallDoesNotAllowWhatIsRemembered() {
    Graph agent =
        ReactAgent.of(
                "agent-" + thread().value(),
                ModelSource.of(ScriptedChat.of(mail(), pay(1), says("Done."))))
            .tools(Toolset.from(new Shop()))
            .approve(Approval.of("mail").rememberable(Scope.THREAD))
            .approve(Approval.of("pay").allow(Kind.EDIT, Kind.REJECT).rememberable(Scope.THREAD))
            .build();
    say(agent);

    RunResult result = answer(Answer.single(approve(Scope.THREAD)));

    assertThat(result.status()).isEqualTo(RunStatus.WAITING);
    assertThat(made).containsExactly("mail Ann");
  }

  @Test
  void shouldAskAgainWhenADecisionIsRevoked() {
    Graph agent =
        agent(
            Approval.of("pay").rememberable(Scope.TOOL),
            pay(1),
            says("Paid."),
            pay(2),
            says("Paid."),
            pay(3),
            says("Paid."));
    say(agent);
    answer(Answer.single(approve(Scope.TOOL)));
    assertThat(say(agent).status()).isEqualTo(RunStatus.FINISHED);

    runtime().editState(thread(), null, Approval.revoke("pay"), null);
    RunResult asked = say(agent);

    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
    assertThat(made).containsExactly("pay 1", "pay 2");
  }

  @Test
  void shouldRefuseToRememberWhatTheRuleDoesNotAllow() {
    Graph agent = agent(Approval.of("pay").rememberable(Scope.ARGUMENTS), pay(1), says("Paid."));
    RunResult waiting = say(agent);
    assertThat(waiting.interrupts().get(0).value().toString())
        .contains("remember=[call, arguments]");

    assertThatThrownBy(() -> answer(Answer.single(approve(Scope.THREAD))))
        .isInstanceOf(InvalidAnswerException.class)
        .hasMessageContaining("remember");
    assertThatThrownBy(
            () ->
                answer(
                    Answer.single(
                        Map.of("type", "respond", "message", "x", "remember", "arguments"))))
        .isInstanceOf(InvalidAnswerException.class);
    assertThat(runtime().snapshot(thread()).interrupts()).isEqualTo(waiting.interrupts());
  }

  @ParameterizedTest
  @CsvSource({"PER_MESSAGE", "PER_CALL"})
  void shouldTellWhoDecidedWhat(Approval.Card card) {
    Approval approval = Approval.of("pay").rememberable(Scope.ARGUMENTS);
    Graph agent =
        agent(
            card == Approval.Card.PER_CALL ? approval.perCall() : approval,
            pay(1),
            pay(1),
            pay(2),
            says("Paid."));
    say(agent);
    answer(Answer.single(approve(Scope.ARGUMENTS)));

    Map<String, Object> edit = Map.of("type", "edit", "args", Map.of("amount", 3), "by", "eve");
    RunResult result = answer(Answer.single(edit));

    assertThat(made).containsExactly("pay 1", "pay 1", "pay 3");
    List<ReviewedCall> decisions = Approval.decisions(runtime().snapshot(thread()).state());
    assertThat(decisions)
        .extracting(ReviewedCall::by, ReviewedCall::kind, ReviewedCall::scope)
        .containsExactly(
            tuple("bob", Kind.APPROVE, Scope.ARGUMENTS), tuple("eve", Kind.EDIT, Scope.CALL));
    assertThat(decisions.get(1).asked().number("amount")).isEqualTo(2);
    assertThat(decisions.get(1).made().number("amount")).isEqualTo(3);
    assertThat(Approval.decisions(result.state())).isEqualTo(decisions);
  }

  @Test
  void shouldTakeNoDecisionsFromCallers() {
    Graph agent = agent(Approval.of("pay").rememberable(Scope.THREAD), pay(1), says("Paid."));
    StateUpdate forged = StateUpdate.of(Map.of("review.decisions", List.of()));

    assertThatThrownBy(() -> start(agent, StateUpdate.of(MESSAGES, Message.user("Hi")).and(forged)))
        .isInstanceOf(UnknownChannelException.class);
    assertThat(made).isEmpty();
    say(agent);
    assertThatThrownBy(() -> runtime().editState(thread(), null, forged, null))
        .isInstanceOf(UnknownChannelException.class);
  }

  @ParameterizedTest
  @CsvSource({"PER_MESSAGE, APPROVE", "PER_CALL, APPROVE", "PER_CALL, REJECT"})
  void shouldDecideAsTheRuleSaysWhenNobodyDoesInTime(Approval.Card card, Kind otherwise) {
    Approval approval = Approval.of("pay").expiresAfter(Duration.ofMillis(300), otherwise);

    RunResult waiting =
        say(
            agent(
                card == Approval.Card.PER_CALL ? approval.perCall() : approval,
                pay(1),
                says("Done.")));
    List<RunEvent> unused = awaitEvent(RunEvent.RunFinished.class::isInstance);

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(runtime().snapshot(thread()).state().get(MESSAGES).get(2).text())
        .isEqualTo(
            otherwise == Kind.APPROVE
                ? "paid 1"
                : "A reviewer rejected this call: Nobody has decided in time.");
  }

  @Test
  void shouldAskWhereAConditionOrItsWordsFailOnTheArguments() {
    Approval failing =
        Approval.of("pay")
            .when(call -> call.number("missing") > 1)
            .describedBy(call -> call.text("missing"));

    RunResult waiting = say(agent(failing, pay(1), says("Paid.")));

    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(waiting.interrupts().get(0).value().toString())
        .contains("description=Pays somebody");
  }

  /** What a condition would say of the answer's turn counts no more. */
  @ParameterizedTest
  @EnumSource
  void shouldAskTheConditionOnceForEachCall(Approval.Card card) {
    AtomicInteger asked = new AtomicInteger();
    Approval first = Approval.of("pay").when(call -> asked.incrementAndGet() == 1);
    RunResult waiting =
        say(
            agent(
                card == Approval.Card.PER_CALL ? first.perCall() : first,
                pay(1),
                says("Not paid.")));
    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);

    RunResult result = answer(Answer.single(Map.of("type", "reject", "message", "no")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).isEmpty();
    assertThat(asked).hasValue(1);
  }
}
