package io.evergraph.llm;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.TokenUsage;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node whose model answers word by word. */
class StreamedModelTest {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  private final InMemoryRuntime runtime = InMemoryRuntime.of();

  @AfterEach
  void close() {
    runtime.close();
  }

  private RunHandle start(StreamingChatModel model, RunOptions.Builder options) {
    Graph graph =
        Graph.builder("words")
            .channels(CHAT)
            .node(
                "llm",
                ModelNode.of(ModelSource.of(model), CHAT),
                NodePolicy.builder().attempts(1).build())
            .edge(START, "llm")
            .build();
    runtime.graphs().register(graph);
    return runtime.start(
        graph.name(), ThreadId.random(), StateUpdate.of(CHAT, Message.user("Hi")), options.build());
  }

  @Test
  void shouldShowTheWordsAsTheyComeUnderTheIdOfTheMessage() {
    RunHandle run = start(speaking("hello", " big", "", " world"), RunOptions.builder());

    List<String> words = new ArrayList<>();
    List<StreamPart.MessageFinished> finished = new ArrayList<>();
    try (RunStream parts = runtime.stream(run, StreamOptions.of(StreamMode.MESSAGES))) {
      for (StreamPart part : parts) {
        if (part instanceof StreamPart.MessageChunk chunk) {
          words.add(chunk.messageId() + chunk.delta());
        } else if (part instanceof StreamPart.MessageFinished message) {
          finished.add(message);
        }
      }
    }

    String id = run.await().state().get(CHAT).get(1).id();
    assertThat(words).containsExactly(id + "hello", id + " big", id + " world");
    assertThat(finished).hasSize(1);
    assertThat(finished.get(0).message().id()).isEqualTo(id);
    assertThat(finished.get(0).message().text()).isEqualTo("hello big world");
    assertThat(finished.get(0).unseen()).isEmpty();
  }

  @Test
  void shouldFailTheNodeWhenTheModelFailsInTheMiddle() {
    RunHandle run =
        start(
            new StreamingChatModel() {
              @Override
              public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                handler.onPartialResponse("hel");
                handler.onError(new IllegalStateException("cut off"));
              }
            },
            RunOptions.builder());

    assertThat(run.await().status()).isEqualTo(RunStatus.PARKED);
    assertThat(run.await().error().orElseThrow()).hasMessageContaining("cut off");
  }

  @Test
  void shouldAskWithTheParametersOfTheCaller() {
    AtomicReference<ChatRequest> asked = new AtomicReference<>();
    CallOptions options =
        CallOptions.everywhere(NodeOptions.of(Map.of("model", "big", "temperature", 0)))
            .with("llm", NodeOptions.of(Map.of("temperature", 0.5, "max_tokens", 7)));

    start(
            new StreamingChatModel() {
              @Override
              public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
                asked.set(request);
                handler.onCompleteResponse(response("ok"));
              }
            },
            RunOptions.builder().callOptions(options))
        .await();

    assertThat(asked.get().modelName()).isEqualTo("big");
    assertThat(asked.get().temperature()).isEqualTo(0.5);
    assertThat(asked.get().maxOutputTokens()).isEqualTo(7);
  }

  @Test
  void shouldCountTheTokensThatOnlyTheLastPieceTells() {
    RunHandle run = start(speaking("hello"), RunOptions.builder());

    List<Map<String, Long>> usage = new ArrayList<>();
    try (RunStream parts = runtime.stream(run, StreamOptions.of(StreamMode.TASKS))) {
      for (StreamPart part : parts) {
        if (part instanceof StreamPart.TaskEnded ended) {
          usage.add(ended.report().usage());
        }
      }
    }

    assertThat(usage)
        .containsExactly(Map.of("input_tokens", 3L, "output_tokens", 1L, "total_tokens", 4L));
  }

  @Test
  void shouldFailTheNodeWhenAParameterOfTheCallerIsOfAnotherKind() {
    CallOptions options = CallOptions.everywhere(NodeOptions.of(Map.of("temperature", "hot")));

    RunHandle run = start(speaking("x"), RunOptions.builder().callOptions(options));

    assertThat(run.await().error().orElseThrow())
        .hasMessageContaining("temperature")
        .hasMessageContaining("hot");
  }

  private static StreamingChatModel speaking(String... words) {
    return new StreamingChatModel() {
      @Override
      public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
        List.of(words).forEach(handler::onPartialResponse);
        handler.onCompleteResponse(response(String.join("", words)));
      }
    };
  }

  private static ChatResponse response(String text) {
    return ChatResponse.builder()
        .aiMessage(AiMessage.from(text))
        .tokenUsage(new TokenUsage(3, 1))
        .build();
  }
}
