package io.evergraph.agent.flow;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import io.evergraph.agent.ReactAgent;
import io.evergraph.graph.Graph;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.StreamedModel;
import io.evergraph.llm.tool.Toolset;
import java.util.Optional;
import java.util.function.Function;

/**
 * The agents of {@link SampleFlow}s. Each asks its model, which calls its tool, and then says word
 * by word what the tool has told; what comes next follows from the chat, in whichever process.
 *
 * @param log hears of each execution: {@code x.asks} is the call of the model of agent x that ends
 *     in a call of its tool, {@code x.look} the tool, {@code x.says} the call that ends in words
 * @param approved the agent whose calls of the tool a person approves; empty for none
 */
public record SampleAgents(Log log, String approved) {
  /** What the tools are asked to look for. */
  public static final String WHAT = "pens";

  private static final String LOOK = "look";

  /** Hears of executions. */
  public interface Log {
    /** Hears what runs, under which idempotency key. */
    void ran(String what, String key);
  }

  /** Returns an agent that looks once and then answers. */
  public ReactAgent agent(String name) {
    ReactAgent agent =
        ReactAgent.of(name, calling(name, LOOK, "{\"what\":\"" + WHAT + "\"}")).tools(look(name));
    return name.equals(approved) ? agent.approve(LOOK) : agent;
  }

  /** Returns {@link #agent} as a graph. */
  public Graph built(String name) {
    return agent(name).build();
  }

  private Toolset look(String name) {
    return Toolset.of(
        ToolSpecification.builder()
            .name(LOOK)
            .parameters(
                JsonObjectSchema.builder().addStringProperty("what").required("what").build())
            .build(),
        (call, context) -> {
          log.ran(name + ".look", context.idempotencyKey());
          context.node().emitter().custom(name + " looks");
          return "saw " + call.text("what");
        });
  }

  /** Returns a model that calls a tool and, once the chat has its result, repeats that. */
  public ModelSource calling(String name, String tool, String arguments) {
    ToolExecutionRequest call =
        ToolExecutionRequest.builder().id(name).name(tool).arguments(arguments).build();
    return context ->
        StreamedModel.of(
            new Answering(
                request -> {
                  Optional<String> told = resultOf(tool, request);
                  log.ran(name + (told.isEmpty() ? ".asks" : ".says"), context.idempotencyKey());
                  return told.map(it -> AiMessage.from(name + " " + it))
                      .orElseGet(() -> AiMessage.from(call));
                }));
  }

  private static Optional<String> resultOf(String tool, ChatRequest request) {
    return request.messages().stream()
        .filter(ToolExecutionResultMessage.class::isInstance)
        .map(ToolExecutionResultMessage.class::cast)
        .filter(result -> result.toolName().equals(tool))
        .map(ToolExecutionResultMessage::text)
        .reduce((earlier, later) -> later);
  }

  /** Returns a model that says the same always. */
  public ModelSource saying(String name, String words) {
    return context ->
        StreamedModel.of(
            new Answering(
                request -> {
                  log.ran(name + ".says", context.idempotencyKey());
                  return AiMessage.from(words);
                }));
  }

  private record Answering(Function<ChatRequest, AiMessage> answer) implements StreamingChatModel {
    @Override
    public void doChat(ChatRequest request, StreamingChatResponseHandler handler) {
      AiMessage message = answer.apply(request);
      if (message.text() != null) {
        for (String word : message.text().split("(?= )")) {
          handler.onPartialResponse(word);
        }
      }
      handler.onCompleteResponse(ChatResponse.builder().aiMessage(message).build());
    }
  }

  /** Returns a merge that joins; it runs under no key. */
  public Merge<String> merge() {
    return Merge.with(
        String.class,
        results -> {
          log.ran("merge", "");
          return String.join("|", results.values().stream().map(String::valueOf).toList());
        });
  }
}
