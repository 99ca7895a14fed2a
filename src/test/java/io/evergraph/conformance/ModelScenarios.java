package io.evergraph.conformance;

import static io.evergraph.agent.ReactAgent.MESSAGES;
import static io.evergraph.llm.ScriptedChat.call;
import static io.evergraph.llm.ScriptedChat.calls;
import static io.evergraph.llm.ScriptedChat.says;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.exception.InternalServerException;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.FaultyModel;
import io.evergraph.llm.ScriptedChat;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What an agent asks of its model, and what it makes of the answer. */
final class ModelScenarios {
  private static final NodePolicy QUICK =
      ModelNode.POLICY.toBuilder().interval(Duration.ofMillis(1)).build();

  private ModelScenarios() {}

  record Verdict(boolean granted, String reason) {}

  static void addTo(Catalogue agents) {
    agents.add("M-01", ModelScenarios::fallbacks);
    agents.add("M-02", ModelScenarios::pause);
    agents.add("M-03", ModelScenarios::repairs);
    agents.add("M-04", ModelScenarios::answerBesideTool);
    agents.add("M-05", ModelScenarios::placeholders);
    agents.add("M-06", ModelScenarios::streamCut);
  }

  private static ReactAgent agent(Stage stage, ModelSource model) {
    return ReactAgent.of("agent-" + stage.thread(), model).modelPolicy(QUICK);
  }

  private static Stage say(Stage stage, ReactAgent agent) {
    return stage.start(agent.build(), StateUpdate.of(MESSAGES, Message.user("hi")));
  }

  private static RuntimeException unavailable() {
    return new InternalServerException("503");
  }

  private static FaultyModel counted(Stage stage, FaultyModel model, String name) {
    return model.fails(
        () -> {
          stage.called(name);
          return unavailable();
        });
  }

  private static void fallbacks(Stage stage) {
    FaultyModel p = counted(stage, FaultyModel.named("p"), "p");
    FaultyModel f1 = counted(stage, FaultyModel.named("f1"), "f1");
    FaultyModel f2 = FaultyModel.named("f2").says("hello");
    say(stage, agent(stage, ModelSource.of(p)).fallback(ModelSource.of(f1), ModelSource.of(f2)));
    stage.noteCalls();
    stage.note("messages", stage.state().get(MESSAGES).stream().map(Message::text).toList());
    stage.note("model", stage.state().get(MESSAGES).get(1).metadata().get(Message.MODEL));
  }

  private static void pause(Stage stage) {
    FaultyModel primary = FaultyModel.named("p").says("hello");
    FaultyModel other = FaultyModel.named("f1").says("never");
    ModelSource asking =
        context -> {
          stage.called("asked by node");
          Object unused = context.interrupt(Question.of("May I?"));
          return primary;
        };
    say(stage, agent(stage, asking).fallback(ModelSource.of(other)));
    stage.note("before", List.of(primary.requests().size(), other.requests().size()));
    stage.answer(Answer.single("yes"));
    stage.note("after", List.of(primary.requests().size(), other.requests().size()));
  }

  private static void repairs(Stage stage) {
    AiMessage wrong = calls(call("1", "answer", "{\"granted\":\"maybe\",\"reason\":\"r\"}"));
    AiMessage alsoWrong = says("{\"reason\":\"r\"}");
    ScriptedChat mends =
        ScriptedChat.of(
            wrong, alsoWrong, calls(call("3", "answer", "{\"granted\":true,\"reason\":\"r\"}")));
    say(stage, agent(stage, ModelSource.of(mends)).answer(Verdict.class));
    List<Message> chat = stage.state().get(MESSAGES);
    stage.note(
        "repairs",
        List.of(
            chat.get(2).text().matches("(?s).*granted.*string.*boolean.*"),
            chat.get(4).text().matches("(?s).*granted.*required.*|(?s).*required.*granted.*")));
    stage.note("answer", stage.state().get(ReactAgent.answerOf(Verdict.class)).toString());
    stage.note("model calls", mends.requests().size());

    ScriptedChat never = ScriptedChat.of(wrong, alsoWrong, wrong);
    stage.onNewThread();
    say(stage, agent(stage, ModelSource.of(never)).answer(Verdict.class));
    stage.note("model calls", never.requests().size());
  }

