package io.evergraph.llm;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelRefusedException;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.ModelUnavailableException;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node that asks a model. */
class ModelNodeTest {
  @Test
  void shouldNotBeLocal() {
    NodeAction model =
        ModelNode.of(ModelSource.of(ScriptedChat.of(ScriptedChat.says("done"))), CHAT);
    NodePolicy local = NodePolicy.builder().local().build();

    for (NodeAction action : List.of(model, NodeAction.keyed(State::values, model))) {
      assertThatThrownBy(
              () ->
                  Graph.builder("local-model")
                      .channels(CHAT)
                      .node("ask", action, local)
                      .edge(START, "ask")
                      .build())
          .isInstanceOf(InvalidGraphException.class)
          .hasMessageContaining("node 'ask' is local, but waits for a model");
    }
  }

  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final NodePolicy QUICK =
      NodePolicy.builder()
          .retry(new RetryPolicy(3, Duration.ofMillis(1), 1, Duration.ofMillis(1), List.of()))
          .nonRetryable(ModelRefusedException.class)
          .build();

  private final InMemoryRuntime runtime = InMemoryRuntime.of();
  private StubProvider provider;

  @BeforeEach
  void start() throws IOException {
    provider = StubProvider.start();
  }

  @AfterEach
  void close() {
    provider.close();
    runtime.close();
  }

  private RunResult ask(ModelNode node, NodePolicy policy, Message... said) {
    Graph graph =
        Graph.builder("asking").channels(CHAT).node("llm", node, policy).edge(START, "llm").build();
    return runtime.start(graph, ThreadId.random(), StateUpdate.of(CHAT, said)).await();
  }

  private RunResult askProvider() {
    ModelNode node = ModelNode.of(ModelSource.of(provider.model()), CHAT);
    return ask(node, QUICK, Message.user("Hi"));
  }

  @Test
  void shouldAppendTheAnswerToTheChat() {
    provider.says("Hello!");

    RunResult result = askProvider();

    assertThat(result.state().get(CHAT)).extracting(Message::text).containsExactly("Hi", "Hello!");
    assertThat(result.state().get(CHAT).get(1)).isInstanceOf(Message.Assistant.class);
    assertThat(result.state().get(CHAT)).extracting(Message::id).doesNotContain("");
  }

  /** Providers refuse a call with an empty id, which other providers send. */
  @Test
  void shouldSendEachCallAndItsResultUnderAnIdOfItsOwn() {
    ScriptedChat model = ScriptedChat.of(ScriptedChat.says("done"), ScriptedChat.says("done"));
    ToolCall first = new ToolCall("", "t", "{\"n\":1}");
    ToolCall named = new ToolCall("c", "t", "{}");
    ToolCall second = new ToolCall("", "t", "{\"n\":2}");
    Message[] chat = {
      Message.user("Hi"),
      Message.assistant("", first, named, second),
      Message.result(first, "one"),
      Message.result(named, "named"),
      Message.result(second, "two"),
      Message.assistant("", second),
      Message.result(second, "again")
    };

    ask(ModelNode.of(ModelSource.of(model), CHAT), QUICK, chat);

    List<String> called = new ArrayList<>();
    List<String> results = new ArrayList<>();
    for (ChatMessage message : model.requests().get(0).messages()) {
      if (message instanceof AiMessage caller) {
        caller.toolExecutionRequests().forEach(call -> called.add(call.id()));
      } else if (message instanceof ToolExecutionResultMessage result) {
        results.add(result.id());
      }
    }
    assertThat(called).hasSize(4).doesNotHaveDuplicates().contains("c").doesNotContain("");
    assertThat(results).isEqualTo(called);
  }

  @Test
  void shouldShowPromptChatAndToolsToTheModel() {
    ScriptedChat model = ScriptedChat.of(ScriptedChat.says("done"));
    ToolSpecification tool = ToolSpecification.builder().name("t").description("d").build();
    ModelNode node =
        ModelNode.of(ModelSource.of(model), CHAT).withPrompt("Be kind.").withTools(List.of(tool));
    ToolCall call = new ToolCall("c", "t", "{ }");

    ask(
        node,
        QUICK,
        Message.user("Hi"),
        Message.assistant("", call),
        Message.failure(call, ""),
        Message.instruction("Hurry."));

    ChatRequest request = model.requests().get(0);
    assertThat(request.toolSpecifications()).containsExactly(tool);
    assertThat(request.messages())
        .containsExactly(
            SystemMessage.from("Be kind."),
            UserMessage.from("Hi"),
            AiMessage.from(ScriptedChat.call("c", "t", "{ }")),
            ToolExecutionResultMessage.builder()
                .id("c")
                .toolName("t")
                .text("")
                .isError(true)
                .build(),
            SystemMessage.from("Hurry."));
  }

