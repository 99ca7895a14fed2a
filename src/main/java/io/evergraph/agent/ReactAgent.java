package io.evergraph.agent;

import io.evergraph.agent.hook.AgentHook;
import io.evergraph.agent.hook.AgentHooks;
import io.evergraph.error.InvalidGraphException;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.llm.model.Fallback;
import io.evergraph.llm.model.ModelNode;
import io.evergraph.llm.model.ModelSource;
import io.evergraph.llm.model.PromptTemplate;
import io.evergraph.llm.tool.Approval;
import io.evergraph.llm.tool.FinalAnswer;
import io.evergraph.llm.tool.FinalAnswerException;
import io.evergraph.llm.tool.ToolCalls;
import io.evergraph.llm.tool.ToolErrorPolicy;
import io.evergraph.llm.tool.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * An agent that reasons and acts in turns: a model that calls tools until it has its answer.
 *
 * <p>A plain graph: {@code llm} asks the model, {@code branch} looks whether it calls tools and
 * writes {@link #BRANCH}, each call runs in a task of its own on a node with the name of its tool
 * ({@link ToolCalls}), and the results lead back to {@code llm}. Every new user message is an input
 * to the same thread.
 *
 * <pre>{@code
 * Graph agent = ReactAgent.of("support", ModelSource.of(model))
 *     .prompt("You help customers.")
 *     .tools(Toolset.from(new OrderTools()))
 *     .approve("refund")
 *     .build();
 * }</pre>
 */
public final class ReactAgent {
  /** The chat: what users, the model and the tools said. */
  public static final ListChannel<Message> MESSAGES = Messages.channel("messages");

  /**
   * What the {@code branch} node decided: {@code tool}, {@code answer}, {@code repair} or {@code
   * end}.
   */
  public static final Channel<String> BRANCH = Channel.of("react.branch", String.class);

  /** The node that asks the model. */
  public static final String LLM = "llm";

  /** The tasks at once unless the run says otherwise. */
  public static final int DEFAULT_PARALLEL_TOOLS = 5;

  /** How often the model is asked in a turn, unless the limits say otherwise. */
  public static final int DEFAULT_MODEL_CALLS = 64;

  /** The supersteps of agents, flows and teams: they are limited in their own terms. */
  public static final int MAX_STEPS = 100_000;

  private final String name;
  private final ModelSource model;
  private String version = "1";
  private String prompt = "";
  private Toolset tools = Toolset.empty();
  private final List<Approval> approvals = new ArrayList<>();
  private final List<AgentHook> hooks = new ArrayList<>();
  private NodePolicy modelPolicy = ModelNode.POLICY;
  private Optional<NodePolicy> toolPolicy = Optional.empty();
  private ToolErrorPolicy toolErrors = ToolErrorPolicy.FAIL;
  private Limits limits = Limits.perTurn(turn -> turn.modelCalls(DEFAULT_MODEL_CALLS));
  private int maxParallelTools = DEFAULT_PARALLEL_TOOLS;
  private final List<Channel<?>> channels = new ArrayList<>();
  private Fallback fallback = Fallback.NONE;
  private Optional<FinalAnswer<?>> answer = Optional.empty();
  private ExecutionMode mode = ExecutionMode.GRAPH_PARALLEL;

  private ReactAgent(String name, ModelSource model) {
    this.name = name;
    this.model = model;
  }

  /**
   * Begins an agent.
   *
   * @param name the name of its graph
   * @param model finds the model that it asks
   */
  public static ReactAgent of(String name, ModelSource model) {
    return new ReactAgent(name, model);
  }

  /** Sets the version of the graph, "1" by default. */
  public ReactAgent version(String number) {
    this.version = number;
    return this;
  }

  /**
   * Sets the instruction that precedes every chat, without being part of it. {@code {name}} is
   * filled with what the channel of that name holds, {@code {name?}} also where it holds nothing;
   * {@code {{name}}} is left as {@code {name}}.
   */
  public ReactAgent prompt(String instruction) {
    this.prompt = instruction;
    return this;
  }

  /** Adds channels beside the chat: what the prompt shows, what tools and callers write. */
  public ReactAgent channels(Channel<?>... more) {
    channels.addAll(Arrays.asList(more));
    return this;
  }

  /**
   * Lets each turn end with a value of a type, in the channel {@value FinalAnswer#NAME}. Of an
   * answer that does not fit the type's JSON schema the model is told what is wrong, twice in a
   * turn; then the run parks with a {@link FinalAnswerException}.
   *
   * @param type a record
   */
  public ReactAgent answer(Class<?> type) {
    this.answer = Optional.of(FinalAnswer.of(type));
    return this;
  }

  /** Returns the channel of the answer of a type, for {@code state.get(…)}. */
  public static <T> Channel<T> answerOf(Class<T> type) {
    return Channel.of(FinalAnswer.NAME, type);
  }

  /** Sets the models that are asked, in their order, when the first one cannot be reached. */
  public ReactAgent fallback(ModelSource... models) {
    this.fallback = Fallback.to(models);
    return this;
  }

  /** Sets what the model may call. */
  public ReactAgent tools(Toolset set) {
    this.tools = set;
    return this;
  }

  /** Adds tools all of whose calls a person decides about before they are made. */
  public ReactAgent approve(String... names) {
    return approve(Approval.of(names));
  }

  /** Adds rules that say which calls a person decides about before they are made, and how. */
  public ReactAgent approve(Approval... rules) {
    approvals.addAll(Arrays.asList(rules));
    return this;
  }

  /**
   * Adds hooks: their before parts run in this order, and the first one's around parts outermost.
   */
  public ReactAgent with(AgentHook... more) {
    hooks.addAll(Arrays.asList(more));
    return this;
  }

  /** Sets the policy of the {@code llm} node, {@link ModelNode#POLICY} by default. */
  public ReactAgent modelPolicy(NodePolicy policy) {
    this.modelPolicy = policy;
    return this;
  }

  /** Sets the policy of the tools that have none of their own. */
  public ReactAgent toolPolicy(NodePolicy policy) {
    this.toolPolicy = Optional.of(policy);
    return this;
  }

  /**
   * Sets what becomes of calls that throw, of tools without a rule of their own; {@link
   * ToolErrorPolicy#FAIL} by default.
   */
  public ReactAgent toolErrors(ToolErrorPolicy policy) {
    this.toolErrors = policy;
    return this;
  }

  /**
   * Sets how much may be used in a turn and on a thread; {@value #DEFAULT_MODEL_CALLS} model calls
   * in a turn by default.
   */
  public ReactAgent limits(Limits bounds) {
    this.limits = bounds;
    return this;
  }

  /**
   * Sets how many calls of a message run at once unless the run says otherwise, {@value
   * #DEFAULT_PARALLEL_TOOLS} by default; inside of other graphs too, beside the limit of the run.
   */
  public ReactAgent maxParallelTools(int limit) {
    this.maxParallelTools = limit;
    return this;
  }

  /**
   * Sets into how many tasks its work is divided, {@link ExecutionMode#GRAPH_PARALLEL} by default.
   * Another mode is another graph: give it another version where threads are open.
   */
  public ReactAgent mode(ExecutionMode division) {
    this.mode = division;
    return this;
  }

  /**
   * Returns the graph.
   *
   * @throws IllegalArgumentException when a tool to approve does not exist, or a channel of the
   *     prompt, or the mode cannot do what is asked for
   * @throws InvalidGraphException when a hook is around the calls of a graph
   */
  public Graph build() {
    List<Channel<?>> known = new ArrayList<>(channels);
    known.add(MESSAGES);
    AgentHooks with = new AgentHooks(hooks, known);
    Toolset own = tools.and(with.tools());
    Toolset all = answer.map(it -> own.and(it.tool())).orElse(own).onFailure(toolErrors);
    requireMode(own, with);
    requireHooks(with.problems(all));
    ModelNode asking =
        ModelNode.of(model, MESSAGES)
            .withPrompt(prompt)
            .withTools(all)
            .withLimits(limits)
            .withFallback(fallback);
    GraphBuilder graph =
        Graph.builder(name)
            .version(version)
            .channels(MESSAGES, BRANCH)
            .channels(channels.toArray(Channel<?>[]::new))
            .maxConcurrency(maxParallelTools)
            .maxSteps(MAX_STEPS);
    ToolCalls.Loop loop = with.addTo(graph, LLM, asking, modelPolicy);
    NodePolicy policy = toolPolicy.orElse(NodePolicy.DEFAULT);
    new ToolCalls(with.around(all), MESSAGES, approvals, policy, limits, with.guard(), mode.tasks())
        .addTo(graph, loop, BRANCH);
    Graph agent = checked(graph.build());
    return mode == ExecutionMode.LEGACY ? PlainLoop.of(agent, loopPolicy()) : agent;
  }

  private NodePolicy loopPolicy() {
    return modelPolicy.toBuilder()
        .nonRetryable(FinalAnswerException.class, LimitReachedException.class)
        .build();
  }

  private void requireMode(Toolset own, AgentHooks with) {
    List<String> problems = mode.problems(own, with, modelPolicy, toolPolicy.isPresent());
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected agent '%s' to fit into the mode %s but found %s."
              .formatted(name, mode, String.join("; ", problems)));
    }
  }

  private void requireHooks(List<String> problems) {
    if (!problems.isEmpty()) {
      throw new InvalidGraphException(name, problems);
    }
  }

  private Graph checked(Graph graph) {
    List<String> unknown =
        new PromptTemplate(prompt)
            .channels().stream().filter(it -> !graph.schema().knows(it)).toList();
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected the prompt of '%s' to name its channels but found %s. Declare them with channels(...), or write {{name}} for braces that nothing fills."
              .formatted(name, unknown));
    }
    return graph;
  }
}
