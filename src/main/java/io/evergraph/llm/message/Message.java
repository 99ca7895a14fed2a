package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.evergraph.state.Frozen;
import io.evergraph.state.Immutable;
import io.evergraph.state.StreamableMessage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * One message of a chat. Immutable.
 *
 * <p>Its JSON is flat: {@code {"type": "human" | "ai" | "system" | "tool", "id": …, "content": …}},
 * with {@code tool_calls} and {@code usage_metadata} on what the model says and {@code
 * tool_call_id}, {@code name} and {@code status} on the result of a tool. The content is a text, or
 * a list of parts where there are others than words; the metadata stand in {@code
 * response_metadata}. Read are also OpenAI's roles ({@code {"role": "user", "content": …}}) and
 * parts, and a bare text for what a user says.
 */
@JsonSerialize(using = MessageForm.Writer.class)
@JsonDeserialize(using = MessageForm.Reader.class)
public sealed interface Message extends StreamableMessage {
  /** The name of the fact that says who wrote a message that no user has written. */
  String SOURCE = "source";

  /** What {@link #SOURCE} says where a limit has taken the place of a model's answer. */
  String LIMIT = "limit";

  /** The name of the fact that says which model answered. */
  String MODEL = "model_name";

  /**
   * The name of the fact that says why a model has ended its answer, where that is {@link #CUT}.
   */
  String FINISH_REASON = "finish_reason";

  /** The finish reason of an answer that has reached the most tokens that it may have. */
  String CUT = "length";

  /** Returns what is said; empty where a model only calls tools, or a tool returns nothing. */
  @Override
  default String text() {
    return Part.text(content());
  }

  /** Returns what the message holds, in its order. */
  List<Part> content();

  /**
   * Returns what else is known of the message, as plain values by name, such as {@link #MODEL} and
   * {@link #SOURCE}.
   */
  Map<String, Object> metadata();

  @Override
  default boolean tellsOfThreadAlone() {
    return LIMIT.equals(metadata().get(SOURCE));
  }

  /** Returns what the message was read from; no part of what it says, and none of equality. */
  Received received();

  @Override
  Message withId(String id);

  /** Returns this message with one more fact, as a plain value. */
  Message withMetadata(String name, Object value);

  /** Returns this message with other parts, as one that was read from nothing. */
  default Message withContent(List<Part> other) {
    return match(
        it -> new User(it.id(), other, it.metadata()),
        it -> new Instruction(it.id(), other, it.metadata()),
        it -> new Assistant(it.id(), other, it.toolCalls(), it.usage(), it.metadata()),
        it -> new Tool(it.id(), it.callId(), it.name(), other, it.outcome(), it.metadata()));
  }

  /** Applies the function for the kind of this one. */
  default <R> R match(
      Function<User, R> onUser,
      Function<Instruction, R> onInstruction,
      Function<Assistant, R> onAssistant,
      Function<Tool, R> onTool) {
    if (this instanceof User it) {
      return onUser.apply(it);
    }
    if (this instanceof Instruction it) {
      return onInstruction.apply(it);
    }
    if (this instanceof Assistant it) {
      return onAssistant.apply(it);
    }
    return onTool.apply((Tool) this);
  }

  /** Returns what a user says, to be identified when it is written. */
  static User user(String text) {
    return new User("", text);
  }

  /** Returns what a user says and shows, to be identified when it is written. */
  static User user(Part... content) {
    return new User("", List.of(content), Map.of());
  }

  /** Returns an instruction to the model, to be identified when it is written. */
  static Instruction instruction(String text) {
    return new Instruction("", text);
  }

  /** Returns what a model says and calls, to be identified when it is written. */
  static Assistant assistant(String text, ToolCall... calls) {
    return new Assistant("", text, List.of(calls));
  }

  /** Returns the result of a call, to be identified when it is written. */
  static Tool result(ToolCall call, String text) {
    return new Tool("", call.id(), call.name(), text, Outcome.SUCCESS);
  }

  /** Returns why a call has no result, to be identified when it is written. */
  static Tool failure(ToolCall call, String text) {
    return new Tool("", call.id(), call.name(), text, Outcome.ERROR);
  }

  /**
   * What a user says.
   *
   * @param id the identity within the chat; empty until it is written
   * @param content words and media
   * @param metadata what else is known
   * @param received what it was read from
   */
  @Immutable
  record User(String id, List<Part> content, Map<String, Object> metadata, Received received)
      implements Message {
    public User {
      Objects.requireNonNull(id, "id");
      content = List.copyOf(content);
      metadata = Frozen.copyOf(metadata);
      Objects.requireNonNull(received, "received");
    }

    /** Makes a message that was read from nothing. */
    public User(String id, List<Part> content, Map<String, Object> metadata) {
      this(id, content, metadata, Received.NOTHING);
    }

    /** Makes a message of words. */
    public User(String id, String text) {
      this(id, Part.of(text), Map.of());
    }

    @Override
    public User withId(String other) {
      return new User(other, content, metadata, received);
    }

    @Override
    public User withMetadata(String name, Object value) {
      return new User(id, content, with(name, value, metadata), received);
    }
  }

