package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.ChatModel;
import io.evergraph.agent.ExecutionMode;
import io.evergraph.agent.ReactAgent;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Limits.Reaction;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.StreamedModel;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.ScriptedModel;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A person says whether an agent may call a tool more often than its limits let it. */
class ToolLimitContract extends RuntimeContract {
  private static final AiMessage LOOK = looks(1);
  private static final Map<String, Object> APPROVE = Map.of("type", "approve");
  private static final Map<String, Object> REJECT = Map.of("type", "reject");
  private static final String ONE_A_TURN = "The limit of 1 calls of 'look' in one turn is reached.";

  private final Queue<String> made = new ConcurrentLinkedQueue<>();

  private static AiMessage looks(int times) {
    return calls(
        IntStream.rangeClosed(1, times)
            .mapToObj(id -> call("" + id, "look", "{}"))
            .toArray(ToolExecutionRequest[]::new));
  }

  private static Limits asking(int turn) {
    return Limits.perTurn(it -> it.toolCalls("look", turn)).onToolCallsReached(Reaction.ASK);
  }

  private Toolset tools() {
    return Stream.of("look", "mail").map(this::tool).reduce(Toolset.empty(), Toolset::and);
  }

  private Toolset tool(String name) {
    return Toolset.of(
        ToolSpecification.builder().name(name).build(),
        (call, context) -> {
          made.add(name);
          return name + " done";
        });
  }

  private ReactAgent agent(Limits limits, AiMessage... script) {
    return agent(limits, ScriptedChat.of(script));
  }

  private ReactAgent agent(Limits limits, ChatModel model) {
    return ReactAgent.of("asking-" + thread().value(), ModelSource.of(model))
        .tools(tools())
        .limits(limits);
  }

  private RunResult say(ReactAgent agent) {
    return start(agent.build(), StateUpdate.of(MESSAGES, Message.user("Hi")));
  }

  private RunResult approve() {
    return answer(Answer.single(APPROVE));
  }

  private RunResult reject() {
    return answer(Answer.single(REJECT));
  }

  private static Object asked(RunResult waiting) {
    assertThat(waiting.status()).isEqualTo(RunStatus.WAITING);
    assertThat(waiting.interrupts()).hasSize(1);
    return waiting.interrupts().get(0).value();
  }

  private static Map<String, Object> card(
      String scope, long limit, long used, int wanted, String more) {
    String reached =
        "The limit of %d calls of 'look' in one %s is reached. ".formatted(limit, scope);
    return Map.of(
        "type",
        "limit_reached",
        "scope",
        scope,
        "what",
        "calls of 'look'",
        "limit",
        (int) limit,
        "used",
        (int) used,
        "wanted",
        wanted,
        "description",
        reached + more);
  }

  private static String last(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<Message> chat = result.state().get(MESSAGES);
    assertThat(Messages.paired(chat)).isEqualTo(chat);
    return chat.get(chat.size() - 1).text();
  }

  @Test
  void shouldMakeTheCallWhereAPersonAllowsAsMuchAgain() {
    RunResult waiting = say(agent(asking(1), LOOK, LOOK, says("Seen.")));
    Object question = asked(waiting);
    List<String> before = List.copyOf(made);

    RunResult ended = approve();

    assertThat(question).isEqualTo(card("turn", 1, 1, 1, "Used are 1; the model wants 1 more."));
    assertThat(before).containsExactly("look");
    assertThat(last(ended)).isEqualTo("Seen.");
    assertThat(made).containsExactly("look", "look");
  }

  @Test
  void shouldEndWithTheLimitWhereAPersonAllowsNoMore() {
    AiMessage both = calls(call("2", "look", "{}"), call("3", "mail", "{}"));
    ReactAgent agent = agent(asking(1), LOOK, both, says("Hello again."));
    asked(say(agent));

    RunResult ended = reject();
    RunResult next = say(agent);

    assertThat(last(ended)).isEqualTo(ONE_A_TURN);
    List<Message> chat = ended.state().get(MESSAGES);
    assertThat(chat.subList(4, 6))
        .extracting(Message::text)
        .containsOnly("This call was not made. " + ONE_A_TURN);
    assertThat(made).containsExactly("look");
    assertThat(last(next)).isEqualTo("Hello again.");
  }

