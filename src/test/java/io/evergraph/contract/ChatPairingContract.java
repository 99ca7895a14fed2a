package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.AgentHook.Placement;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.HookResult;
import io.evergraph.agent.hook.HookResult.Jump;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.ToolExecutor;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every call has exactly one result, right after the message that made it, in every request. */
class ChatPairingContract extends RuntimeContract {
  private static final String UNKNOWN =
      "The result of this call is not known: the run stopped before it was there. The call may have been made; check that before you call again.";

  private static final AiMessage BOTH =
      calls(call("same", "look", "{}"), call("same", "hide", "{}"));

  private static Toolset tools(ToolExecutor executor) {
    return Toolset.of(
        List.of(
            ToolSpecification.builder().name("look").build(),
            ToolSpecification.builder().name("hide").build()),
        executor);
  }

  private ReactAgent agent(ScriptedChat model) {
    return ReactAgent.of("paired-" + thread().value(), ModelSource.of(model))
        .tools(tools((call, context) -> "seen"));
  }

  private RunResult say(Graph graph, Message... words) {
    return start(graph, StateUpdate.of(MESSAGES, words));
  }

  private static void assertPaired(ScriptedChat model) {
    for (ChatRequest request : model.requests()) {
      List<String> open = new ArrayList<>();
      for (ChatMessage message : request.messages()) {
        if (message instanceof ToolExecutionResultMessage result) {
          assertThat(open.remove(result.id())).as("a call of " + result).isTrue();
        } else {
          assertThat(open).as("calls without a result before " + message).isEmpty();
        }
        if (message instanceof AiMessage caller) {
          caller.toolExecutionRequests().stream().map(ToolExecutionRequest::id).forEach(open::add);
        }
      }
      assertThat(open).as("calls without a result at the end").isEmpty();
    }
  }

  @Test
  void shouldHoldWhenPeopleRejectACall() {
    ScriptedChat model = ScriptedChat.of(BOTH, says("I see."));
    say(agent(model).approve("hide").build(), Message.user("Hi"));

    RunResult result = answer(Answer.single(Map.of("type", "reject", "message", "no")));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(model.requests()).hasSize(2);
    assertPaired(model);
  }

  @Test
  void shouldHoldWhenALimitForbidsACall() {
    ScriptedChat model = ScriptedChat.of(BOTH, BOTH, says("I see."), says("Again."));
    Graph graph =
        agent(model)
            .limits(Limits.perTurn(turn -> turn.toolCalls("look", 1).modelCalls(3)))
            .build();

    say(graph, Message.user("Hi"));
    say(graph, Message.user("And now?"));

    assertThat(model.requests()).hasSize(4);
    assertPaired(model);
  }

  @Test
  void shouldHoldAfterARunThatWasCancelledBetweenCallAndResult() throws Exception {
    ScriptedChat model = ScriptedChat.of(BOTH, says("I see."));
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Graph graph =
        agent(model)
            .tools(
                tools(
                    (call, context) -> {
                      begun.countDown();
                      never.await();
                      return "never";
                    }))
            .build();
    runtime().graphs().register(graph);
    StateUpdate hi = StateUpdate.of(MESSAGES, Message.user("Hi"));
    RunHandle run = runtime().start(graph.name(), thread(), hi, RunOptions.defaults());
    begun.await();
    runtime().cancel(thread());
    assertThat(await(run).status()).isEqualTo(RunStatus.CANCELLED);

    RunResult result = say(graph, Message.user("Still there?"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(MESSAGES))
        .filteredOn(Message.Tool.class::isInstance)
        .hasSize(2)
        .allMatch(it -> it.text().contains("may have been made"));
    assertPaired(model);
  }

  @Test
  void shouldHoldForChatsThatOthersHaveBroken() {
    ScriptedChat model = ScriptedChat.of(says("I see."));
    ToolCall dangling = new ToolCall("d", "look", "{}");
    ToolCall answered = new ToolCall("a", "look", "{}");
    ToolCall orphan = new ToolCall("o", "look", "{}");

    RunResult result =
        say(
            agent(model).build(),
            Message.user("Hi"),
            Message.result(orphan, "of no call"),
            Message.assistant("", dangling, answered),
            Message.result(answered, "one"),
            Message.result(answered, "twice"),
            Message.user("And now?"),
            Message.result(dangling, "too late"));

    assertPaired(model);
    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "", "one", "too late", "And now?", "I see.");
  }

  @Test
  void shouldKeepTheResultOfACallThatComesAfterOtherMessages() {
    ScriptedChat model = ScriptedChat.of(says("I see."));
    ToolCall first = new ToolCall("same", "look", "{}");
    ToolCall second = new ToolCall("same", "hide", "{}");

    RunResult result =
        say(
            agent(model).build(),
            Message.user("Hi"),
            Message.assistant("one", first),
            Message.result(first, "paid"),
            Message.assistant("two", second),
            Message.instruction(" "),
            Message.user("Quick!"),
            Message.result(second, "sent"));

    assertPaired(model);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "one", "paid", "two", "sent", " ", "Quick!", "I see.");
    assertThat(model.requests().get(0).messages()).hasSize(6);
  }

  /** Says something after the first answer of the model. */
  private record Remark(Placement placement, Optional<Jump> jump) implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      HookResult remark = HookResult.tell("Be brief.");
      return answer.toolCalls().isEmpty()
          ? HookResult.goOn()
          : jump.map(remark::jumpTo).orElse(remark);
    }
  }

  @ParameterizedTest
  @CsvSource({"IN_TASK,", "NODE,", "IN_TASK,TOOLS", "NODE,TOOLS"})
  void shouldHoldWhenAHookSaysSomethingBesideCalls(Placement placement, Jump jump) {
    ScriptedChat model = ScriptedChat.of(BOTH, says("I see."));
    Remark remark = new Remark(placement, Optional.ofNullable(jump));

    RunResult result = say(agent(model).with(remark).build(), Message.user("Hi"));

    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "Be brief.", "", "seen", "seen", "I see.");
    assertPaired(model);
  }

  @Test
  void shouldHoldWhenAHookAsksTheModelAgainBesideCalls() {
    ScriptedChat model = ScriptedChat.of(BOTH, says("I see."));
    Remark remark = new Remark(Placement.IN_TASK, Optional.of(Jump.MODEL));

    RunResult result = say(agent(model).with(remark).build(), Message.user("Hi"));

    String closed = "This call was not made: the run stopped before it.";
    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly("Hi", "", closed, closed, "Be brief.", "I see.");
    assertPaired(model);
  }

  /** Writes to the chat as if a user had said it. */
  private static final class Interjection implements AgentHook {
    @Override
    public HookResult afterModel(Message.Assistant answer, HookContext context) {
      return HookResult.write(StateUpdate.of(context.chat(), Message.user("Stop.")));
    }
  }

  @Test
  void shouldHoldAtTheEndOfATurnInWhichCallsAreAbandoned() {
    ScriptedChat model = ScriptedChat.of(BOTH);

    RunResult result = say(agent(model).with(new Interjection()).build(), Message.user("Hi"));

    List<Message> chat = result.state().get(MESSAGES);
    assertThat(chat).hasSize(5).last().extracting(Message::text).isEqualTo("Stop.");
    assertThat(Messages.paired(chat)).isEqualTo(chat);
  }
}
