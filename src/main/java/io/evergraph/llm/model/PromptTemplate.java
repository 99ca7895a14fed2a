package io.evergraph.llm.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.NodeContext;
import io.evergraph.runtime.codec.StateCodec;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt with places that channels of the state fill: {@code {name}} has to be there, {@code
 * {name?}} gives nothing where it is not, {@code {{name}}} stands for itself in single braces.
 * Texts are filled in as they are, other values as JSON.
 *
 * @param text the prompt as it was written
 */
public record PromptTemplate(String text) {
  private static final Pattern PLACE =
      Pattern.compile("\\{(\\{[\\w.-]+\\??})}|\\{([A-Za-z_][\\w.-]*)(\\?)?}");
  private static final int NAME = 2;
  private static final int OPTIONAL = 3;

  public PromptTemplate {
    Objects.requireNonNull(text, "text");
  }

  /** Created with the first value that is no text. */
  private static final class Json {
    static final ObjectMapper MAPPER = StateCodec.create().mapper();
  }

  /** Returns the names of the channels that the prompt reads, each once, in its order. */
  public List<String> channels() {
    return PLACE
        .matcher(text)
        .results()
        .map(place -> place.group(NAME))
        .filter(Objects::nonNull)
        .distinct()
        .toList();
  }

  /**
   * Returns the prompt for a task.
   *
   * @throws InvalidInputException when a channel that has to be there holds nothing
   */
  String filled(NodeContext context) {
    return PLACE.matcher(text).replaceAll(place -> Matcher.quoteReplacement(value(place, context)));
  }

  private static String value(MatchResult place, NodeContext context) {
    String name = place.group(NAME);
    if (name == null) {
      return place.group(1);
    }
    Object value = context.state().value(name);
    if (value == null && place.group(OPTIONAL) == null) {
      throw new InvalidInputException(
          "the placeholder {%s} in the prompt of node '%s'".formatted(name, context.node()),
          "a value in channel '%s', or {%s?} where it may be absent".formatted(name, name),
          "none");
    }
    return value == null ? "" : text(value);
  }

  private static String text(Object value) {
    if (value instanceof CharSequence words) {
      return words.toString();
    }
    try {
      JsonNode json = Json.MAPPER.valueToTree(value);
      return json.isTextual() ? json.textValue() : Json.MAPPER.writeValueAsString(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("Expected the codec to write a value.", impossible);
    }
  }
}
