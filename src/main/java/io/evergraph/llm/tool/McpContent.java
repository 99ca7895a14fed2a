package io.evergraph.llm.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.mcp.client.McpToolResultExtractor;
import dev.langchain4j.service.tool.ToolExecutionResult;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a model is told of the content that a tool of a server returns: its texts, and of anything
 * else the JSON without the bytes. The tool has run: what cannot be shown is no reason to run it
 * again.
 */
final class McpContent implements McpToolResultExtractor {
  private static final List<String> BYTES = List.of("data", "blob");
  private static final String NOT_SHOWN = "(cannot be shown)";

  @Override
  public ToolExecutionResult extract(JsonNode content, boolean isError) {
    String words =
        content.isArray()
            ? content.valueStream().map(McpContent::words).collect(Collectors.joining("\n"))
            : words(content);
    return ToolExecutionResult.builder().isError(isError).resultText(words).build();
  }

  private static String words(JsonNode item) {
    JsonNode embedded = item.path("resource");
    for (JsonNode place : List.of(item, embedded)) {
      if (place.path("text").isTextual()) {
        return place.get("text").textValue();
      }
    }
    return item.isTextual() ? item.textValue() : withoutBytes(item);
  }

  private static String withoutBytes(JsonNode item) {
    JsonNode shown = item.deepCopy();
    for (JsonNode place : List.of(shown, shown.path("resource"))) {
      if (place instanceof ObjectNode object) {
        BYTES.stream().filter(object::has).forEach(name -> object.put(name, NOT_SHOWN));
      }
    }
    return shown.toString();
  }
}
