package io.evergraph.llm.message;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The JSON of the tokens that an answer took: {@code usage_metadata}, as LangChain has it. */
final class UsageForm {
  private static final TypeReference<Map<String, Object>> PLAIN = new TypeReference<>() {};
  private static final String FIELD = "usage_metadata";
  private static final String INPUT = "input_tokens";
  private static final String OUTPUT = "output_tokens";
  private static final String TOTAL = "total_tokens";

  private UsageForm() {}

  static Optional<Usage> read(JsonNode message) {
    JsonNode node = message.path(FIELD);
    if (!node.isObject()) {
      return Optional.empty();
    }
    Map<String, Object> details =
        new LinkedHashMap<>(ToolCallForm.MAPPER.convertValue(node, PLAIN));
    details.remove(INPUT);
    details.remove(OUTPUT);
    details.remove(TOTAL);
    long input = node.path(INPUT).asLong();
    long output = node.path(OUTPUT).asLong();
    return Optional.of(new Usage(input, output, node.path(TOTAL).asLong(input + output), details));
  }

  static void write(Usage usage, ObjectNode message) {
    ObjectNode node = message.putObject(FIELD);
    node.put(INPUT, usage.inputTokens());
    node.put(OUTPUT, usage.outputTokens());
    node.put(TOTAL, usage.totalTokens());
    usage
        .details()
        .forEach((name, count) -> node.set(name, ToolCallForm.MAPPER.valueToTree(count)));
  }
}
