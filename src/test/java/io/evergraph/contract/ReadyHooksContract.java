package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.flow.AgentFlow;
import io.evergraph.agent.flow.SequentialAgent;
import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.ClearToolResults;
import io.evergraph.agent.hook.HookContext;
import io.evergraph.agent.hook.LargeResults;
import io.evergraph.agent.hook.Pii;
import io.evergraph.agent.hook.PiiFoundException;
import io.evergraph.agent.hook.PiiKind;
import io.evergraph.agent.hook.Summary;
import io.evergraph.agent.hook.Todo;
import io.evergraph.agent.hook.TodoList;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Steering;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.spi.LocalBlobStore;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The hooks that are ready keep chats short, valid and free of personal data. */
class ReadyHooksContract extends RuntimeContract {
  private static final String MAIL = "ann@example.org";

  private ReactAgent agent(ModelSource model, AgentHook... hooks) {
    ToolSpecification look = ToolSpecification.builder().name("look").build();
    return ReactAgent.of("ready-" + thread().value(), model)
        .tools(Toolset.of(look, (call, context) -> "seen by " + MAIL + " " + "x".repeat(5000)))
        .with(hooks);
  }

  private RunResult say(ReactAgent agent, Message... messages) {
    return start(agent.build(), StateUpdate.of(MESSAGES, messages));
  }

  private static List<Message> chat(RunResult result) {
    return result.state().get(MESSAGES);
  }

  private static List<String> texts(RunResult result) {
    return chat(result).stream().map(Message::text).toList();
  }

  private static ToolCall look(String id) {
    return new ToolCall(id, "look", "{}");
  }

  /** u, a[c1,c2], r1, r2, a, u: with four messages to keep, the cut falls on r2. */
  private static Message[] longChat() {
    return new Message[] {
      Message.user("first"),
      Message.assistant("", look("c1"), look("c2")),
      Message.result(look("c1"), "r1"),
      Message.result(look("c2"), "r2"),
      Message.assistant("said"),
      Message.user("last")
    };
  }

  @Test
  void shouldSummariseWithoutTearingCallsFromTheirResults() {
    List<Message> said = new ArrayList<>(List.of(Message.user("first"), Message.assistant("old")));
    said.addAll(List.of(longChat()).subList(1, 6));
    ScriptedChat writer = ScriptedChat.of(says("They greeted."));
    ScriptedChat model = ScriptedChat.of(says("Done."));

    RunResult result =
        say(
            agent(
                ModelSource.of(model),
                Summary.with(ModelSource.of(writer)).whenOverMessages(5).keep(3)),
            said.toArray(Message[]::new));

    assertThat(texts(result))
        .containsExactly(
            "Summary of what was said before:\nThey greeted.",
            "first",
            "",
            "r1",
            "r2",
            "said",
            "last",
            "Done.");
    assertThat(chat(result).get(0).metadata()).containsEntry(Message.SOURCE, "summary");
    assertThat(Messages.paired(chat(result))).isEqualTo(chat(result));
    assertThat(writer.requests().get(0).messages()).hasSize(2).last().asString().contains("old");
  }

  @Test
  void shouldKeepOutPersonalDataThatComesWithAnAnswer() {
    Graph agent =
        agent(
                ModelSource.of(ScriptedChat.of(calls(call("l", "look", "{}")), says("Done."))),
                Pii.of(PiiKind.EMAIL))
            .approve("look")
            .build();
    start(agent, StateUpdate.of(MESSAGES, Message.user("Hi")));

    RunResult result =
        runtime()
            .resume(
                thread(),
                TimeOrderedId.next(),
                List.of(Answer.single(Map.of("type", "reject"))),
                Steering.update(StateUpdate.of(MESSAGES, Message.user("I am " + MAIL))))
            .await();

    assertThat(texts(result)).contains("I am [REDACTED_EMAIL]").noneMatch(it -> it.contains(MAIL));
  }

  private ReactAgent summarizing(String summary) {
    return agent(
        ModelSource.of(ScriptedChat.of(says("Done."))),
        Summary.with(ModelSource.of(ScriptedChat.of(says(summary)))).whenOverMessages(3).keep(2));
  }

  @Test
  void shouldDropResultsWhoseCallIsGone() {
    Message[] said = longChat();
    said[1] = Message.assistant("no calls");

    RunResult result = say(summarizing("Short."), said);

    assertThat(texts(result))
        .containsExactly(
            "Summary of what was said before:\nShort.", "first", "said", "last", "Done.");
  }

