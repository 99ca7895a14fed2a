package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.exception.AuthenticationException;
import dev.langchain4j.exception.InternalServerException;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.Summary;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.FaultyModel;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelRefusedException;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.ModelUnavailableException;
import io.evergraph.llm.tool.FinalAnswerException;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an agent asks its model, which other models it asks, and what it takes for an answer. */
class AgentModelContract extends RuntimeContract {
  private static final Channel<String> CUSTOMER = Channel.of("customer", String.class);
  private static final Channel<Policy> POLICY = Channel.of("policy", Policy.class);
  private static final NodePolicy QUICK =
      ModelNode.POLICY.toBuilder().interval(Duration.ofMillis(1)).build();

  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  record Policy(int days) {}

  record Verdict(boolean granted, String reason) {
    Verdict {
      if (reason == null || reason.isBlank()) {
        throw new IllegalArgumentException("a verdict has a reason");
      }
    }
  }

  private ReactAgent agent(ModelSource model) {
    ToolSpecification search = ToolSpecification.builder().name("search").build();
    return ReactAgent.of("model-" + thread().value(), model)
        .modelPolicy(QUICK)
        .tools(
            Toolset.of(
                search,
                (call, context) -> {
                  made.add(call.id());
                  return "found";
                }));
  }

  private RunResult say(ReactAgent agent) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private static String type(RunResult result) {
    return failure(result).errorType();
  }

  private static TaskFailedException failure(RunResult result) {
    return (TaskFailedException) result.error().orElseThrow();
  }

  private static Message last(RunResult result) {
    List<Message> chat = result.state().get(MESSAGES);
    return chat.get(chat.size() - 1);
  }

  @Test
  void shouldFillThePromptFromTheState() {
    ScriptedChat model = ScriptedChat.of(says("one"), says("two"));
    ReactAgent agent =
        agent(ModelSource.of(model))
            .channels(CUSTOMER, POLICY)
            .prompt("Help {customer}. {policy?} {{customer}} {\"a\": 1}");
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user("Hi")).with(CUSTOMER, "Ann $1");

    start(agent.build(), input);
    start(agent.build(), input.with(POLICY, new Policy(14)));

