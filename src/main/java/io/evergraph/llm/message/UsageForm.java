package io.evergraph.llm.message;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The JSON of the tokens that an answer took: {@code usage_metadata}, as LangChain has it, and the
 * {@code usage} of OpenAI's chat completions. Their names for the same counts are translated;
 * others are kept as they are.
 */
final class UsageForm {
  static final String INPUT_DETAILS = "input_token_details";
  static final String OUTPUT_DETAILS = "output_token_details";

  private static final TypeReference<Map<String, Object>> PLAIN = new TypeReference<>() {};
  private static final String FIELD = "usage_metadata";
  private static final String TOTAL = "total_tokens";
  private static final Names LANGCHAIN = new Names("input_tokens", "output_tokens");
  private static final Names OPENAI = new Names("prompt_tokens", "completion_tokens");

  /** OpenAI's names, and LangChain's for the same. */
  private static final Map<String, String> GROUPS =
      Map.of("prompt_tokens_details", INPUT_DETAILS, "completion_tokens_details", OUTPUT_DETAILS);

  private static final Map<String, String> COUNTS =
      Map.of(
          "cached_tokens", "cache_read", "audio_tokens", "audio", "reasoning_tokens", "reasoning");

  private record Names(String input, String output) {}

  private UsageForm() {}

  static Optional<Usage> read(JsonNode message) {
    JsonNode node = message.path(FIELD);
    return node.isObject() ? Optional.of(read(node, LANGCHAIN)) : Optional.empty();
  }

  private static Usage read(JsonNode node, Names names) {
    Map<String, Object> details =
        new LinkedHashMap<>(ToolCallForm.MAPPER.convertValue(node, PLAIN));
    details.remove(names.input());
    details.remove(names.output());
    details.remove(TOTAL);
    long input = node.path(names.input()).asLong();
    long output = node.path(names.output()).asLong();
    return new Usage(input, output, node.path(TOTAL).asLong(input + output), details);
  }

  static void write(Usage usage, ObjectNode message) {
    message.set(FIELD, written(usage, LANGCHAIN));
  }

  private static ObjectNode written(Usage usage, Names names) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    node.put(names.input(), usage.inputTokens());
    node.put(names.output(), usage.outputTokens());
    node.put(TOTAL, usage.totalTokens());
    usage
        .details()
        .forEach((name, count) -> node.set(name, ToolCallForm.MAPPER.valueToTree(count)));
    return node;
  }

  static Usage readOpenAi(JsonNode node) {
    Usage usage = read(node, OPENAI);
    return usage.withDetails(renamed(usage.details(), GROUPS, COUNTS));
  }

  static ObjectNode writeOpenAi(Usage usage) {
    Map<String, Object> details = renamed(usage.details(), turned(GROUPS), turned(COUNTS));
    return written(usage.withDetails(details), OPENAI);
  }

  /** What the provider counts elsewhere has the same names in both. */
  private static Map<String, Object> renamed(
      Map<String, Object> details, Map<String, String> groups, Map<String, String> counts) {
    Map<String, Object> renamed = new LinkedHashMap<>();
    details.forEach(
        (name, value) ->
            renamed.put(
                groups.getOrDefault(name, name),
                groups.containsKey(name) && value instanceof Map<?, ?> group
                    ? renamed(group, counts)
                    : value));
    return renamed;
  }

  private static Map<String, Object> renamed(Map<?, ?> group, Map<String, String> counts) {
    Map<String, Object> renamed = new LinkedHashMap<>();
    group.forEach((name, count) -> renamed.put(counts.getOrDefault("" + name, "" + name), count));
    return renamed;
  }

  private static Map<String, String> turned(Map<String, String> names) {
    Map<String, String> turned = new LinkedHashMap<>();
    names.forEach((one, other) -> turned.put(other, one));
    return turned;
  }
}