  /**
   * An instruction to the model.
   *
   * @param id the identity within the chat; empty until it is written
   * @param content the words
   * @param metadata what else is known
   * @param received what it was read from
   */
  @Immutable
  record Instruction(String id, List<Part> content, Map<String, Object> metadata, Received received)
      implements Message {
    public Instruction {
      Objects.requireNonNull(id, "id");
      content = List.copyOf(content);
      metadata = Frozen.copyOf(metadata);
      Objects.requireNonNull(received, "received");
    }

    /** Makes an instruction that was read from nothing. */
    public Instruction(String id, List<Part> content, Map<String, Object> metadata) {
      this(id, content, metadata, Received.NOTHING);
    }

    /** Makes an instruction of words. */
    public Instruction(String id, String text) {
      this(id, Part.of(text), Map.of());
    }

    @Override
    public Instruction withId(String other) {
      return new Instruction(other, content, metadata, received);
    }

    @Override
    public Instruction withMetadata(String name, Object value) {
      return new Instruction(id, content, with(name, value, metadata), received);
    }
  }

  /**
   * What a model says, calls, or both.
   *
   * @param id the identity within the chat; empty until it is written
   * @param content words and thoughts, empty where it only calls
   * @param toolCalls the calls in the model's order, empty where it only speaks
   * @param usage the tokens that it took; empty where the provider does not say
   * @param metadata what else is known
   * @param received what it was read from
   */
  @Immutable
  record Assistant(
      String id,
      List<Part> content,
      List<ToolCall> toolCalls,
      Optional<Usage> usage,
      Map<String, Object> metadata,
      Received received)
      implements Message {
    public Assistant {
      Objects.requireNonNull(id, "id");
      content = List.copyOf(content);
      toolCalls = List.copyOf(toolCalls);
      Objects.requireNonNull(usage, "usage");
      metadata = Frozen.copyOf(metadata);
      Objects.requireNonNull(received, "received");
    }

    /** Makes a message that was read from nothing. */
    public Assistant(
        String id,
        List<Part> content,
        List<ToolCall> toolCalls,
        Optional<Usage> usage,
        Map<String, Object> metadata) {
      this(id, content, toolCalls, usage, metadata, Received.NOTHING);
    }

    /** Makes a message of words and calls. */
    public Assistant(String id, String text, List<ToolCall> toolCalls) {
      this(id, Part.of(text), toolCalls, Optional.empty(), Map.of());
    }

    @Override
    public Assistant withId(String other) {
      return new Assistant(other, content, toolCalls, usage, metadata, received);
    }

    @Override
    public Assistant withMetadata(String name, Object value) {
      return new Assistant(id, content, toolCalls, usage, with(name, value, metadata), received);
    }

    /** Returns this message with other calls, as one that was read from nothing. */
    public Assistant withToolCalls(List<ToolCall> other) {
      return new Assistant(id, content, other, usage, metadata);
    }

    /** Returns this message with the tokens that it took. */
    public Assistant withUsage(Usage tokens) {
      return new Assistant(id, content, toolCalls, Optional.of(tokens), metadata, received);
    }
  }

  /**
   * What became of a call.
   *
   * @param id the identity within the chat; empty until it is written
   * @param callId the id of the call
   * @param name the name of the tool; empty where the writer did not say
   * @param content the result, or why there is none
   * @param outcome whether the tool did its work
   * @param metadata what else is known
   * @param received what it was read from
   */
  @Immutable
  record Tool(
      String id,
      String callId,
      String name,
      List<Part> content,
      Outcome outcome,
      Map<String, Object> metadata,
      Received received)
      implements Message {
    public Tool {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(name, "name");
      content = List.copyOf(content);
      Objects.requireNonNull(outcome, "outcome");
      metadata = Frozen.copyOf(metadata);
      Objects.requireNonNull(received, "received");
    }

    /** Makes a result that was read from nothing. */
    public Tool(
        String id,
        String callId,
        String name,
        List<Part> content,
        Outcome outcome,
        Map<String, Object> metadata) {
      this(id, callId, name, content, outcome, metadata, Received.NOTHING);
    }

    /** Makes a result of words. */
    public Tool(String id, String callId, String name, String text, Outcome outcome) {
      this(id, callId, name, Part.of(text), outcome, Map.of());
    }

    @Override
    public Tool withId(String other) {
      return new Tool(other, callId, name, content, outcome, metadata, received);
    }

    @Override
    public Tool withMetadata(String key, Object value) {
      return new Tool(id, callId, name, content, outcome, with(key, value, metadata), received);
    }

    /** Returns this result for a call of another id, as one that was read from nothing. */
    Tool withCallId(String other) {
      return new Tool(id, other, name, content, outcome, metadata);
    }

    /** Returns this result under another name of its tool, as one that was read from nothing. */
    Tool withName(String other) {
      return new Tool(id, callId, other, content, outcome, metadata);
    }
  }

  /** Whether a tool did its work. */
  enum Outcome {
    /** It did. */
    SUCCESS,
    /** It did not; the text says why. */
    ERROR
  }

  private static Map<String, Object> with(String name, Object value, Map<String, Object> metadata) {
    Map<String, Object> more = new LinkedHashMap<>(metadata);
    more.put(name, value);
    return more;
  }
}