    assertThat(model.requests().get(0).messages().get(0))
        .isEqualTo(SystemMessage.from("Help Ann $1.  {customer} {\"a\": 1}"));
    assertThat(model.requests().get(1).messages().get(0))
        .isEqualTo(SystemMessage.from("Help Ann $1. {\"days\":14} {customer} {\"a\": 1}"));
  }

  @Test
  void shouldNotAskTheModelWhenThePromptMissesAValue() {
    ScriptedChat model = ScriptedChat.of(says("never"));

    RunResult result =
        say(agent(ModelSource.of(model)).channels(CUSTOMER).prompt("Help {customer}."));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(type(result)).isEqualTo(InvalidInputException.class.getName());
    assertThat(failure(result).reason()).contains("{customer}", "node 'llm'");
    assertThat(failure(result).attempts()).isEqualTo(1);
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void shouldAskOtherModelsWhenTheFirstCannotBeReached() {
    FaultyModel first = FaultyModel.named("p").fails(AgentModelContract::down);
    FaultyModel second = FaultyModel.named("f1").fails(AgentModelContract::down);
    FaultyModel third = FaultyModel.named("f2").says("Hello");

    RunResult result =
        say(agent(ModelSource.of(first)).fallback(ModelSource.of(second), ModelSource.of(third)));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(List.of(first.requests().size(), second.requests().size())).containsExactly(3, 1);
    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "Hello");
    assertThat(last(result).metadata()).containsEntry(Message.MODEL, "f2");
    assertThat(usage("llm")).containsEntry("fallback", 2L).containsEntry("total_tokens", 5L);
  }

  @Test
  void shouldAskOtherModelsInTheLastAttemptThatTheCallerAllows() {
    FaultyModel first = FaultyModel.named("p").fails(AgentModelContract::down);
    FaultyModel second = FaultyModel.named("f").says("Hello");
    CallOptions once = CallOptions.everywhere(NodeOptions.builder().attempts(1).build());

    RunResult result =
        start(
            agent(ModelSource.of(first)).fallback(ModelSource.of(second)).build(),
            StateUpdate.of(MESSAGES, Message.user("Hi")),
            RunOptions.builder().callOptions(once));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(List.of(first.requests().size(), second.requests().size())).containsExactly(1, 1);
  }

  private Map<String, Long> usage(String node) {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(RunEvent.TaskFinished.class::cast)
        .filter(task -> task.node().equals(node))
        .findFirst()
        .orElseThrow()
        .report()
        .usage();
  }

  private static RuntimeException down() {
    return new InternalServerException("503");
  }

  @Test
  void shouldNotAskOtherModelsWhenTheRequestIsRefused() {
    FaultyModel first =
        FaultyModel.named("p").fails(() -> new AuthenticationException("Who are you?"));
    FaultyModel second = FaultyModel.named("f1").says("never");

    RunResult result = say(agent(ModelSource.of(first)).fallback(ModelSource.of(second)));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(type(result)).isEqualTo(ModelRefusedException.class.getName());
    assertThat(second.requests()).isEmpty();
  }

  @Test
  void shouldParkWhenNoModelCanBeReached() {
    FaultyModel first = FaultyModel.named("p").fails(AgentModelContract::down);
    FaultyModel second = FaultyModel.named("f1").fails(AgentModelContract::down);

    RunResult result = say(agent(ModelSource.of(first)).fallback(ModelSource.of(second)));

    assertThat(type(result)).isEqualTo(ModelUnavailableException.class.getName());
    assertThat(List.of(first.requests().size(), second.requests().size())).containsExactly(3, 1);
  }

  @Test
  void shouldNotTakeAQuestionForAFailureOfTheModel() {
    FaultyModel first = FaultyModel.named("p").says("Hello");
    FaultyModel second = FaultyModel.named("f1").says("never");
    ModelSource asking =
        context -> {
          Object unused = context.interrupt(Question.of("May I?"));
          return first;
        };

    RunResult asked = say(agent(asking).fallback(ModelSource.of(second)));
    int before = first.requests().size();
    RunResult result = answer(Answer.single("yes"));

    assertThat(asked.interrupts()).hasSize(1);
    assertThat(before).isZero();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(first.requests()).hasSize(1);
    assertThat(second.requests()).isEmpty();
  }

  private RunResult judge(AiMessage... script) {
    return say(agent(ModelSource.of(ScriptedChat.of(script))).answer(Verdict.class));
  }

  private static AiMessage verdict(String json) {
    return calls(call("v", "answer", json));
  }

  @Test
  void shouldAskAgainWhenAnAnswerDoesNotFitItsType() {
    RunResult result =
        judge(
            verdict("{\"granted\":\"maybe\",\"reason\":\"r\"}"),
            says("{\"granted\":true}"),
            verdict("{\"granted\":true,\"reason\":\"paid twice\"}"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class)))
        .isEqualTo(new Verdict(true, "paid twice"));
    List<Message> chat = result.state().get(MESSAGES);
    assertThat(chat.get(2).text()).contains("granted", "boolean");
    assertThat(chat.get(4).text()).contains("reason");
    assertThat(chat.get(4).metadata()).containsEntry(Message.SOURCE, "answer");
    assertThat(chat).hasSize(7);
  }

  @Test
  void shouldTakeJsonInPlaceOfWords() {
    RunResult result = judge(says("{\"granted\":false,\"reason\":\"too late\"}"));

    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class)))
        .isEqualTo(new Verdict(false, "too late"));
    assertThat(result.state().get(MESSAGES)).hasSize(2);
  }

  /** Says something after each answer of the model. */
  private record Remarking(AgentHook.Placement placement) implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return HookResult.tell("Noted.")
          .and(StateUpdate.of(context.chat(), List.of(Message.instruction("Be exact."))));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldCheckAnAnswerThoughAHookSaysSomethingAfterIt(AgentHook.Placement placement) {
    ScriptedChat model =
        ScriptedChat.of(says("Sure."), says("{\"granted\":true,\"reason\":\"paid twice\"}"));

    RunResult result =
        say(agent(ModelSource.of(model)).answer(Verdict.class).with(new Remarking(placement)));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class)))
        .isEqualTo(new Verdict(true, "paid twice"));
  }

  @Test
  void shouldParkAfterTwoRepairs() {
    ScriptedChat model =
        ScriptedChat.of(
            verdict("{\"granted\":\"a\"}"), says("Sure."), verdict("{\"granted\":\"c\"}"));

    RunResult result = say(agent(ModelSource.of(model)).answer(Verdict.class));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(type(result)).isEqualTo(FinalAnswerException.class.getName());
    assertThat(failure(result).reason()).contains("granted", "Verdict");
    assertThat(failure(result).attempts()).isEqualTo(1);
    assertThat(model.requests()).hasSize(3);
  }

  /** Everything but the question and the newest message is summarized before each model call. */
  @Test
  void shouldParkAfterTwoRepairsThatASummaryHasTakenOutOfTheChat() {
    ScriptedChat model =
        ScriptedChat.of(
            says("Sure."),
            calls(call("s", "search", "{}")),
            verdict("{\"granted\":\"b\"}"),
            calls(call("s", "search", "{}")),
            says("No."));
    ScriptedChat writer = ScriptedChat.of(says("1"), says("2"), says("3"), says("4"));
    ReactAgent agent =
        agent(ModelSource.of(model))
            .answer(Verdict.class)
            .with(Summary.with(ModelSource.of(writer)).whenOverMessages(2).keep(1));

    RunResult result = say(agent);

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(type(result)).isEqualTo(FinalAnswerException.class.getName());
    assertThat(failure(result).reason()).contains("after 2 repairs");
    assertThat(model.requests()).hasSize(5);
    assertThat(writer.requests()).isNotEmpty();
  }

  @Test
  void shouldMakeOrdinaryCallsBesideAnAnswerThatDoesNotFit() {
    RunResult result =
        judge(
            calls(call("s", "search", "{}"), call("v", "answer", "{\"granted\":1}")),
            verdict("{\"granted\":true,\"reason\":\"found\"}"));

    assertThat(made).containsExactly("s");
    assertThat(result.state().get(ReactAgent.answerOf(Verdict.class)))
        .isEqualTo(new Verdict(true, "found"));
    assertThat(result.state().get(MESSAGES))
        .filteredOn(Message.Tool.class::isInstance)
        .extracting(it -> ((Message.Tool) it).callId())
        .containsExactly("s", "v", "v");
  }

  @Test
  void shouldEndWithAnAnswerWhenOrdinaryCallsStandBesideIt() {
    RunResult result =
        judge(
            calls(
                call("s", "search", "{}"),
                call("v", "answer", "{\"granted\":true,\"reason\":\"known\"}")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(made).containsExactly("s");
    assertThat(result.state().get(MESSAGES)).hasSize(4);
  }

  @Test
  void shouldCountRepairsInEachTurnAnew() {
    ScriptedChat model =
        ScriptedChat.of(
            says("a"),
            says("b"),
            verdict("{\"granted\":true,\"reason\":\"one\"}"),
            says("c"),
            says("d"),
            verdict("{\"granted\":true,\"reason\":\"two\"}"));
    ReactAgent agent = agent(ModelSource.of(model)).answer(Verdict.class);

    say(agent);
    RunResult second = say(agent);

    assertThat(second.state().get(ReactAgent.answerOf(Verdict.class)).reason()).isEqualTo("two");
  }
}
