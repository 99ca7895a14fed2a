package io.evergraph.llm;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.Approval.Card;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The part of an agent's graph that makes the calls of a model: each call in a task of its own, on
 * a node with the name of its tool; the tools of a source share the node {@code tools.<source>}.
 *
 * <p>{@code branch} looks at the last message of the chat and writes whether it calls tools. Where
 * it does, the calls run side by side, and their results stand in the chat in the order of the
 * calls. Calls that a person decides about are shown first, by the node {@code review} or by the
 * calls' own tasks ({@link Approval}); what no tool is run for (unknown tools, bad arguments, what
 * a person rejected or answered) is told to the model by the node {@code tools}.
 *
 * @param tools what the model may call
 * @param chat the channel of the messages
 * @param approvals which calls a person decides about
 * @param policy of the tools that have none of their own
 * @param limits how much may be used
 */
public record ToolCalls(
    Toolset tools,
    ListChannel<Message> chat,
    List<Approval> approvals,
    NodePolicy policy,
    Limits limits) {
  /** The node that decides whether the model's last message calls tools. */
  public static final String BRANCHING = "branch";

  /** The node that shows calls to a person. */
  public static final String REVIEW = "review";

  /** The node that answers calls without running a tool. */
  public static final String TOOLS = "tools";

  static final NodePolicy LOCAL = NodePolicy.builder().local().build();

  /**
   * Checks the approvals.
   *
   * @throws IllegalArgumentException when one names no tool of these, or two name the same
   */
  public ToolCalls {
    Objects.requireNonNull(chat, "chat");
    Objects.requireNonNull(policy, "policy");
    Objects.requireNonNull(limits, "limits");
    approvals = List.copyOf(approvals);
    List<String> problems = new Approvals(approvals).problems(tools);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected each tool of the approvals once but " + String.join("; ", problems) + ".");
    }
  }

  /**
   * Adds the nodes.
   *
   * @param graph declares the chat and the branch
   * @param model the node that asks the model; the results lead back to it
   * @param branch the channel of what {@code branch} decides: {@link BranchNode#TOOL} or {@link
   *     BranchNode#END}
   */
  public void addTo(GraphBuilder graph, String model, Channel<String> branch) {
    ToolRoutes routes = ToolRoutes.of(tools, taken(model), TOOLS);
    Approvals rules = new Approvals(approvals);
    graph
        .channels(ToolCallNode.CALL, AgentUsage.CHANNEL, ReviewedCall.LOG, Approval.REVOKED)
        .hidden(ToolCallNode.CALL, AgentUsage.CHANNEL, ReviewedCall.LOG)
        .node(BRANCHING, new BranchNode(tools, rules, chat, branch, routes, limits), LOCAL)
        .edge(model, BRANCHING)
        .edge(BRANCHING, Graph.END)
        .ends(BRANCHING, routes.targets())
        .node(TOOLS, new ToolCallNode(tools, rules, chat), LOCAL)
        .edge(TOOLS, model);
    if (rules.haveCard(Card.PER_MESSAGE)) {
      graph
          .channels(ReviewNode.CALLS)
          .hidden(ReviewNode.CALLS)
          .node(REVIEW, new ReviewNode(tools, rules, routes))
          .ends(BRANCHING, REVIEW)
          .ends(REVIEW, routes.targets());
    }
    addTools(graph, model, routes, rules);
  }

  private void addTools(GraphBuilder graph, String model, ToolRoutes routes, Approvals rules) {
    routes
        .nodes()
        .forEach(
            (tool, node) -> {
              tools
                  .graph(tool)
                  .ifPresentOrElse(
                      inner ->
                          graph.subgraph(node, inner.call(tools, rules), GraphTool.embedding(chat)),
                      () ->
                          graph.node(
                              node,
                              new ToolCallNode(tools, rules, chat),
                              tools.policyOr(tool, policy)));
              graph.edge(node, model);
            });
    for (SourcedTools source : tools.sources()) {
      String node = routes.nodeOf(source);
      graph
          .node(node, new ToolCallNode(tools, rules, chat), source.policy().orElse(policy))
          .edge(node, model);
    }
  }

  private static Set<String> taken(String model) {
    return Set.copyOf(Arrays.asList(model, BRANCHING, REVIEW, TOOLS));
  }
}
