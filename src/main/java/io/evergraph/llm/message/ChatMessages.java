package io.evergraph.llm.message;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.image.Image;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.FinishReason;
import dev.langchain4j.model.output.TokenUsage;
import io.evergraph.graph.ContentHash;
import io.evergraph.llm.message.Message.Outcome;
import io.evergraph.llm.message.Part.Reasoning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Translates messages to those of LangChain4j and back. What they have no place for, such as ids
 * and the tokens of an answer, is kept in an attribute ({@link Originals}); an instruction has
 * none, so that its words alone remain.
 */
public final class ChatMessages {
  /** Where LangChain4j keeps the signature of what a model thought. */
  private static final String SIGNATURE = "thinking_signature";

  private static final String NAME = "name";

  /** Not to say whether a tool failed and to say that it did not are two things to LangChain4j. */
  private static final String IS_ERROR = "is_error";

  private ChatMessages() {}

  /** Returns a message as LangChain4j knows it, with all that comes back of it. */
  public static ChatMessage of(Message message) {
    return Received.chatMessage(message).orElseGet(() -> written(message));
  }

  private static ChatMessage written(Message message) {
    ChatMessage plain = plain(message);
    return translated(plain, "").equals(message) ? plain : Originals.with(message, plain);
  }

  private static ChatMessage plain(Message message) {
    return message.match(
        ChatMessages::user,
        instruction -> SystemMessage.from(instruction.text()),
        ChatMessages::assistant,
        ChatMessages::tool);
  }

  /**
   * Returns whether a message is sent to models. LangChain4j has no instruction without words; some
   * providers refuse the whole chat for an answer that holds nothing, which models give at times.
   */
  public static boolean saysSomething(Message message) {
    return message.match(
        user -> true,
        instruction -> !instruction.text().isBlank(),
        answer ->
            !answer.text().isBlank()
                || !answer.toolCalls().isEmpty()
                || answer.content().stream().anyMatch(Part.Media.class::isInstance),
        result -> true);
  }

  /**
   * Returns a message as providers take it. Arguments that are no JSON object would break the whole
   * request of some: none are sent, and the result of their call says what was wrong. A message
   * that only calls has no text: an empty one is not taken by every provider. Names that no
   * provider takes are changed.
   *
   * @param tools the names of those that the request defines
   */
  public static ChatMessage sent(Message message, Set<String> tools) {
    SentNames names = new SentNames(tools);
    return message.match(
        user -> user(named(user, names)),
        ChatMessages::plain,
        caller -> sent(caller, names),
        result -> tool(inOneText(result).withName(names.ofTool(result.name()))));
  }

  /** Not every provider's form has a result of several texts. */
  private static Message.Tool inOneText(Message.Tool result) {
    List<Part> content = result.content();
    boolean isSeveral =
        content.size() > 1 && content.stream().allMatch(Part.Text.class::isInstance);
    return isSeveral
        ? (Message.Tool) result.withContent(List.of(new Part.Text(lines(content))))
        : result;
  }

  private static String lines(List<Part> texts) {
    return texts.stream().map(it -> ((Part.Text) it).text()).collect(Collectors.joining("\n"));
  }

  private static Message.User named(Message.User user, SentNames names) {
    return user.metadata().get(NAME) instanceof String name
        ? user.withMetadata(NAME, names.ofUser(name))
        : user;
  }

  private static ChatMessage sent(Message.Assistant caller, SentNames names) {
    String text = caller.text();
    boolean onlyCalls = text.isEmpty() && !caller.toolCalls().isEmpty();
    return assistant(caller, onlyCalls ? null : text, call -> sent(call, names));
  }

  private static ToolExecutionRequest sent(ToolCall call, SentNames names) {
    String arguments = ToolCallForm.isObject(call.arguments()) ? call.arguments() : "{}";
    return new ToolCall(call.id(), names.ofTool(call.name()), arguments).toLangChain4j();
  }

  /** Translates a message of LangChain4j; calls without an id get one by their origin. */
  static Message from(ChatMessage message, String origin) {
    ChatMessage plain = Originals.without(message);
    return Originals.in(message)
        .filter(original -> plain(original).equals(plain))
        .orElseGet(() -> read(plain, origin));
  }

  private static Message read(ChatMessage message, String origin) {
    Message read = translated(message, origin);
    return written(read).equals(message) ? read : Received.with(message, read);
  }

