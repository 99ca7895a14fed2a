package io.evergraph.llm.message;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A call of a tool as the model made it.
 *
 * @param id the id that the model gave the call; not always unique, so that results are told apart
 *     by their position
 * @param name the name of the tool
 * @param arguments the arguments as the model wrote them: JSON text, kept byte by byte
 */
@JsonSerialize(using = ToolCallForm.Writer.class)
@JsonDeserialize(using = ToolCallForm.Reader.class)
public record ToolCall(String id, String name, String arguments) {
  public ToolCall {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(arguments, "arguments");
  }

  /** Returns this call with other arguments. */
  public ToolCall withArguments(String other) {
    return new ToolCall(id, name, other);
  }

  /** Returns this call as LangChain4j has it. */
  public ToolExecutionRequest toLangChain4j() {
    return ToolExecutionRequest.builder().id(id).name(name).arguments(arguments).build();
  }

  /**
   * Returns a number among the arguments.
   *
   * @throws ToolCallException when there is none of that name
   */
  public double number(String argument) {
    return value(argument)
        .filter(JsonNode::isNumber)
        .orElseThrow(() -> missing(argument, "a number"))
        .asDouble();
  }

  /**
   * Returns a text among the arguments.
   *
   * @throws ToolCallException when there is none of that name
   */
  public String text(String argument) {
    return value(argument)
        .filter(JsonNode::isTextual)
        .orElseThrow(() -> missing(argument, "a text"))
        .asText();
  }

  /**
   * Returns a list among the arguments.
   *
   * @param type the type of the elements: a record, or a plain type; fields that it does not have
   *     are left out
   * @throws ToolCallException when there is none of that name, or its elements do not fit
   */
  public <T> List<T> list(String argument, Class<T> type) {
    JsonNode values =
        value(argument).filter(JsonNode::isArray).orElseThrow(() -> missing(argument, "a list"));
    if (values.valueStream().anyMatch(JsonNode::isNull)) {
      throw missing(argument, "a list without null");
    }
    try {
      return List.copyOf(elements(values, type));
    } catch (IOException misfit) {
      throw missing(argument, "a list of " + type.getSimpleName());
    }
  }

  private static <T> List<T> elements(JsonNode values, Class<T> type) throws IOException {
    ObjectReader reader =
        ToolCallForm.MAPPER
            .readerForListOf(type)
            .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    List<T> elements = reader.readValue(values);
    if (elements.stream().anyMatch(Objects::isNull)) {
      throw new IOException("An empty text is read as null where it is no " + type.getName() + ".");
    }
    return elements;
  }

  private Optional<JsonNode> value(String argument) {
    return ToolCallForm.parsed(arguments).map(all -> all.get(argument));
  }

  private ToolCallException missing(String argument, String expected) {
    return new ToolCallException(
        "Expected %s as '%s' of %s but found %s.".formatted(expected, argument, name, arguments));
  }
}
