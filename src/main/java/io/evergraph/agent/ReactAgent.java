package io.evergraph.agent;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Graph;
import io.evergraph.graph.Match;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.BranchNode;
import io.evergraph.llm.Message;
import io.evergraph.llm.Messages;
import io.evergraph.llm.ModelNode;
import io.evergraph.llm.ModelSource;
import io.evergraph.llm.ToolErrorPolicy;
import io.evergraph.llm.ToolNode;
import io.evergraph.llm.Toolset;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * An agent that reasons and acts in turns: a model that calls tools until it has its answer.
 *
 * <p>A graph of four nodes: {@code llm} asks the model, {@code branch} looks whether it calls tools
 * and writes {@link #BRANCH}, {@code tools} makes the calls and leads back to {@code llm}, and the
 * end. Every new user message is an input to the same thread.
 *
 * <pre>{@code
 * Graph agent = ReactAgent.of("support", ModelSource.of(model))
 *     .prompt("You help customers.")
 *     .tools(Toolset.of(refund, this::refund))
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

  /** The node that decides whether to go on. */
  public static final String BRANCHING = "branch";

  /** The node that makes the calls. */
  public static final String TOOLS = "tools";

  private static final int STEPS_PER_TURN = 3;
  private static final int DEFAULT_TURNS = 64;

  private final String name;
  private final ModelSource model;
  private String version = "1";
  private String prompt = "";
  private Toolset tools = Toolset.empty();
  private Set<String> approved = Set.of();
  private NodePolicy modelPolicy = ModelNode.POLICY;
  private NodePolicy toolPolicy = NodePolicy.DEFAULT;
  private ToolErrorPolicy toolErrors = ToolErrorPolicy.FAIL;
  private int maxModelCalls = DEFAULT_TURNS;

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

  /** Sets the tools whose calls a person approves, edits or rejects before they are made. */
  public ReactAgent approve(String... names) {
    this.approved = new LinkedHashSet<>(Arrays.asList(names));
    return this;
  }

  /** Sets the policy of the {@code llm} node, {@link ModelNode#POLICY} by default. */
  public ReactAgent modelPolicy(NodePolicy policy) {
    this.modelPolicy = policy;
    return this;
  }

  /** Sets the policy of the {@code tools} node. */
  public ReactAgent toolPolicy(NodePolicy policy) {
    this.toolPolicy = policy;
    return this;
  }

  /** Sets what becomes of a tool call that throws, {@link ToolErrorPolicy#FAIL} by default. */
  public ReactAgent toolErrors(ToolErrorPolicy policy) {
    this.toolErrors = policy;
    return this;
  }

  /** Sets how often a run may ask the model, 64 by default; an approval begins a new run. */
  public ReactAgent maxModelCalls(int limit) {
    this.maxModelCalls = limit;
    return this;
  }

  /**
   * Returns the graph.
   *
   * @throws IllegalArgumentException when a tool to approve does not exist
   */
  public Graph build() {
    refuseUnknown();
    ModelNode asking =
        ModelNode.of(model, MESSAGES).withPrompt(prompt).withTools(tools.specifications());
    ToolNode calling = ToolNode.of(tools, MESSAGES).reviewing(approved).onFailure(toolErrors);
    return Graph.builder(name)
        .version(version)
        .channels(MESSAGES, BRANCH)
        .node(LLM, asking, modelPolicy)
        .node(BRANCHING, new BranchNode(MESSAGES, BRANCH), NodePolicy.builder().local().build())
        .node(TOOLS, calling, toolPolicy)
        .edge(START, LLM)
        .edge(LLM, BRANCHING)
        .firstMatch(
            BRANCHING,
            Match.when(BRANCH.name(), BranchNode.TOOL, TOOLS),
            Match.when(BRANCH.name(), BranchNode.END, END))
        .edge(TOOLS, LLM)
        .maxSteps(maxModelCalls * STEPS_PER_TURN)
        .build();
  }

  private void refuseUnknown() {
    List<String> unknown = approved.stream().filter(tool -> !tools.names().contains(tool)).toList();
    if (!unknown.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected tools to approve among " + tools.names() + " but found " + unknown + ".");
    }
  }
}