  @Test
  void shouldGiveCallsAnIdWhereTheProviderGaveNone() {
    ScriptedChat model =
        ScriptedChat.of(
            ScriptedChat.calls(
                ScriptedChat.call(null, "t", null),
                ScriptedChat.call(null, null, "{}"),
                ScriptedChat.call("", "t", "{}"),
                ScriptedChat.call("", "t", "{}")));

    RunResult result = ask(ModelNode.of(ModelSource.of(model), CHAT), QUICK, Message.user("Hi"));

    List<ToolCall> calls = ((Message.Assistant) result.state().get(CHAT).get(1)).toolCalls();
    assertThat(calls).extracting(ToolCall::arguments).containsExactly("", "{}", "{}", "{}");
    assertThat(calls).extracting(ToolCall::name).containsExactly("t", "", "t", "t");
    assertThat(calls)
        .extracting(ToolCall::id)
        .doesNotHaveDuplicates()
        .allMatch(id -> id.startsWith("call_"));
  }

  @Test
  void shouldFindTheModelByTheContextOfTheTask() {
    ScriptedChat model = ScriptedChat.of(ScriptedChat.says("from llm"));
    ModelSource source = context -> context.node().equals("llm") ? model : ScriptedChat.of();

    RunResult result = ask(ModelNode.of(source, CHAT), QUICK, Message.user("Hi"));

    assertThat(result.state().get(CHAT).get(1).text()).isEqualTo("from llm");
  }

  @Test
  void shouldNotAskAgainWhenTheProviderRefuses() {
    provider.answers(400, "{\"error\": {\"message\": \"No such thing\", \"code\": 7}}", Map.of());

    RunResult result = askProvider();

    assertThat(provider.requests()).isEqualTo(1);
    assertThat(failure(result).errorType()).isEqualTo(ModelRefusedException.class.getName());
    assertThat(failure(result).reason()).isEqualTo("No such thing");
  }

  @Test
  void shouldNotAskAgainWhenTheKeyIsWrong() {
    provider.answers(401, "Who are you?", Map.of());

    RunResult result = askProvider();

    assertThat(provider.requests()).isEqualTo(1);
    assertThat(failure(result).reason()).isEqualTo("Who are you?");
  }

  @Test
  void shouldAskAgainWhenTheProviderFails() {
    provider.answers(500, "{\"error\": \"Oops\"}", Map.of()).says("Hello!");

    RunResult result = askProvider();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(provider.requests()).isEqualTo(2);
  }

  @Test
  void shouldWaitAsLongAsTheProviderWishes() {
    provider
        .answers(429, "{\"error\": {\"message\": \"Slowly\"}}", Map.of("Retry-After", "0.4"))
        .says("Hello!");
    long begin = System.nanoTime();

    RunResult result = askProvider();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400));
  }

  @Test
  void shouldSayWhoCannotBeReached() {
    ModelNode node = ModelNode.of(ModelSource.of(provider.model()), CHAT);
    provider.close();

    RunResult result = ask(node, QUICK, Message.user("Hi"));

    assertThat(failure(result).attempts()).isEqualTo(3);
    assertThat(failure(result).errorType()).isEqualTo(ModelUnavailableException.class.getName());
    assertThat(failure(result).reason())
        .startsWith("Cannot reach http://127.0.0.1:")
        .contains("ConnectException");
  }

  @Test
  void shouldLeaveErrorsThatAreNotTheProvidersAsTheyAre() {
    ModelNode node = ModelNode.of(ModelSource.of(ScriptedChat.of()), CHAT);

    RunResult result = ask(node, QUICK, Message.user("Hi"));

    assertThat(failure(result).errorType()).isEqualTo(IllegalStateException.class.getName());
  }

  @Test
  void shouldRefuseAnEmptyChat() {
    RunResult result = ask(ModelNode.of(ModelSource.of(ScriptedChat.of()), CHAT), QUICK);

    assertThat(failure(result).errorType()).isEqualTo(InvalidInputException.class.getName());
    assertThat(failure(result).reason()).contains("chat");
  }

  private static TaskFailedException failure(RunResult result) {
    return (TaskFailedException) result.error().orElseThrow();
  }
}