  private static void answerBesideTool(Stage stage) {
    Toolset search =
        Toolset.of(
            ToolSpecification.builder().name("search").build(),
            (call, context) -> {
              stage.called("search");
              return "found";
            });
    ScriptedChat model =
        ScriptedChat.of(
            calls(call("1", "search", "{}"), call("2", "answer", "{\"granted\":1}")),
            calls(call("3", "answer", "{\"granted\":true,\"reason\":\"found\"}")));
    say(stage, agent(stage, ModelSource.of(model)).tools(search).answer(Verdict.class));
    stage.noteCalls();
    stage.note(
        "outcomes",
        stage.state().get(MESSAGES).stream()
            .filter(Message.Tool.class::isInstance)
            .map(Message.Tool.class::cast)
            .map(result -> result.callId() + " " + result.outcome())
            .toList());
    stage.note("answer", stage.state().get(ReactAgent.answerOf(Verdict.class)).toString());
  }

  private static void placeholders(Stage stage) {
    Channel<String> customer = Channel.of("customer", String.class);
    Channel<String> policy = Channel.of("policy", String.class);
    ScriptedChat model = ScriptedChat.of(says("hello"));
    ReactAgent agent =
        agent(stage, ModelSource.of(model))
            .channels(customer, policy)
            .prompt("Help {customer}. {policy?}");
    say(stage, agent);
    stage.note("model calls", model.requests().size());
    stage.onNewThread();
    stage.start(agent.build(), StateUpdate.of(MESSAGES, Message.user("hi")).with(customer, "Ann"));
    SystemMessage sent = (SystemMessage) model.requests().get(0).messages().get(0);
    stage.note("prompt", sent.text());
  }

  private static void streamCut(Stage stage) {
    CutModel model = new CutModel();
    Graph graph = agent(stage, ModelSource.of(model)).build();
    stage.runtime().graphs().register(graph);
    RunHandle run =
        stage
            .runtime()
            .start(
                graph.name(),
                stage.thread(),
                StateUpdate.of(MESSAGES, Message.user("hi")),
                RunOptions.defaults());
    List<String> pieces = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    try (RunStream parts = stage.runtime().stream(run, StreamOptions.of(StreamMode.MESSAGES))) {
      for (StreamPart part : parts) {
        if (part instanceof StreamPart.MessageChunk chunk) {
          pieces.add(chunk.attempt() + " " + chunk.delta());
          ids.add(chunk.messageId());
          model.seen.countDown();
        }
      }
    }
    stage.note("pieces", pieces).note("ids", ids.size());
    stage.observe("end");
    stage.note("messages", stage.state().get(MESSAGES).stream().map(Message::text).toList());
  }

  /** Loses the connection after five pieces, once they are seen; says all the second time. */
  private static final class CutModel implements StreamingChatModel {
    private static final List<String> PIECES = List.of("a", "b", "c", "d", "e");

    private final AtomicInteger attempts = new AtomicInteger();
    private final CountDownLatch seen = new CountDownLatch(PIECES.size());

    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      boolean breaks = attempts.incrementAndGet() == 1;
      PIECES.forEach(handler::onPartialResponse);
      if (breaks) {
        awaitWatcher();
        handler.onError(new UncheckedIOException(new IOException("connection reset")));
        return;
      }
      handler.onPartialResponse("f");
      handler.onCompleteResponse(
          ChatResponse.builder().aiMessage(AiMessage.from("abcdef")).build());
    }

    private void awaitWatcher() {
      try {
        if (!seen.await(30, TimeUnit.SECONDS)) {
          throw new IllegalStateException("Nobody watches");
        }
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