  @Test
  void shouldKeepTheChatWhereTheSummaryHasNoWords() {
    RunResult result = say(summarizing(" "), longChat());

    assertThat(texts(result)).containsExactly("first", "", "r1", "r2", "said", "last", "Done.");
  }

  @Test
  void shouldParkWithTheChatAsItWasWhereNoSummaryIsWritten() {
    RunResult result =
        say(
            agent(
                ModelSource.of(ScriptedChat.of(says("never"))),
                Summary.with(
                        ModelSource.of(
                            new dev.langchain4j.model.chat.ChatModel() {
                              @Override
                              public ChatResponse doChat(ChatRequest request) {
                                throw new IllegalArgumentException("no summary today");
                              }
                            }))
                    .whenOverMessages(3)
                    .keep(2)),
            longChat());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(texts(result)).containsExactly("first", "", "r1", "r2", "said", "last");
  }

  @Test
  void shouldSendPlaceholdersForOldResultsAndKeepThemInTheChat() {
    ScriptedChat model = ScriptedChat.of(says("Done."));

    RunResult result =
        say(agent(ModelSource.of(model), ClearToolResults.over(5).keep(1)), longChat());

    assertThat(model.requests().get(0).messages())
        .filteredOn(ToolExecutionResultMessage.class::isInstance)
        .extracting(it -> ((ToolExecutionResultMessage) it).text())
        .containsExactly(ClearToolResults.PLACEHOLDER, "r2");
    assertThat(texts(result)).contains("r1", "r2");
  }

  @Test
  void shouldKeepLargeResultsInTheStoreAndLetTheModelReadThem() {
    LocalBlobStore store = new LocalBlobStore();
    ScriptedChat first = ScriptedChat.of(calls(call("1", "look", "{}")), says("Done."));
    LargeResults hook = LargeResults.in(store).over(1_000);
    RunResult large = say(agent(ModelSource.of(first), hook), Message.user("Hi"));
    String shown = texts(large).get(2);
    String name = shown.replaceAll("(?s).*name '([^']+)'.*", "$1");
    newThread();

    RunResult result =
        say(
            agent(
                ModelSource.of(
                    ScriptedChat.of(
                        calls(
                            call(
                                "1", "read_result", "{\"name\":\"" + name + "\",\"offset\":5000}")),
                        says("Done."))),
                hook),
            Message.user("Hi"));

    assertThat(shown).startsWith("seen by").hasSizeLessThan(4_300);
    assertThat(texts(result).get(2)).isEqualTo("x".repeat(24));
  }

