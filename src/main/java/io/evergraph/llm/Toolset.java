package io.evergraph.llm;

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
  private final Map<String, ToolSpecification> specifications;
  private final Map<String, ToolExecutor> executors;

  private Toolset(
      Map<String, ToolSpecification> specifications, Map<String, ToolExecutor> executors) {
    this.specifications = Collections.unmodifiableMap(specifications);
    this.executors = Collections.unmodifiableMap(executors);
  }

  /** Returns the set without tools. */
  public static Toolset empty() {
    return new Toolset(Map.of(), Map.of());
  }

  /** Returns the set of one tool. */
  public static Toolset of(ToolSpecification specification, ToolExecutor executor) {
    return of(List.of(specification), executor);
  }

  /** Returns a set of tools that share their code, which tells them apart by the call's name. */
  public static Toolset of(List<ToolSpecification> specifications, ToolExecutor executor) {
    Map<String, ToolSpecification> byName = new LinkedHashMap<>();
    Map<String, ToolExecutor> executors = new LinkedHashMap<>();
    for (ToolSpecification specification : specifications) {
      if (byName.put(specification.name(), specification) != null) {
        throw duplicate(specification.name());
      }
      executors.put(specification.name(), executor);
    }
    return new Toolset(byName, executors);
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
    } catch (JsonProcessingException | RuntimeException failure) {
      throw new IllegalArgumentException(
          "Expected a JSON array of tool definitions in OpenAI's format but found "
              + failure.getMessage(),
          failure);
    }
  }

  /**
   * Returns the tools of both sets.
   *
   * @throws IllegalArgumentException when a name is in both
   */
  public Toolset and(Toolset other) {
    Map<String, ToolSpecification> both = new LinkedHashMap<>(specifications);
    other.specifications.forEach(
        (name, specification) -> {
          if (both.put(name, specification) != null) {
            throw duplicate(name);
          }
        });
    Map<String, ToolExecutor> code = new LinkedHashMap<>(executors);
    code.putAll(other.executors);
    return new Toolset(both, code);
  }

  private static IllegalArgumentException duplicate(String name) {
    return new IllegalArgumentException(
        "Expected tools of different names but found '" + name + "' twice.");
  }

  /** Returns what the model is told, in the order of declaration. */
  public List<ToolSpecification> specifications() {
    return List.copyOf(specifications.values());
  }

  /** Returns the names in the order of declaration. */
  public List<String> names() {
    return List.copyOf(specifications.keySet());
  }

  /** Returns what a tool does in words; empty when nobody said. */
  String description(String name) {
    return Optional.ofNullable(specifications.get(name))
        .map(ToolSpecification::description)
        .orElse("");
  }

  /** Returns the code of a tool; empty when the set has no tool of that name. */
  Optional<ToolExecutor> executor(String name) {
    return Optional.ofNullable(executors.get(name));
  }
}