  @Test
  void shouldAskAgainAtTwiceTheLimitAndForgetItWithTheTurn() {
    ReactAgent agent = agent(asking(1), LOOK, LOOK, LOOK, LOOK, LOOK);
    asked(say(agent));

    Object twice = asked(approve());
    RunResult ended = reject();
    Object nextTurn = asked(say(agent));

    assertThat(twice).isEqualTo(card("turn", 2, 2, 1, "Used are 2; the model wants 1 more."));
    assertThat(last(ended)).isEqualTo("The limit of 2 calls of 'look' in one turn is reached.");
    assertThat(nextTurn).isEqualTo(card("turn", 1, 1, 1, "Used are 1; the model wants 1 more."));
    assertThat(made).hasSize(3);
  }

  @Test
  void shouldAskOnceForAllCallsOfAMessage() {
    ReactAgent agent = agent(asking(2), looks(5), LOOK, LOOK, says("never"));
    Object question = asked(say(agent));

    Object next = asked(approve());

    assertThat(question).isEqualTo(card("turn", 2, 0, 5, "Used are 0; the model wants 5 more."));
    assertThat(next).isEqualTo(card("turn", 6, 6, 1, "Used are 6; the model wants 1 more."));
    assertThat(made).hasSize(6);
  }

  @Test
  void shouldAskForEachLimitAndKeepWhatIsAllowedOnTheThread() {
    Limits limits = asking(2).perThread(thread -> thread.toolCalls("look", 1));
    ReactAgent agent = agent(limits, looks(3), says("one"), LOOK, says("two"));

    Object ofTurn = asked(say(agent));
    Object ofThread = asked(approve());
    String first = last(approve());
    Object ofNextTurn = asked(say(agent));
    String second = last(approve());

    assertThat(ofTurn).isEqualTo(card("turn", 2, 0, 3, "Used are 0; the model wants 3 more."));
    assertThat(ofThread).isEqualTo(card("thread", 1, 0, 3, "Used are 0; the model wants 3 more."));
    assertThat(ofNextTurn)
        .isEqualTo(card("thread", 3, 3, 1, "Used are 3; the model wants 1 more."));
    assertThat(List.of(first, second)).containsExactly("one", "two");
    assertThat(made).hasSize(4);
  }

  @Test
  void shouldAskAboutNoOtherToolWhereOneIsRefused() {
    AiMessage both =
        calls(call("1", "look", "{}"), call("2", "mail", "{}"), call("3", "look", "{}"));
    Limits limits =
        Limits.perTurn(turn -> turn.toolCalls("look", 1).toolCalls("mail", 1))
            .perThread(thread -> thread.toolCalls("look", 9))
            .onToolCallsReached(Reaction.ASK);
    asked(say(agent(limits, both)));

    assertThat(last(reject())).isEqualTo(ONE_A_TURN);
    assertThat(made).isEmpty();
  }

  @Test
  void shouldKeepWhatIsAllowedOnTheThreadWhereAnotherLimitIsRefused() {
    AiMessage both = calls(call("1", "look", "{}"), call("2", "mail", "{}"));
    Limits limits =
        Limits.perTurn(turn -> turn.toolCalls("mail", 1))
            .perThread(thread -> thread.toolCalls("look", 1))
            .onToolCallsReached(Reaction.ASK);
    ReactAgent agent = agent(limits, both, both, LOOK, says("Fine."));
    asked(say(agent));
    Object mail = asked(approve());

    RunResult ended = reject();
    RunResult next = say(agent);

    assertThat(((Map<?, ?>) mail).get("what")).isEqualTo("calls of 'mail'");
    assertThat(last(ended)).contains("'mail'");
    assertThat(last(next)).isEqualTo("Fine.");
    assertThat(made).containsExactlyInAnyOrder("look", "mail", "look");
  }

