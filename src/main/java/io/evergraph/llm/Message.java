package io.evergraph.llm;

import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import io.evergraph.state.StreamableMessage;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * One message of a chat. Immutable.
 *
 * <p>Its JSON is flat: {@code {"type": "human" | "ai" | "system" | "tool", "id": …, "content": …}},
 * with {@code tool_calls} on what the model says and {@code tool_call_id}, {@code name} and {@code
 * status} on the result of a tool. Read are also OpenAI's roles ({@code {"role": "user", "content":
 * …}}), content in parts of text, and a bare text for what a user says.
 */
@JsonSerialize(using = MessageForm.Writer.class)
@JsonDeserialize(using = MessageForm.Reader.class)
public sealed interface Message extends StreamableMessage {
  /** Returns what is said; empty where a model only calls tools, or a tool returns nothing. */
  @Override
  String text();

  @Override
  Message withId(String id);

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
   * @param text the words
   */
  record User(String id, String text) implements Message {
    public User {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(text, "text");
    }

    @Override
    public User withId(String other) {
      return new User(other, text);
    }
  }

  /**
   * An instruction to the model.
   *
   * @param id the identity within the chat; empty until it is written
   * @param text the words
   */
  record Instruction(String id, String text) implements Message {
    public Instruction {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(text, "text");
    }

    @Override
    public Instruction withId(String other) {
      return new Instruction(other, text);
    }
  }

  /**
   * What a model says, calls, or both.
   *
   * @param id the identity within the chat; empty until it is written
   * @param text the words, empty where it only calls
   * @param toolCalls the calls in the model's order, empty where it only speaks
   */
  record Assistant(String id, String text, List<ToolCall> toolCalls) implements Message {
    public Assistant {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(text, "text");
      toolCalls = List.copyOf(toolCalls);
    }

    @Override
    public Assistant withId(String other) {
      return new Assistant(other, text, toolCalls);
    }

    /** Returns this message with other calls. */
    public Assistant withToolCalls(List<ToolCall> other) {
      return new Assistant(id, text, other);
    }
  }

  /**
   * What became of a call.
   *
   * @param id the identity within the chat; empty until it is written
   * @param callId the id of the call
   * @param name the name of the tool; empty where the writer did not say
   * @param text the result, or why there is none
   * @param outcome whether the tool did its work
   */
  record Tool(String id, String callId, String name, String text, Outcome outcome)
      implements Message {
    public Tool {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(callId, "callId");
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(text, "text");
      Objects.requireNonNull(outcome, "outcome");
    }

    @Override
    public Tool withId(String other) {
      return new Tool(other, callId, name, text, outcome);
    }
  }

  /** Whether a tool did its work. */
  enum Outcome {
    /** It did. */
    SUCCESS,
    /** It did not; the text says why. */
    ERROR
  }
}
