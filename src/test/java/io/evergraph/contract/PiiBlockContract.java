package io.evergraph.contract;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.agent.ReactAgent;
import io.evergraph.agent.hook.Pii;
import io.evergraph.agent.hook.PiiFoundException;
import io.evergraph.agent.hook.PiiKind;
import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Personal data that is blocked reaches nobody: no watcher, no state, no record of the thread. */
class PiiBlockContract extends RuntimeContract {
  private static final String QUESTION = "Who has seen it";

  /** Streams its words piece by piece. */
  private record Leaking(String... pieces) implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      for (String piece : pieces) {
        handler.onPartialResponse(piece);
      }
      handler.onCompleteResponse(
          ChatResponse.builder().aiMessage(AiMessage.from(String.join("", pieces))).build());
    }
  }

  private RunResult assertNothingOfItIsSeen(ModelSource model, Pii pii) {
    ToolSpecification look = ToolSpecification.builder().name("look").build();
    Graph graph =
        ReactAgent.of("blocked-" + thread().value(), model)
            .tools(Toolset.of(look, (call, context) -> "seen by ann@example.org"))
            .with(pii)
            .build();
    runtime().graphs().register(graph);
    StateUpdate input = StateUpdate.of(MESSAGES, Message.user(QUESTION));

    RunHandle run = runtime().start(graph.name(), thread(), input, RunOptions.builder().build());
    List<StreamPart> seen = seen(run);
    RunResult result = await(run);

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(PiiFoundException.class.getName());
    assertThat(failure.reason()).contains("EMAIL");
    String events = runtime().events(thread(), 1).toString();
    String history = runtime().history(thread(), HistoryQuery.all()).toString();
    assertThat(List.of(seen.toString(), events, history, result.snapshot().toString()))
        .allSatisfy(PiiBlockContract::assertClean);
    assertClean(runtime().parked(thread()).toString());
    assertClean(temporalHistory());
    assertThat(events + history).contains(QUESTION);
    assertThat(temporalHistory()).matches(it -> it.isEmpty() || it.contains(QUESTION));
    return result;
  }

  private static void assertClean(String text) {
    assertThat(text).doesNotContain("ann@ex", "ample.org", "seen by");
  }

  /** Returns what watchers of all modes see. */
  @Test
  void shouldShowNobodyAStreamedAnswerThatIsBlocked() {
    RunResult result =
        assertNothingOfItIsSeen(
            ModelSource.of(new Leaking("It was seen by ", "ann@ex", "ample.org", " today")),
            Pii.of(PiiKind.EMAIL).block().onOutput());

    assertThat(result.state().get(MESSAGES)).extracting(Message::text).containsExactly(QUESTION);
  }

  @Test
  void shouldShowNobodyACallWhoseArgumentsAreBlocked() {
    RunResult result =
        assertNothingOfItIsSeen(
            ModelSource.of(
                ScriptedChat.of(calls(call("1", "look", "{\"to\":\"ann@example.org\"}")))),
            Pii.of(PiiKind.EMAIL).block().onOutput());

    assertThat(result.state().get(MESSAGES)).extracting(Message::text).containsExactly(QUESTION);
  }

  @Test
  void shouldShowNobodyAResultThatIsBlocked() {
    RunResult result =
        assertNothingOfItIsSeen(
            ModelSource.of(ScriptedChat.of(calls(call("1", "look", "{}")), says("never"))),
            Pii.of(PiiKind.EMAIL).block().onToolResults());

    assertThat(result.state().get(MESSAGES))
        .extracting(Message::text)
        .containsExactly(QUESTION, "");
  }
}
