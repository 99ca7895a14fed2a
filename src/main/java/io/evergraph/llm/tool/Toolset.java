package io.evergraph.llm.tool;

import dev.langchain4j.agent.tool.ToolSpecification;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.ToolCall;
import io.evergraph.state.Channel;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Tools by name: what the model is told about them, and the code behind them. Immutable. */
public final class Toolset {
  private final Map<String, KnownTool> tools;

  private final Map<String, SourcedTools> sources;

  private final Map<String, GraphTool<?, ?>> graphs;

  private final Map<String, Map<String, Object>> schemas = new ConcurrentHashMap<>();

  private Toolset(
      Map<String, KnownTool> tools,
      Map<String, SourcedTools> sources,
      Map<String, GraphTool<?, ?>> graphs) {
    this.tools = Collections.unmodifiableMap(tools);
    this.sources = Collections.unmodifiableMap(sources);
    this.graphs = Collections.unmodifiableMap(graphs);
  }

  private Toolset(Map<String, KnownTool> tools) {
    this(tools, Map.of(), Map.of());
  }

  static Toolset of(ToolSpecification specification, GraphTool<?, ?> graph) {
    KnownTool tool = new KnownTool(specification, graph);
    return new Toolset(
        Map.of(specification.name(), tool), Map.of(), Map.of(specification.name(), graph));
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
    Map<String, KnownTool> tools = new LinkedHashMap<>();
    specifications.forEach(specification -> add(new KnownTool(specification, executor), tools));
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
   * words, and is told its answer (a record in the channel {@code answer}), or its last words where
   * it has none. Each call is a subgraph of its own, with the questions of the agent; calls of one
   * message run side by side. Nothing else passes between both.
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
   * @param input holds a record, whose components are the arguments, or JSON of a schema
   * @throws IllegalArgumentException when the graph has no such channels
   */
  public static <I, O> Toolset graph(
      Graph graph, String description, Channel<I> input, Channel<O> output) {
    return GraphTool.of(graph, description, input, output);
  }

  /**
   * Returns the tools of a source, under names that begin with its name and {@code _}: what there
   * is, is asked before each call of the model. All calls of them run on the node {@code
   * tools.<name>}.
   */
  public static Toolset source(ToolSource source) {
    return new Toolset(Map.of(), Map.of(source.name(), new SourcedTools(source)), Map.of());
  }

  /**
   * Reads definitions in OpenAI's format: a JSON array of {@code {"type": "function", "function":
   * {"name", "description", "parameters"}}}, where {@code parameters} is a JSON schema.
   *
   * @throws IllegalArgumentException when the text is something else
   */
  public static List<ToolSpecification> definitions(String json) {
    return ToolDefinitions.read(json);
  }

  /**
   * Returns the tools of both sets.
   *
   * @throws IllegalArgumentException when a name is in both, or could be
   */
  public Toolset and(Toolset other) {
    Map<String, KnownTool> both = new LinkedHashMap<>(tools);
    other.tools.values().forEach(tool -> add(tool, both));
    Map<String, SourcedTools> all = new LinkedHashMap<>(sources);
    all.putAll(other.sources);
    if (all.size() < sources.size() + other.sources.size()) {
      throw new IllegalArgumentException(
          "Expected sources of different names but found %s and %s."
              .formatted(sources.keySet(), other.sources.keySet()));
    }
    SourcedTools.requireApart(both.keySet(), all.values());
    Map<String, GraphTool<?, ?>> inner = new LinkedHashMap<>(graphs);
    inner.putAll(other.graphs);
    return new Toolset(both, all, inner);
  }

  /**
   * Returns these tools, one of them, or all of one source, with a policy of its own for the tasks
   * that make its calls.
   *
   * @throws IllegalArgumentException when there is no tool of that name, or it is a graph, whose
   *     nodes have policies, or when the policy has a cache: no two calls are alike, as each
   *     answers a message of its own
   */
  public Toolset policy(String name, NodePolicy own) {
    ToolCalls.requireUncached("'" + name + "'", own);
    if (sources.containsKey(name)) {
      return with(required(name, sources).with(own));
    }
    KnownTool tool = required(name);
    if (graph(name).isPresent()) {
      throw new IllegalArgumentException(
          "Expected a tool whose calls are one task each but found the graph '%s': give its nodes a policy."
              .formatted(name));
    }
    return with(tool.with(own));
  }

  /** Returns these tools with a rule for calls that throw, of those that have none of their own. */
  public Toolset onFailure(ToolErrorPolicy rule) {
    Stream<String> undecided =
        Stream.concat(
            names().stream()
                .filter(name -> required(name).errors().isEmpty())
                .filter(name -> graph(name).isEmpty() || GraphTool.takes(rule)),
            sources.values().stream()
                .filter(source -> source.errors().isEmpty())
                .map(SourcedTools::name));
    return undecided.reduce(this, (set, name) -> set.onFailure(name, rule), (one, other) -> other);
  }

  /**
   * Returns these tools, one of them, or all of one source, with a rule of its own for calls that
   * throw.
   *
   * @throws IllegalArgumentException when there is no tool of that name
   */
  public Toolset onFailure(String name, ToolErrorPolicy own) {
    if (sources.containsKey(name)) {
      return with(required(name, sources).with(own));
    }
    KnownTool tool = required(name);
    graph(name).ifPresent(it -> GraphTool.requireTaken(name, own));
    return with(tool.with(own));
  }

  private KnownTool required(String name) {
    return required(name, tools);
  }

  private static <T> T required(String name, Map<String, T> known) {
    return Optional.ofNullable(known.get(name))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "Expected one of the tools " + known.keySet() + " but found '" + name + "'."));
  }

  private Toolset with(KnownTool tool) {
    Map<String, KnownTool> changed = new LinkedHashMap<>(tools);
    changed.put(tool.specification().name(), tool);
    return new Toolset(changed, sources, graphs);
  }

  private Toolset with(SourcedTools source) {
    Map<String, SourcedTools> changed = new LinkedHashMap<>(sources);
    changed.put(source.name(), source);
    return new Toolset(tools, changed, graphs);
  }

  private static void add(KnownTool tool, Map<String, KnownTool> tools) {
    String name = tool.specification().name();
    if (tools.put(name, tool) != null) {
      throw new IllegalArgumentException(
          "Expected tools of different names but found '" + name + "' twice.");
    }
  }

  /**
   * Returns the names of those whose calls cannot share a task with others: graphs, and tools and
   * sources with a policy of their own.
   */
  public List<String> requiringOwnTasks() {
    return Stream.concat(
            names().stream()
                .filter(it -> graph(it).isPresent() || required(it).policy().isPresent()),
            sources().stream().filter(it -> it.policy().isPresent()).map(SourcedTools::name))
        .toList();
  }

  /** Returns these tools with code around their calls, outside of what is around them already. */
  public Toolset around(ToolAround code) {
    Toolset own =
        names().stream().reduce(this, (set, name) -> set.around(name, code), (one, other) -> other);
    return sources.values().stream()
        .map(source -> source.around(code))
        .reduce(own, Toolset::with, (one, other) -> other);
  }

  private Toolset around(String name, ToolAround code) {
    KnownTool tool = required(name);
    if (tool.executor() instanceof FinalAnswer) {
      return this; // the answer runs no code
    }
    return graph(name)
        .map(graph -> with(name, graph.around(code)))
        .orElseGet(() -> with(tool.around(code)));
  }

  /**
   * Returns these graphs with a memory: a call goes on from the state, such as the chat, that the
   * last one on the thread left. One takes one call of a message; of others the model is told so.
   *
   * @throws IllegalArgumentException when one of the tools is no graph
   */
  public Toolset keptPerThread() {
    if (graphs.size() < tools.size() + sources.size()) {
      throw new IllegalArgumentException(
          "Expected graphs only to be kept per thread but found " + tools.keySet() + ".");
    }
    return names().stream()
        .reduce(
            this,
            (set, name) -> set.with(name, required(name, set.graphs).keptPerThread()),
            (one, other) -> other);
  }

  private Toolset with(String name, GraphTool<?, ?> graph) {
    Map<String, GraphTool<?, ?>> changed = new LinkedHashMap<>(graphs);
    changed.put(name, graph);
    Toolset same = new Toolset(tools, sources, changed);
    return same.with(required(name).running(graph));
  }

  /**
   * Returns what the model is told, in the order of declaration; {@link #now} tells of the tools of
   * sources, too.
   */
  public List<ToolSpecification> specifications() {
    return tools.values().stream().map(KnownTool::specification).toList();
  }

  /** Returns the names in the order of declaration. */
  public List<String> names() {
    return List.copyOf(tools.keySet());
  }

  /** Returns what a model may call: names, and what those of the tools of sources begin with. */
  List<String> known() {
    return Stream.concat(
            tools.keySet().stream(), sources.values().stream().map(source -> source.prefix() + "…"))
        .toList();
  }

  /**
   * Returns these tools with those that their sources have now.
   *
   * @throws ToolSourceLostException when one cannot be reached
   */
  public Toolset now() {
    return sources.values().stream()
        .map(SourcedTools::prefix)
        .reduce(this, Toolset::nowFor, (one, other) -> other);
  }

  /** Returns these tools with those that the source of one of them has now, where it has one. */
  Toolset nowFor(String name) {
    Optional<SourcedTools> source = sourceOf(name);
    if (source.isEmpty()) {
      return this;
    }
    Map<String, SourcedTools> others = new LinkedHashMap<>(sources);
    others.remove(source.get().name());
    Map<String, KnownTool> all = new LinkedHashMap<>(tools);
    all.putAll(source.get().now().tools);
    return new Toolset(all, others, graphs);
  }

  /** Returns the source that a tool of a name is of, whether there is one of that name or not. */
  Optional<SourcedTools> sourceOf(String name) {
    return sources.values().stream().filter(it -> name.startsWith(it.prefix())).findFirst();
  }

  List<SourcedTools> sources() {
    return List.copyOf(sources.values());
  }

  /** Returns whether there is, or could be, a tool of a name. */
  boolean mayHave(String name) {
    return tools.containsKey(name) || sourceOf(name).isPresent();
  }

  /** Returns what a tool does in words; empty when nobody said. */
  String description(String name) {
    return Optional.ofNullable(tools.get(name))
        .map(tool -> tool.specification().description())
        .orElse("");
  }

  /** Returns the code of a tool; empty when the set has no tool of that name. */
  Optional<ToolExecutor> executor(String name) {
    return Optional.ofNullable(tools.get(name)).map(KnownTool::whole);
  }

  /** Returns the code around a tool that is code, or of a source, the innermost first. */
  List<ToolAround> aroundCode(String name) {
    return sourceOf(name).map(SourcedTools::around).orElseGet(() -> required(name).around());
  }

  /** Returns the names of those that are graphs. */
  public List<String> graphs() {
    return List.copyOf(graphs.keySet());
  }

  /** Returns the graph that a tool is; empty where it is code. */
  Optional<GraphTool<?, ?>> graph(String name) {
    return Optional.ofNullable(graphs.get(name));
  }

  /** Returns the one tool of a name; none where there is none. */
  Toolset only(String name) {
    KnownTool tool = tools.get(name);
    return tool == null ? empty() : new Toolset(Map.of(name, tool));
  }

  NodePolicy policyOr(String name, NodePolicy otherwise) {
    return required(name).policy().orElse(otherwise);
  }

  ToolErrorPolicy errors(String name) {
    return sourceOf(name)
        .map(SourcedTools::errors)
        .orElseGet(() -> required(name).errors())
        .orElse(ToolErrorPolicy.FAIL);
  }

  /** Returns the JSON schema of the arguments of a tool; one that takes any object has none. */
  Map<String, Object> parameters(String name) {
    return schemas.computeIfAbsent(name, it -> required(it).parameters());
  }

  /** Returns the arguments of a call of one of these tools. */
  GivenArguments arguments(ToolCall call) {
    return new GivenArguments(call, parameters(call.name()));
  }
}