  private static Message translated(ChatMessage message, String origin) {
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
      return tool(it);
    }
    throw new IllegalArgumentException(
        "Expected a message of a user, a system, a model or a tool but found " + message.type());
  }

  private static Message.Tool tool(ToolExecutionResultMessage it) {
    Map<String, Object> metadata = new LinkedHashMap<>(it.attributes());
    if (Boolean.FALSE.equals(it.isError())) {
      metadata.put(IS_ERROR, false);
    }
    return new Message.Tool(
        "",
        orEmpty(it.id()),
        orEmpty(it.toolName()),
        Contents.from(it.contents()),
        Boolean.TRUE.equals(it.isError()) ? Outcome.ERROR : Outcome.SUCCESS,
        metadata);
  }

  /** Translates what a model answered, with what the provider says of it. */
  public static Message.Assistant answer(
      ChatResponse response, @Nullable String model, String origin) {
    Message.Assistant answer = said(assistant(response.aiMessage(), origin), origin);
    String answering = response.modelName() == null ? model : response.modelName();
    if (answering != null) {
      answer = answer.withMetadata(Message.MODEL, answering);
    }
    if (response.finishReason() == FinishReason.LENGTH) {
      answer = answer.withMetadata(Message.FINISH_REASON, Message.CUT);
    }
    TokenUsage tokens = response.tokenUsage();
    return tokens == null ? answer : answer.withUsage(usage(tokens));
  }

  /**
   * An empty text beside calls or thoughts says nothing, an empty id tells no calls apart, and what
   * has no JSON form, as objects of a client library, cannot be kept.
   */
  private static Message.Assistant said(Message.Assistant it, String origin) {
    List<ToolCall> calls = new ArrayList<>();
    for (ToolCall call : it.toolCalls()) {
      String id = call.id().isBlank() ? newId(origin, calls.size()) : call.id();
      calls.add(new ToolCall(id, call.name(), call.arguments()));
    }
    List<Part> content =
        it.content().stream().filter(part -> !part.equals(new Part.Text(""))).toList();
    Map<String, Object> metadata = new LinkedHashMap<>(it.metadata());
    metadata.values().removeIf(value -> !MetadataForm.isWritable(value));
    return new Message.Assistant(it.id(), content, calls, it.usage(), metadata);
  }

  private static String newId(String origin, int position) {
    return "call_" + ContentHash.hex(origin, position);
  }

  private static Usage usage(TokenUsage tokens) {
    long input = Optional.ofNullable(tokens.inputTokenCount()).orElse(0);
    long output = Optional.ofNullable(tokens.outputTokenCount()).orElse(0);
    Integer total = tokens.totalTokenCount();
    return new Usage(
        input, output, total == null ? input + output : total, ProviderTokens.details(tokens));
  }

  private static Message.Assistant assistant(AiMessage answer, String origin) {
    List<ToolCall> calls = new ArrayList<>();
    for (ToolExecutionRequest request : answer.toolExecutionRequests()) {
      String id = Optional.ofNullable(request.id()).orElseGet(() -> newId(origin, calls.size()));
      calls.add(new ToolCall(id, orEmpty(request.name()), orEmpty(request.arguments())));
    }
    Map<String, Object> metadata = new LinkedHashMap<>(answer.attributes());
    Object signature = metadata.remove(SIGNATURE);
    List<Part> content = new ArrayList<>();
    if (answer.thinking() != null || signature != null) {
      content.add(
          new Reasoning(orEmpty(answer.thinking()), signature == null ? "" : "" + signature));
    }
    if (answer.text() != null) {
      boolean isAll = content.isEmpty() && calls.isEmpty() && answer.images().isEmpty();
      content.addAll(isAll ? Part.of(answer.text()) : List.of(new Part.Text(answer.text())));
    }
    metadata.remove(AiMessage.GENERATED_IMAGES_KEY);
    content.addAll(Contents.pictures(answer.images()));
    return new Message.Assistant("", content, calls, Optional.empty(), metadata);
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static ChatMessage user(Message.User it) {
    Map<String, Object> attributes = new LinkedHashMap<>(it.metadata());
    String name = attributes.get(NAME) instanceof String text ? text : null;
    attributes.remove(NAME, name);
    return UserMessage.builder()
        .name(name)
        .contents(Contents.of(it.content()))
        .attributes(attributes)
        .build();
  }

  private static AiMessage assistant(Message.Assistant it) {
    boolean saysNothing = it.content().stream().noneMatch(Part.Text.class::isInstance);
    boolean isEmpty = it.content().isEmpty() && it.toolCalls().isEmpty();
    return assistant(it, saysNothing && !isEmpty ? null : it.text(), ToolCall::toLangChain4j);
  }

  private static AiMessage assistant(
      Message.Assistant it, @Nullable String text, Function<ToolCall, ToolExecutionRequest> call) {
    Map<String, Object> attributes = new LinkedHashMap<>(it.metadata());
    List<String> thoughts = new ArrayList<>();
    List<Image> pictures = new ArrayList<>();
    for (Part part : it.content()) {
      if (part instanceof Reasoning thought) {
        thoughts.add(thought.text());
        if (!thought.signature().isEmpty()) {
          attributes.put(SIGNATURE, thought.signature());
        }
      }
      Contents.picture(part).ifPresent(pictures::add);
    }
    if (!pictures.isEmpty()) {
      attributes.put(AiMessage.GENERATED_IMAGES_KEY, pictures);
    }
    AiMessage.Builder message =
        AiMessage.builder()
            .text(text)
            .toolExecutionRequests(it.toolCalls().stream().map(call).toList())
            .attributes(attributes);
    return thoughts.isEmpty()
        ? message.build()
        : message.thinking(String.join("\n", thoughts)).build();
  }

  private static ChatMessage tool(Message.Tool it) {
    Map<String, Object> attributes = new LinkedHashMap<>(it.metadata());
    boolean isSaid = attributes.remove(IS_ERROR, false);
    return ToolExecutionResultMessage.builder()
        .id(it.callId())
        .toolName(it.name())
        .contents(Contents.of(it.content()))
        .isError(it.outcome() == Outcome.ERROR ? Boolean.TRUE : isSaid ? Boolean.FALSE : null)
        .attributes(attributes)
        .build();
  }
}
