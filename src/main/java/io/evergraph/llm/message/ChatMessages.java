package io.evergraph.llm.message;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.evergraph.graph.ContentHash;
import io.evergraph.llm.message.Message.Outcome;
import io.evergraph.llm.message.Part.Reasoning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Translates messages to those of LangChain4j and back. They have no place for ids and for the
 * tokens of an answer; what is known of an instruction is not told either.
 */
public final class ChatMessages {
  /** Where LangChain4j keeps the signature of what a model thought. */
  private static final String SIGNATURE = "thinking_signature";

  private static final String NAME = "name";

  private ChatMessages() {}

  /** Returns a message as LangChain4j knows it. */
  public static ChatMessage of(Message message) {
    return message.match(
        ChatMessages::user,
        instruction -> SystemMessage.from(instruction.text()),
        ChatMessages::assistant,
        ChatMessages::tool);
  }

  /**
   * Returns a message as providers take it. Arguments that are no JSON object would break the whole
   * request of some: none are sent, and the result of their call says what was wrong.
   */
  public static ChatMessage sent(Message message) {
    return message instanceof Message.Assistant caller
        ? assistant(
            caller.withToolCalls(caller.toolCalls().stream().map(ChatMessages::sent).toList()))
        : of(message);
  }

  private static ToolCall sent(ToolCall call) {
    return ToolCallForm.parsed(call.arguments()).isPresent() ? call : call.withArguments("{}");
  }

  /** Translates a message of LangChain4j; calls without an id get one by their origin. */
  static Message from(ChatMessage message, String origin) {
    if (message instanceof UserMessage it) {
      Map<String, Object> metadata = new LinkedHashMap<>(it.attributes());
      if (it.name() != null) {
        metadata.put(NAME, it.name());
      }
      return new Message.User("", Contents.from(it.contents()), metadata);
    }
    if (message instanceof SystemMessage it) {
      return Message.instruction(it.text());
    }
    if (message instanceof AiMessage it) {
      return assistant(it, origin);
    }
    if (message instanceof ToolExecutionResultMessage it) {
      Outcome outcome = Boolean.TRUE.equals(it.isError()) ? Outcome.ERROR : Outcome.SUCCESS;
      return new Message.Tool(
          "",
          orEmpty(it.id()),
          orEmpty(it.toolName()),
          Contents.from(it.contents()),
          outcome,
          it.attributes());
    }
    throw new IllegalArgumentException(
        "Expected a message of a user, a system, a model or a tool but found " + message.type());
  }

  /** Translates what a model answered, with what the provider says of it. */
  public static Message.Assistant answer(
      ChatResponse response, @Nullable String model, String origin) {
    Message.Assistant answer = assistant(response.aiMessage(), origin);
    String answering = response.modelName() == null ? model : response.modelName();
    if (answering != null) {
      answer = answer.withMetadata(Message.MODEL, answering);
    }
    TokenUsage tokens = response.tokenUsage();
    return tokens == null ? answer : answer.withUsage(usage(tokens));
  }

  private static Usage usage(TokenUsage tokens) {
    long input = Optional.ofNullable(tokens.inputTokenCount()).orElse(0);
    long output = Optional.ofNullable(tokens.outputTokenCount()).orElse(0);
    Integer total = tokens.totalTokenCount();
    return new Usage(input, output, total == null ? input + output : total, Map.of());
  }

  private static Message.Assistant assistant(AiMessage answer, String origin) {
    List<ToolCall> calls = new ArrayList<>();
    for (ToolExecutionRequest request : answer.toolExecutionRequests()) {
      String id =
          Optional.ofNullable(request.id())
              .orElseGet(() -> "call_" + ContentHash.hex(origin, calls.size()));
      calls.add(new ToolCall(id, request.name(), orEmpty(request.arguments())));
    }
    Map<String, Object> metadata = new LinkedHashMap<>(answer.attributes());
    Object signature = metadata.remove(SIGNATURE);
    List<Part> content = new ArrayList<>();
    if (answer.thinking() != null || signature != null) {
      content.add(
          new Reasoning(orEmpty(answer.thinking()), signature == null ? "" : "" + signature));
    }
    content.addAll(Part.of(orEmpty(answer.text())));
    return new Message.Assistant("", content, calls, Optional.empty(), metadata);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static ChatMessage user(Message.User it) {
    Map<String, Object> attributes = new LinkedHashMap<>(it.metadata());
    Object name = attributes.remove(NAME);
    return UserMessage.builder()
        .name(name == null ? null : name.toString())
        .contents(Contents.of(it.content()))
        .attributes(attributes)
        .build();
  }

  /** A message that only calls has no text; an empty one is not taken by every provider. */
  private static ChatMessage assistant(Message.Assistant it) {
    List<Reasoning> thoughts =
        it.content().stream()
            .filter(Reasoning.class::isInstance)
            .map(Reasoning.class::cast)
            .toList();
    Map<String, Object> attributes = new LinkedHashMap<>(it.metadata());
    thoughts.stream()
        .map(Reasoning::signature)
        .filter(signature -> !signature.isEmpty())
        .forEach(signature -> attributes.put(SIGNATURE, signature));
    AiMessage.Builder message =
        AiMessage.builder()
            .text(it.text().isEmpty() && !it.toolCalls().isEmpty() ? null : it.text())
            .toolExecutionRequests(it.toolCalls().stream().map(ChatMessages::request).toList())
            .attributes(attributes);
    return thoughts.isEmpty()
        ? message.build()
        : message
            .thinking(thoughts.stream().map(Reasoning::text).collect(Collectors.joining("\n")))
            .build();
  }

  private static ToolExecutionRequest request(ToolCall call) {
    return ToolExecutionRequest.builder()
        .id(call.id())
        .name(call.name())
        .arguments(call.arguments())
        .build();
  }

  private static ChatMessage tool(Message.Tool it) {
    return ToolExecutionResultMessage.builder()
        .id(it.callId())
        .toolName(it.name())
        .contents(Contents.of(it.content()))
        .isError(it.outcome() == Outcome.ERROR)
        .attributes(it.metadata())
        .build();
  }
}
