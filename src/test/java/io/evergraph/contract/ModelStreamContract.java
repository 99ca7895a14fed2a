package io.evergraph.contract;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.TaskFailedException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.Fallback;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.ModelUnavailableException;
import io.evergraph.llm.model.StreamPosition;
import io.evergraph.llm.model.StreamedModel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A model over HTTP that answers piece by piece, when something goes wrong on the way. */
class ModelStreamContract extends RuntimeContract {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  private final List<Optional<StreamPosition>> left = new CopyOnWriteArrayList<>();
  private SlowProvider provider;

  @BeforeEach
  void startProvider() throws IOException {
    provider = SlowProvider.start();
  }

  @AfterEach
  void stopProvider() throws IOException {
    provider.close();
  }

  private RunHandle ask() {
    StreamedModel model = StreamedModel.of(provider.model());
    ModelSource source =
        context -> {
          left.add(context.lastHeartbeat(StreamPosition.class));
          return model;
        };
    return ask(
        ModelNode.of(source, CHAT),
        NodePolicy.builder().retry(Graphs.QUICK.retries().get(0)).build());
  }

  private RunHandle ask(ModelNode node, NodePolicy policy) {
    Graph graph =
        Graph.builder("model-stream-" + thread().value())
            .channels(CHAT)
            .node("llm", node, policy)
            .edge(START, "llm")
            .build();
    runtime().graphs().register(graph);
    return runtime()
        .start(
            graph.name(),
            thread(),
            StateUpdate.of(CHAT, Message.user("Hi")),
            RunOptions.builder().build());
  }

  @Test
  void shouldCloseTheProvidersStreamWhenTheRunIsCancelled() throws Exception {
    provider.fallsSilentAfter("Once", " upon");
    RunHandle run = ask();
    provider.awaitSilence();

    runtime().cancel(thread());

    assertThat(provider.awaitAbandoned()).isTrue();
    assertThat(await(run).status()).isEqualTo(RunStatus.CANCELLED);
  }

  /** The node may be silent for two minutes, and its model for less. */
  @Test
  void shouldAskTheOtherModelWhenAStreamFallsSilentInTheMiddle() throws Exception {
    provider.fallsSilentAfter("Once", " upon");
    NodePolicy once = ModelNode.POLICY.toBuilder().attempts(1).build();
    ModelNode node =
        ModelNode.of(ModelSource.of(provider.model(Duration.ofMillis(500))), CHAT)
            .withFallback(
                Fallback.to(ModelSource.of(ScriptedChat.of(ScriptedChat.says("The end")))));

    long begin = System.nanoTime();
    RunResult result = await(ask(node, once));

    assertThat(result.state().get(CHAT)).extracting(Message::text).containsExactly("Hi", "The end");
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(once.timeout());
    assertThat(provider.awaitAbandoned()).isTrue();
  }

  @Test
  void shouldSayThatTheStreamFellSilent() {
    provider.fallsSilentAfter("Once");
    NodePolicy once = ModelNode.POLICY.toBuilder().attempts(1).build();

    RunResult result =
        await(
            ask(ModelNode.of(ModelSource.of(provider.model(Duration.ofMillis(500))), CHAT), once));

    TaskFailedException failure = (TaskFailedException) result.error().orElseThrow();
    assertThat(failure.errorType()).isEqualTo(ModelUnavailableException.class.getName());
    assertThat(failure.reason()).contains("fell silent for PT0.5S");
  }

  /** Reads to the end what is to be seen, and loses the connection when it has come that far. */
  private List<String> pieces(RunHandle run, String lost) {
    List<String> pieces = new ArrayList<>();
    try (RunStream parts = runtime().stream(run, StreamOptions.of(StreamMode.MESSAGES))) {
      for (StreamPart part : parts) {
        if (part instanceof StreamPart.MessageChunk chunk) {
          pieces.add(chunk.attempt() + ":" + chunk.delta());
          if (chunk.delta().equals(lost)) {
            provider.lose();
          }
        } else if (part instanceof StreamPart.MessageFinished message) {
          pieces.add(message.message().text() + ", unseen: " + message.unseen());
        }
      }
    }
    return pieces;
  }

  @Test
  void shouldShowEachAnswerAsAMessageOfItsOwnWhereALayerAsksTwice() {
    provider.says("A", " draft").says("The", " end");
    ModelAround twice =
        (request, context, next) -> next.ask(request.withMessages(List.of(next.ask(request))));
    RunHandle run =
        ask(
            ModelNode.of(ModelSource.of(StreamedModel.of(provider.model())), CHAT)
                .withAround(List.of(twice)),
            ModelNode.POLICY);

    Map<String, String> shown = new LinkedHashMap<>();
    try (RunStream parts = runtime().stream(run, StreamOptions.of(StreamMode.MESSAGES))) {
      for (StreamPart part : parts) {
        if (part instanceof StreamPart.MessageChunk chunk) {
          shown.merge(chunk.messageId(), chunk.delta(), String::concat);
        }
      }
    }

    assertThat(shown.values()).containsExactly("A draft", "The end");
    assertThat(shown).containsEntry(await(run).state().get(CHAT).get(1).id(), "The end");
  }

  @Test
  void shouldShowTheNextAttemptHowFarTheBrokenStreamCame() {
    provider.breaksAfter("Once", " upon").says("The", " end");
    RunHandle run = ask();

    List<String> pieces = pieces(run, " upon");

    assertThat(await(run).state().get(CHAT))
        .extracting(Message::text)
        .containsExactly("Hi", "The end");
    assertThat(left)
        .containsExactly(Optional.empty(), Optional.of(new StreamPosition(2, 9, "Once upon")));
    assertThat(pieces).containsExactly("1:Once", "1: upon", "2:The", "2: end", "The end, unseen: ");
  }
}
