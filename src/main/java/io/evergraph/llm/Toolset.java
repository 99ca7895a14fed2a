package io.evergraph.llm;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.internal.JsonSchemaElementUtils;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.codec.JsonSchemas;
import io.evergraph.state.Channel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Tools by name: what the model is told about them, and the code behind them. Immutable. */
public final class Toolset {
  private static final JsonSchemas SCHEMAS = new JsonSchemas();

  private final Map<String, Tool> tools;

  private final Map<String, Map<String, Object>> schemas = new ConcurrentHashMap<>();

  /** A tool, with what holds for it alone. */
  private record Tool(
      ToolSpecification specification,
      ToolExecutor executor,
      Optional<NodePolicy> policy,
      Optional<ToolErrorPolicy> errors) {
    Tool(ToolSpecification specification, ToolExecutor executor) {
      this(specification, executor, Optional.empty(), Optional.empty());
    }
  }

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
   * Returns the tools of objects whose methods carry LangChain4j's {@code @Tool}: their arguments
   * are bound by LangChain4j.
   *
   * @throws IllegalArgumentException when an object has no such method, or a name is there twice
   */
  public static Toolset from(Object... objects) {
    return Arrays.stream(objects).map(AnnotatedTools::of).reduce(empty(), Toolset::and);
  }

  /**
   * Returns the tool that is an agent, by the name of its graph: the model gives it a task in
   * words, and is told its last words. Each call is a subgraph of its own, with the questions of
   * the agent; calls of one message run side by side. Nothing else passes between both.
   *
   * @param agent a graph with a chat in the channel {@code messages}, such as a ReactAgent's
   * @param description what the model is told that it does
   * @throws IllegalArgumentException when the graph has no chat
   */
  public static Toolset agent(Graph agent, String description) {
    return GraphTool.agent(agent, description);
  }

  /**
   * Returns the tool that is a graph, by its name: the arguments go to a channel, and the model is
   * told what another one holds in the end, as JSON or as a text. Each call is a subgraph of its
   * own.
   *
   * @param input holds a record, whose components are the arguments
   * @throws IllegalArgumentException when the graph has no such channels
   */
  public static <I, O> Toolset graph(
      Graph graph, String description, Channel<I> input, Channel<O> output) {
    return GraphTool.of(graph, description, input, output);
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

  /**
   * Returns these tools, one of them with a policy of its own for the tasks that make its calls.
   *
   * @throws IllegalArgumentException when there is no tool of that name, or it is a graph, whose
   *     nodes have policies
   */
  public Toolset policy(String name, NodePolicy own) {
    Tool tool = required(name);
    if (graph(name).isPresent()) {
      throw new IllegalArgumentException(
          "Expected a tool whose calls are one task each but found the graph '%s': give its nodes a policy."
              .formatted(name));
    }
    return with(new Tool(tool.specification(), tool.executor(), Optional.of(own), tool.errors()));
  }

  /** Returns these tools with a rule for calls that throw, of those that have none of their own. */
  public Toolset onFailure(ToolErrorPolicy rule) {
    return names().stream()
        .filter(name -> required(name).errors().isEmpty())
        .reduce(this, (set, name) -> set.onFailure(name, rule), (one, other) -> other);
  }

  /**
   * Returns these tools, one of them with a rule of its own for calls that throw.
   *
   * @throws IllegalArgumentException when there is no tool of that name
   */
  public Toolset onFailure(String name, ToolErrorPolicy own) {
    Tool tool = required(name);
    return with(new Tool(tool.specification(), tool.executor(), tool.policy(), Optional.of(own)));
  }

  private Tool required(String name) {
    return Optional.ofNullable(tools.get(name))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Expected one of the tools " + names() + " but found '" + name + "'."));
  }

  private Toolset with(Tool tool) {
    Map<String, Tool> changed = new LinkedHashMap<>(tools);
    changed.put(tool.specification().name(), tool);
    return new Toolset(changed);
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

  /** Returns the graph that a tool is; empty where it is code. */
  Optional<GraphTool<?, ?>> graph(String name) {
    return executor(name).filter(GraphTool.class::isInstance).map(it -> (GraphTool<?, ?>) it);
  }

  /** Returns the one tool of a name; none where there is none. */
  Toolset only(String name) {
    Tool tool = tools.get(name);
    return tool == null ? empty() : new Toolset(Map.of(name, tool));
  }

  NodePolicy policyOr(String name, NodePolicy otherwise) {
    return required(name).policy().orElse(otherwise);
  }

  ToolErrorPolicy errors(String name) {
    return required(name).errors().orElse(ToolErrorPolicy.FAIL);
  }

  /** Returns the JSON schema of the arguments of a tool; one that takes any object has none. */
  Map<String, Object> parameters(String name) {
    return schemas.computeIfAbsent(name, this::read);
  }

  private Map<String, Object> read(String name) {
    JsonObjectSchema parameters = required(name).specification().parameters();
    return parameters == null ? Map.of("type", "object") : JsonSchemaElementUtils.toMap(parameters);
  }

  /** Returns in which ways the arguments of a call do not fit its tool. */
  List<String> misfits(ToolCall call) {
    String given = call.arguments().isBlank() ? "{}" : call.arguments();
    Optional<ObjectNode> arguments = ToolCallForm.parsed(given);
    return arguments.isEmpty()
        ? List.of("expected a JSON object but found " + call.arguments())
        : SCHEMAS.problems(parameters(call.name()), arguments.get());
  }
}