  @Test
  void shouldWriteTheListOnceAMessage() {
    String list = "{\"todos\":[{\"content\":\"look\",\"status\":\"pending\"}]}";
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "write_todos", list)),
            calls(
                call("2", "write_todos", "{\"todos\":[]}"),
                call("3", "write_todos", "{\"todos\":[]}")),
            says("Done."));

    RunResult result = say(agent(ModelSource.of(model), new TodoList()), Message.user("Hi"));

    assertThat(result.state().get(TodoList.TODOS)).containsExactly(new Todo("look", "pending"));
    assertThat(texts(result).get(2)).isEqualTo("The list has 1 entries now.");
    assertThat(texts(result).subList(4, 6))
        .containsOnly("The list was not written: call write_todos once in a message.");
  }

  /** Streams an address in two pieces, and calls a tool with it. */
  private static final class Leaking implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      handler.onPartialResponse("mail ann@ex");
      handler.onPartialResponse("ample.org now");
      boolean isFirst = request.messages().size() == 1;
      handler.onCompleteResponse(
          ChatResponse.builder()
              .aiMessage(
                  isFirst
                      ? AiMessage.from(
                          "mail " + MAIL + " now",
                          List.of(call("1", "look", "{\"to\":\"" + MAIL + "\"}")))
                      : AiMessage.from("mail " + MAIL + " now"))
              .build());
    }
  }

  /** Returns what watchers of all modes see. */
  @Test
  void shouldShowNoAddressToWatchersNorInCheckpointsAndEvents() {
    Pii pii = Pii.of(PiiKind.EMAIL).redact().onOutput().onInput().onToolResults();
    ReactAgent agent = agent(ModelSource.of(new Leaking()), pii);

    Graph graph = agent.build();
    runtime().graphs().register(graph);
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user("I am " + MAIL));
    RunHandle run = runtime().start(graph.name(), thread(), input, RunOptions.builder().build());
    List<StreamPart> seen = seen(run);
    RunResult result = await(run);

    assertThat(seen).hasAtLeastOneElementOfType(StreamPart.MessageFinished.class);
    assertThat(seen.toString()).contains("[REDACTED_EMAIL]").doesNotContain("ann@ex", "ample.org");
    assertThat(texts(result).get(0)).isEqualTo("I am [REDACTED_EMAIL]");
    assertThat(texts(result).get(1)).isEqualTo("mail [REDACTED_EMAIL] now");
    assertThat(((Message.Assistant) chat(result).get(1)).toolCalls().get(0).arguments())
        .isEqualTo("{\"to\":\"[REDACTED_EMAIL]\"}");
    assertThat(texts(result).get(2)).startsWith("seen by [REDACTED_EMAIL] x");
    assertThat(runtime().events(thread(), 1).toString()).doesNotContain(MAIL);
    assertThat(runtime().history(thread(), HistoryQuery.all()).toString()).doesNotContain(MAIL);
  }

  @Test
  void shouldRefuseAnInputThatIsBlocked() {
    ScriptedChat model = ScriptedChat.of(says("never"));
    ReactAgent agent = agent(ModelSource.of(model), Pii.of(PiiKind.CREDIT_CARD).block());

    assertThatThrownBy(() -> say(agent, Message.user("4111 1111 1111 1111")))
        .isInstanceOf(PiiFoundException.class)
        .hasMessageNotContaining("4111");
    assertThat(model.requests()).isEmpty();
  }

  @Test
  void shouldTakeTodosWithFieldsThatTheListDoesNotHave() {
    String list = "{\"todos\":[{\"content\":\"look\",\"status\":\"pending\",\"owner\":\"me\"}]}";
    ScriptedChat model = ScriptedChat.of(calls(call("1", "write_todos", list)), says("Done."));

    RunResult result = say(agent(ModelSource.of(model), new TodoList()), Message.user("Hi"));

    assertThat(result.state().get(TodoList.TODOS)).containsExactly(new Todo("look", "pending"));
  }

  /** Fails before each call. */
  private static final class Audit implements AgentHook {
    @Override
    public ToolCall beforeTool(ToolCall call, HookContext context) {
      throw new IllegalStateException("no account for " + MAIL);
    }
  }

  @Test
  void shouldRedactWhatTheModelIsToldOfAFailureBeforeAnAgentThatIsATool() {
    ScriptedChat inner = ScriptedChat.of();
    Toolset tools =
        Toolset.agent(ReactAgent.of("clerk", ModelSource.of(inner)).build(), "knows accounts")
            .onFailure(ToolErrorPolicy.TELL_MODEL);
    ScriptedChat model =
        ScriptedChat.of(calls(call("1", "clerk", "{\"task\":\"look\"}")), says("A pity."));
    ReactAgent agent =
        ReactAgent.of("audited-" + thread().value(), ModelSource.of(model))
            .tools(tools)
            .with(new Audit(), Pii.of(PiiKind.EMAIL).onToolResults());

    RunResult result = say(agent, Message.user("Hi"));

    assertThat(texts(result))
        .containsExactly(
            "Hi", "", "IllegalStateException: no account for [REDACTED_EMAIL]", "A pity.");
    assertThat(inner.requests()).isEmpty();
  }

  @Test
  void shouldTakeTheTaskOfAFlowAsItsAgentsTakeMessages() {
    ScriptedChat model = ScriptedChat.of(says("Hello."));
    Graph flow =
        SequentialAgent.of("flow-" + thread().value())
            .agents(
                ReactAgent.of("greeter", ModelSource.of(model))
                    .with(Pii.of(PiiKind.EMAIL).onInput())
                    .build())
            .build();

    RunResult result = start(flow, StateUpdate.of(AgentFlow.TASK, "I am " + MAIL));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().values().toString()).doesNotContain(MAIL);
    assertThat(model.requests().get(0).messages().toString())
        .contains("I am [REDACTED_EMAIL]")
        .doesNotContain(MAIL);
  }

  @Test
  void shouldRedactWhatTheModelIsToldOfAFailure() {
    ToolSpecification look = ToolSpecification.builder().name("look").build();
    Toolset tools =
        Toolset.of(
                look,
                (call, context) -> {
                  throw new IOException("no mail to " + MAIL);
                })
            .onFailure(ToolErrorPolicy.TELL_MODEL);
    ScriptedChat model = ScriptedChat.of(calls(call("1", "look", "{}")), says("A pity."));
    ReactAgent agent =
        ReactAgent.of("failing-" + thread().value(), ModelSource.of(model))
            .tools(tools)
            .with(Pii.of(PiiKind.EMAIL).onToolResults());

    RunResult result = say(agent, Message.user("Hi"));

    assertThat(texts(result))
        .containsExactly("Hi", "", "IOException: no mail to [REDACTED_EMAIL]", "A pity.");
  }
}
