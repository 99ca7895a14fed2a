package io.evergraph.agent;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.Approval;
import io.evergraph.llm.Limits;
import io.evergraph.llm.Message;
import io.evergraph.llm.Messages;
import io.evergraph.llm.ModelNode;
import io.evergraph.llm.ModelSource;
import io.evergraph.llm.ToolCalls;
import io.evergraph.llm.ToolErrorPolicy;
import io.evergraph.llm.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

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

  /** What the {@code branch} node decided: {@code tool} or {@code end}. */
  public static final Channel<String> BRANCH = Channel.of("react.branch", String.class);

  /** The node that asks the model. */
  public static final String LLM = "llm";

  /** The tasks at once unless the run says otherwise. */
  public static final int DEFAULT_PARALLEL_TOOLS = 5;

  /** How often the model is asked in a turn, unless the limits say otherwise. */
  public static final int DEFAULT_MODEL_CALLS = 64;

  /** The model and its calls are limited by themselves. */
  private static final int MAX_STEPS = 100_000;

  private final String name;
  private final ModelSource model;
  private String version = "1";
  private String prompt = "";
  private Toolset tools = Toolset.empty();
  private final List<Approval> approvals = new ArrayList<>();
  private NodePolicy modelPolicy = ModelNode.POLICY;
  private NodePolicy toolPolicy = NodePolicy.DEFAULT;
  private ToolErrorPolicy toolErrors = ToolErrorPolicy.FAIL;
  private Limits limits = Limits.perTurn(turn -> turn.modelCalls(DEFAULT_MODEL_CALLS));
  private int maxParallelTools = DEFAULT_PARALLEL_TOOLS;

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

  /** Sets the instruction that precedes every chat, without being part of it. */
  public ReactAgent prompt(String instruction) {
    this.prompt = instruction;
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

  /** Sets the policy of the {@code llm} node, {@link ModelNode#POLICY} by default. */
  public ReactAgent modelPolicy(NodePolicy policy) {
    this.modelPolicy = policy;
    return this;
  }

  /** Sets the policy of the tools that have none of their own. */
  public ReactAgent toolPolicy(NodePolicy policy) {
    this.toolPolicy = policy;
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
   * #DEFAULT_PARALLEL_TOOLS} by default.
   */
  public ReactAgent maxParallelTools(int limit) {
    this.maxParallelTools = limit;
    return this;
  }

  /**
   * Returns the graph.
   *
   * @throws IllegalArgumentException when a tool to approve does not exist
   */
  public Graph build() {
    ModelNode asking =
        ModelNode.of(model, MESSAGES).withPrompt(prompt).withTools(tools).withLimits(limits);
    GraphBuilder graph =
        Graph.builder(name)
            .version(version)
            .channels(MESSAGES, BRANCH)
            .node(LLM, asking, modelPolicy)
            .edge(START, LLM)
            .maxConcurrency(maxParallelTools)
            .maxSteps(MAX_STEPS);
    new ToolCalls(tools.onFailure(toolErrors), MESSAGES, approvals, toolPolicy, limits)
        .addTo(graph, LLM, BRANCH);
    return graph.build();
  }
}
