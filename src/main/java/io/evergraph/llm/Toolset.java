package io.evergraph.llm;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tools by name: what the model is told about them, and the code behind them. Immutable. */
public final class Toolset {
  private final Map<String, Tool> tools;

  private record Tool(ToolSpecification specification, ToolExecutor executor) {}

  private Toolset(Map<String, Tool> tools) {
    this.tools = Collections.unmodifiableMap(tools);
  }

  /** Returns the set without tools. */
  public static Toolset empty() {
    return new Toolset(Map.of());
  }

  /** Returns the set of one tool. */
  public static Toolset of(ToolSpecification specification, ToolExecutor executor) {
    return of(List.of(specification), executor);
  }

  /** Returns a set of tools that share their code, which tells them apart by the call's name. */
  public static Toolset of(List<ToolSpecification> specifications, ToolExecutor executor) {
    Map<String, Tool> tools = new LinkedHashMap<>();
    specifications.forEach(specification -> add(new Tool(specification, executor), tools));
    return new Toolset(tools);
  }

  /**
   * Reads definitions in OpenAI's format: a JSON array of {@code {"type": "function", "function":
   * {"name", "description", "parameters"}}}, where {@code parameters} is a JSON schema.
   *
   * @throws IllegalArgumentException when the text is something else
   */
  public static List<ToolSpecification> definitions(String json) {
    try {
      List<ToolSpecification> specifications = new ArrayList<>();
      for (JsonNode definition : ToolCallForm.MAPPER.readTree(json)) {
        specifications.add(ToolSpecification.fromJson(definition.path("function").toString()));
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

  private static IllegalArgumentException misfit(String found, Exception cause) {
    return new IllegalArgumentException(
        "Expected a JSON array of tool definitions in OpenAI's format but found " + found + ".",
        cause);
  }

  /**
   * Returns the tools of both sets.
   *
   * @throws IllegalArgumentException when a name is in both
   */
  public Toolset and(Toolset other) {
    Map<String, Tool> both = new LinkedHashMap<>(tools);
    other.tools.values().forEach(tool -> add(tool, both));
    return new Toolset(both);
  }

  private static void add(Tool tool, Map<String, Tool> tools) {
    String name = tool.specification().name();
    if (tools.put(name, tool) != null) {
      throw new IllegalArgumentException(
          "Expected tools of different names but found '" + name + "' twice.");
    }
  }

  /** Returns what the model is told, in the order of declaration. */
  public List<ToolSpecification> specifications() {
    return tools.values().stream().map(Tool::specification).toList();
  }

  /** Returns the names in the order of declaration. */
  public List<String> names() {
    return List.copyOf(tools.keySet());
  }

  /** Returns what a tool does in words; empty when nobody said. */
  String description(String name) {
    return Optional.ofNullable(tools.get(name))
        .map(tool -> tool.specification().description())
        .orElse("");
  }

  /** Returns the code of a tool; empty when the set has no tool of that name. */
  Optional<ToolExecutor> executor(String name) {
    return Optional.ofNullable(tools.get(name)).map(Tool::executor);
  }
}
