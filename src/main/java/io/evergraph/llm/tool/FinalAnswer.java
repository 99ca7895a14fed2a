package io.evergraph.llm.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.error.InvalidValueException;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.message.ToolCallForm;
import io.evergraph.runtime.codec.AnswerSchemas;
import io.evergraph.runtime.codec.JsonSchemas;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer that an agent ends a turn with, as a value of a type: the model gives it by calling
 * the tool {@value #NAME}, or as JSON in place of words.
 *
 * <p>It is a tool whose call ends the turn: {@link ToolCalls} writes what it was called with to the
 * channel, after a check against the schema of the type.
 *
 * @param <T> what the channel holds
 */
public final class FinalAnswer<T> implements ToolExecutor {
  /** The name of the channel and of the tool. */
  public static final String NAME = "answer";

  private static final NodePolicy LOCAL = NodePolicy.builder().local().build();

  private final Class<T> type;
  private final StateCodec codec = StateCodec.create();
  private final JsonSchemas checks = new JsonSchemas();
  private final Map<String, Object> schema;

  private FinalAnswer(Class<T> type) {
    this.type = type;
    this.schema =
        Objects.requireNonNull(new AnswerSchemas(codec).of(type), "the schema of an answer");
  }

  /**
   * Returns the answer of a type.
   *
   * @param type a record, whose JSON schema the model is told
   * @throws IllegalArgumentException when it is none
   */
  public static <T> FinalAnswer<T> of(Class<T> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(
          "Expected a record as the type of the answer but found " + type.getName() + ".");
    }
    return new FinalAnswer<>(type);
  }

  /** Returns the answer among tools; empty where the model answers with words. */
  public static Optional<FinalAnswer<?>> among(Toolset tools) {
    return tools
        .executor(NAME)
        .filter(FinalAnswer.class::isInstance)
        .map(executor -> (FinalAnswer<?>) executor);
  }

  /** Returns the channel that holds the answer of the last turn that had one. */
  public Channel<T> channel() {
    return Channel.of(NAME, type);
  }

  /** Returns the tool by which the model gives the answer. */
  public Toolset tool() {
    Map<String, Object> parameters = new LinkedHashMap<>(schema);
    parameters.remove("$schema");
    ObjectNode definition = JsonNodeFactory.instance.objectNode();
    definition
        .put("name", NAME)
        .put("description", "Gives the final answer. Call it when everything else is done.")
        .set("parameters", codec.mapper().valueToTree(parameters));
    return Toolset.of(ToolSpecification.fromJson(definition.toString()), this).policy(NAME, LOCAL);
  }

  @Override
  public String execute(ToolCall call, ToolContext context) {
    return "The answer is taken.";
  }

  /** Returns what is wrong with an answer; empty where it fits. */
  public Optional<String> misfit(String text) {
    List<String> problems = problems(text);
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }

  private List<String> problems(String text) {
    Optional<ObjectNode> answer = ToolCallForm.parsed(text);
    if (answer.isEmpty()) {
      return List.of("expected a JSON object but found " + text);
    }
    List<String> problems = checks.problems(schema, answer.get());
    return problems.isEmpty() ? unbound(answer.get()) : problems;
  }

  /** The type may check more than its schema says. */
  private List<String> unbound(JsonNode answer) {
    try {
      T unused = codec.fromJson(answer, type, "the answer");
      return List.of();
    } catch (InvalidValueException misfit) {
      return List.of(String.valueOf(misfit.getMessage()));
    }
  }

  /** Writes an answer that fits. */
  StateUpdate written(String text) {
    try {
      return StateUpdate.of(
          channel(), codec.fromJson(codec.mapper().readTree(text), type, "the answer"));
    } catch (JsonProcessingException unchecked) {
      throw new IllegalStateException("Expected an answer that was checked.", unchecked);
    }
  }

  @Override
  public String toString() {
    return "FinalAnswer[" + type.getName() + "]";
  }
}
