package io.evergraph.llm.tool;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.llm.message.ToolCallForm;
import java.util.ArrayList;
import java.util.List;

/** Reads what a model is told about tools from OpenAI's JSON. */
final class ToolDefinitions {
  /** What a JSON schema may say that narrows nothing. */
  private static final List<String> REMARKS =
      List.of("$schema", "$id", "$comment", "title", "examples", "default");

  private ToolDefinitions() {}

  static List<ToolSpecification> read(String json) {
    try {
      List<ToolSpecification> specifications = new ArrayList<>();
      for (JsonNode definition : ToolCallForm.MAPPER.readTree(json)) {
        JsonNode function = definition.path("function");
        removeRemarks(function.path("parameters"));
        specifications.add(ToolSpecification.fromJson(function.toString()));
      }
      return List.copyOf(specifications);
    } catch (JsonProcessingException malformed) {
      JsonLocation place = malformed.getLocation();
      throw misfit(
          "text that cannot be read at line "
              + place.getLineNr()
              + ", column "
              + place.getColumnNr(),
          malformed);
    } catch (RuntimeException failure) {
      throw misfit("other JSON: " + failure.getMessage(), failure);
    }
  }

  /** LangChain4j takes parameters with any other key for no object at all. */
  static void removeRemarks(JsonNode parameters) {
    if (parameters instanceof ObjectNode object) {
      ObjectNode unused = object.remove(REMARKS);
    }
  }

  /** Turns a constant text into an enumeration of one: LangChain4j has no other form for it. */
  static void enumerateConstant(JsonNode schema) {
    if (schema.path("const").isTextual()) {
      ObjectNode one = (ObjectNode) schema;
      one.putArray("enum").add(one.remove("const"));
    }
  }

  private static IllegalArgumentException misfit(String found, Exception cause) {
    return new IllegalArgumentException(
        "Expected a JSON array of tool definitions in OpenAI's format but found " + found + ".",
        cause);
  }
}
