package io.evergraph.llm;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Agents whose models, tools and clients do what is unusual, and which go on. */
class ForgivingAgentTest {
  private final InMemoryRuntime runtime = InMemoryRuntime.of();
  private final List<String> made = new ArrayList<>();

  @AfterEach
  void close() {
    runtime.close();
  }

  /** The tools of the agent. */
  private final class Desk {
    @Tool("Finds something")
    String find(
        @P("what") String what, @P(value = "limit", required = false) @Nullable Integer limit) {
      made.add(what + " " + limit);
      return "found";
    }

    @Tool("Draws something")
    ImageContent draw() {
      made.add("draw");
      return ImageContent.from("aGk=", "image/png");
    }

    @Tool("Reads something")
    List<Content> read() {
      return List.of(TextContent.from("one"), TextContent.from("two"));
    }
  }

  private RunResult run(ScriptedChat model, Message said) {
    Graph agent =
        ReactAgent.of("forgiving", ModelSource.of(model)).tools(Toolset.from(new Desk())).build();
    return runtime.start(agent, ThreadId.random(), StateUpdate.of(MESSAGES, said)).await();
  }

  private String told(AiMessage called) {
    ScriptedChat model = ScriptedChat.of(called, AiMessage.from("done"));
    RunResult result = run(model, Message.user("Hi"));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<ChatMessage> sent = model.requests().get(1).messages();
    return ((ToolExecutionResultMessage) sent.get(sent.size() - 1)).text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"multi_tool_use.parallel", "functions find", "x y z", " "})
  void shouldSendNoNameThatProvidersRefuseThoughTheModelMadeItUp(String name) {
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", name, "{}")), AiMessage.from("I cannot do that."));

    RunResult result = run(model, Message.user("Hi"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<ChatMessage> sent = model.requests().get(1).messages();
    String called = ((AiMessage) sent.get(1)).toolExecutionRequests().get(0).name();
    assertThat(called).matches("[a-zA-Z0-9_-]{1,64}");
    assertThat(((ToolExecutionResultMessage) sent.get(2)).toolName()).isEqualTo(called);
    Message.Assistant kept = (Message.Assistant) result.state().get(MESSAGES).get(1);
    assertThat(kept.toolCalls().get(0).name()).isEqualTo(name);
  }

  @Test
  void shouldSendTheNameOfAUserAsProvidersTakeIt() {
    ScriptedChat model = ScriptedChat.of(AiMessage.from("Hi."));

    RunResult result = run(model, Message.user("Hi").withMetadata("name", "Ann Smith"));

    assertThat(((UserMessage) model.requests().get(0).messages().get(0)).name())
        .isEqualTo("Ann_Smith");
    assertThat(result.state().get(MESSAGES).get(0).metadata()).containsEntry("name", "Ann Smith");
  }

  @Test
  void shouldTakeNullForAnArgumentThatNeedNotBeGiven() {
    assertThat(told(calls(call("1", "find", "{\"what\":\"a\",\"limit\":null}"))))
        .isEqualTo("found");
    assertThat(made).containsExactly("a null");
  }

  @Test
  void shouldStillTellOfNullForAnArgumentThatMustBeGiven() {
    assertThat(told(calls(call("1", "find", "{\"what\":null}"))))
        .contains("do not fit 'find'", "/what");
    assertThat(made).isEmpty();
  }

  @Test
  void shouldTellAllTextsThatAToolReturns() {
    assertThat(told(calls(call("1", "read", "{}")))).isEqualTo("one\ntwo");
  }

  @Test
  void shouldNotRunAToolAgainWhoseResultIsAPicture() {
    assertThat(told(calls(call("1", "draw", "{}")))).contains("'draw' has run", "IMAGE");
    assertThat(made).containsExactly("draw");
  }

  @Test
  void shouldKeepAnAnswerToWhichAProviderAddsWhatHasNoForm() {
    AiMessage answer =
        AiMessage.builder()
            .text("done")
            .attributes(Map.of("plain", List.of(1), "strange", List.of(new Object())))
            .build();

    RunResult result = run(ScriptedChat.of(answer), Message.user("Hi"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(MESSAGES).get(1).metadata())
        .containsEntry("plain", List.of(1))
        .doesNotContainKey("strange");
  }
}