  @Test
  void shouldAskAboutTheLimitBeforeTheCall() {
    asked(say(agent(asking(1), LOOK, LOOK, says("Seen.")).approve("look")));

    Object limit = asked(approve());
    RunResult shown = approve();

    assertThat(((Map<?, ?>) limit).get("type")).isEqualTo("limit_reached");
    assertThat(shown.status()).isEqualTo(RunStatus.WAITING);
    assertThat(made).containsExactly("look");
    assertThat(last(approve())).isEqualTo("Seen.");
    assertThat(made).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void shouldAskInEveryMode(ExecutionMode mode) {
    asked(say(agent(asking(1), LOOK, looks(2), LOOK).mode(mode)));

    asked(approve());
    RunResult ended = reject();

    assertThat(last(ended)).isEqualTo("The limit of 3 calls of 'look' in one turn is reached.");
    assertThat(made).hasSize(3);
  }

  @Test
  void shouldAskWhereTheModelStreams() {
    ScriptedModel model =
        ScriptedModel.says(
            ScriptedModel.calls("look", "{}"),
            ScriptedModel.calls("look", "{}"),
            ScriptedModel.text("Seen."));
    asked(say(agent(asking(1), StreamedModel.of(model.streaming()))));

    assertThat(last(approve())).isEqualTo("Seen.");
    assertThat(made).hasSize(2);
  }

  @Test
  void shouldAskForAnAgentInside() {
    AiMessage task = calls(call("ask", "inner", "{\"task\":\"t\"}"));
    ReactAgent inner =
        ReactAgent.of("inner", ModelSource.of(ScriptedChat.of(LOOK, LOOK, says("Seen."))))
            .tools(tools())
            .limits(asking(1));
    ReactAgent outer =
        agent(Limits.NONE, task, says("All done."))
            .tools(Toolset.agent(inner.build(), "looks around"));
    Object question = asked(say(outer));

    RunResult ended = approve();

    assertThat(question).isEqualTo(card("turn", 1, 1, 1, "Used are 1; the model wants 1 more."));
    assertThat(last(ended)).isEqualTo("All done.");
    assertThat(ended.state().get(MESSAGES)).extracting(Message::text).contains("Seen.");
    assertThat(made).hasSize(2);
  }

  @Test
  void shouldAskHowOftenAnAgentInsideMayBeCalled() {
    AiMessage task = calls(call("ask", "inner", "{\"task\":\"t\"}"));
    ScriptedChat speaker = ScriptedChat.of(says("one"), says("two"));
    Toolset inner =
        Toolset.agent(ReactAgent.of("inner", ModelSource.of(speaker)).build(), "speaks");
    Limits limits =
        Limits.perTurn(turn -> turn.toolCalls("inner", 1)).onToolCallsReached(Reaction.ASK);
    asked(say(agent(limits, task, task, says("All done.")).tools(inner)));
    int before = speaker.requests().size();

    assertThat(last(approve())).isEqualTo("All done.");
    assertThat(before).isEqualTo(1);
    assertThat(speaker.requests()).hasSize(2);
  }

  @Test
  void shouldFailBeforeAnyCallWhereItIsToldTo() {
    Limits limits =
        Limits.perTurn(turn -> turn.toolCalls("look", 2)).onToolCallsReached(Reaction.FAIL);
    AiMessage four = calls(call("0", "mail", "{}"), looks(3).toolExecutionRequests().get(0));

    RunResult result = say(agent(limits, LOOK, four, looks(3)));

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(LimitReachedException.class.getName());
    assertThat(failure.reason()).contains("limit of 2 calls of 'look' in one turn", "Used are 2");
    assertThat(failure.attempts()).isEqualTo(1);
    assertThat(made).containsExactlyInAnyOrder("look", "mail", "look");
  }
}
