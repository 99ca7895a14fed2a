package io.evergraph.llm.message;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Optional;

/**
 * The JSON of a tool call: {@code id}, {@code name} and the parsed {@code args}, which clients
 * read.
 *
 * <p>The text that the model wrote stands beside them as {@code arguments}, but only where the
 * compact text of {@code args} differs from it. When both are read and disagree, somebody has
 * changed {@code args}, and the text is stale.
 */
public final class ToolCallForm {
  /** Reads one value per text, and nothing behind it. */
  public static final JsonMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private static final JsonMapper EXACT =
      MAPPER
          .rebuild()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private ToolCallForm() {}

  /** Returns the object that arguments are, or nothing where they are not one. */
  public static Optional<ObjectNode> parsed(String arguments) {
    return parsed(arguments, MAPPER);
  }

  /** Returns the same, whose decimals have all digits that were written. */
  public static Optional<ObjectNode> parsedExactly(String arguments) {
    return parsed(arguments, EXACT);
  }

  private static Optional<ObjectNode> parsed(String arguments, JsonMapper mapper) {
    try {
      return mapper.readTree(arguments) instanceof ObjectNode object
          ? Optional.of(object)
          : Optional.empty();
    } catch (JsonProcessingException notJson) {
      return Optional.empty();
    }
  }

  /** Returns whether {@link #parsed} finds an object, without making it. */
  static boolean isObject(String arguments) {
    try (JsonParser parser = MAPPER.createParser(arguments)) {
      return parser.nextToken() == JsonToken.START_OBJECT
          && parser.skipChildren().nextToken() == null;
    } catch (IOException notJson) {
      return false;
    }
  }

  static ObjectNode write(ToolCall call) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    ObjectNode args = parsed(call.arguments()).orElseGet(node::objectNode);
    node.put("type", "tool_call").put("id", call.id()).put("name", call.name()).set("args", args);
    return args.toString().equals(call.arguments())
        ? node
        : node.put("arguments", call.arguments());
  }

  /** Reads this form, and OpenAI's with a nested {@code function}. */
  static ToolCall read(JsonNode node) throws JsonMappingException {
    JsonNode named = node.path("function").isObject() ? node.get("function") : node;
    if (!named.path("name").isTextual()) {
      throw new JsonMappingException(
          null, "expected a tool call with a name, such as {\"id\", \"name\", \"args\"}");
    }
    return new ToolCall(node.path("id").asText(""), named.get("name").asText(), arguments(named));
  }

  private static String arguments(JsonNode node) {
    JsonNode args = node.path("args");
    JsonNode text = node.path("arguments");
    if (!text.isTextual()) {
      return args.isObject() ? args.toString() : "{}";
    }
    boolean stale =
        args.isObject() && parsed(text.textValue()).filter(it -> !isSame(it, args)).isPresent();
    return stale ? args.toString() : text.textValue();
  }

  /** Returns whether two trees say the same: numbers by their value, fields in any order. */
  static boolean isSame(JsonNode one, JsonNode other) {
    return one.equals(ToolCallForm::compare, other);
  }

  /** A decimal is the same whether its reader kept all of its digits or not. */
  private static int compare(JsonNode one, JsonNode other) {
    if (one.isIntegralNumber() && other.isIntegralNumber()) {
      return one.bigIntegerValue().compareTo(other.bigIntegerValue());
    }
    if (one.isFloatingPointNumber() && other.isFloatingPointNumber()) {
      return Double.compare(one.doubleValue(), other.doubleValue());
    }
    return one.equals(other) ? 0 : 1;
  }

  static final class Writer extends JsonSerializer<ToolCall> {
    @Override
    public void serialize(ToolCall call, JsonGenerator out, SerializerProvider context)
        throws IOException {
      write(call).serialize(out, context);
    }
  }

  static final class Reader extends JsonDeserializer<ToolCall> {
    @Override
    public ToolCall deserialize(JsonParser in, DeserializationContext context) throws IOException {
      return read(context.readTree(in));
    }
  }
}
