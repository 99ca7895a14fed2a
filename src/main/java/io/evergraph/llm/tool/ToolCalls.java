package io.evergraph.llm.tool;

import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Match;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.TotalUsage;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.tool.Approval.Card;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The part of an agent's graph that makes the calls of a model: each call in a task of its own, on
 * a node with the name of its tool; the tools of a source share the node {@code tools.<source>}. Or
 * all calls of a message in one task, on the node {@code tools} ({@link Tasks#PER_MESSAGE}).
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
 * @param guard which calls are not made
 * @param tasks in how many tasks the calls of a message are made
 */
public record ToolCalls(
    Toolset tools,
    ListChannel<Message> chat,
    List<Approval> approvals,
    NodePolicy policy,
    Limits limits,
    CallGuard guard,
    Tasks tasks) {
  /** The node that decides whether the model's last message calls tools. */
  public static final String BRANCHING = "branch";

  /** The node that shows calls to a person. */
  public static final String REVIEW = "review";

  /** The node that answers calls without running a tool, or makes all calls of a message. */
  public static final String TOOLS = "tools";

  /** In how many tasks the calls of a message are made. */
  public enum Tasks {
    /** Each call in one of its own, side by side. */
    PER_CALL,
    /** All in one, one after the other: see {@link Toolset#requiringOwnTasks}. */
    PER_MESSAGE
  }

  static final NodePolicy LOCAL =
      NodePolicy.builder()
          .nonRetryable(FinalAnswerException.class, LimitReachedException.class)
          .local()
          .build();

  /**
   * Checks the approvals and the policy.
   *
   * @throws IllegalArgumentException when one names no tool of these, or two name the same, or the
   *     policy has a cache: each call answers a message of its own
   */
  public ToolCalls {
    Objects.requireNonNull(chat, "chat");
    Objects.requireNonNull(policy, "policy");
    requireUncached("all tools", policy);
    limits.requirePrice();
    Objects.requireNonNull(guard, "guard");
    Objects.requireNonNull(tasks, "tasks");
    approvals = List.copyOf(approvals);
    List<String> problems = new Approvals(approvals).problems(tools);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Expected approvals of its tools, each once, but " + String.join("; ", problems) + ".");
    }
  }

  static void requireUncached(String whose, NodePolicy own) {
    if (own.cache().isPresent()) {
      throw new IllegalArgumentException(
          "Expected a policy without a cache for calls of %s but found one: keep results inside the tool."
              .formatted(whose));
    }
  }

  /**
   * The nodes that the calls are tied to.
   *
   * @param model the node that the results lead back to
   * @param last the node that {@code branch} follows
   * @param end where a turn without further calls goes
   */
  public record Loop(String model, String last, String end) {
    public Loop {
      Objects.requireNonNull(model, "model");
      Objects.requireNonNull(last, "last");
      Objects.requireNonNull(end, "end");
    }

    /** Returns the loop of a node that asks the model, and nothing else. */
    public static Loop of(String model) {
      return new Loop(model, model, Graph.END);
    }
  }

  /**
   * Adds the nodes.
   *
   * @param graph declares the chat and the branch
   * @param loop the nodes that they are tied to
   * @param branch the channel of what {@code branch} decides: {@link BranchNode#TOOL}, {@link
   *     BranchNode#ANSWER}, {@link BranchNode#REPAIR} or {@link BranchNode#END}
   */
  public void addTo(GraphBuilder graph, Loop loop, Channel<String> branch) {
    boolean perCall = tasks == Tasks.PER_CALL;
    ToolRoutes routes =
        perCall ? ToolRoutes.of(tools, taken(loop), TOOLS) : ToolRoutes.serial(TOOLS);
    Approvals rules = new Approvals(approvals);
    ToolCallNode call = new ToolCallNode(tools, rules, chat);
    Optional<AnswerCheck> answers =
        FinalAnswer.among(tools).map(answer -> new AnswerCheck(answer, chat, branch, loop.model()));
    TotalUsage.hiddenIn(graph)
        .channels(ToolCallNode.CALL, AgentUsage.CHANNEL, ReviewedCall.LOG, Approval.REVOKED)
        .hidden(ToolCallNode.CALL, AgentUsage.CHANNEL)
        .readOnly(ReviewedCall.LOG)
        .node(
            BRANCHING,
            new BranchNode(tools, rules, chat, branch, routes, limits, answers, guard),
            LOCAL)
        .edge(loop.last(), BRANCHING)
        .edge(BRANCHING, loop.end())
        .ends(BRANCHING, routes.targets())
        .node(TOOLS, perCall ? call : new SerialCalls(call, TOOLS), perCall ? LOCAL : policy);
    if (!rules.areRemembered()) {
      graph.hidden(Approval.REVOKED);
    }
    boolean reviews = rules.haveCard(Card.PER_MESSAGE);
    if (reviews || !perCall) {
      graph.channels(ReviewNode.CALLS).hidden(ReviewNode.CALLS);
    }
    if (reviews) {
      addReview(graph, rules, routes);
    }
    if (perCall) {
      addTools(graph, routes, call);
    } else {
      graph.ends(TOOLS, TOOLS);
    }
    for (String node : routes.targets()) {
      leadOn(graph, node, loop, branch);
    }
    answers.ifPresent(
        check -> graph.channels(check.answer().channel()).ends(BRANCHING, check.model()));
  }

  private void addReview(GraphBuilder graph, Approvals rules, ToolRoutes routes) {
    graph
        .node(REVIEW, new ReviewNode(tools, rules, routes, guard))
        .ends(BRANCHING, REVIEW)
        .ends(REVIEW, routes.targets());
    if (!tools.sources().isEmpty()) {
      graph.ends(REVIEW, REVIEW);
    }
  }

  /** Behind calls the model is asked again, unless one of them gave the answer. */
  private void leadOn(GraphBuilder graph, String node, Loop loop, Channel<String> branch) {
    if (FinalAnswer.among(tools).isPresent()) {
      Match answered = Match.when(branch.name(), BranchNode.ANSWER, loop.end());
      graph.firstMatch(node, answered, Match.otherwise(loop.model()));
    } else {
      graph.edge(node, loop.model());
    }
  }

  private void addTools(GraphBuilder graph, ToolRoutes routes, ToolCallNode calls) {
    routes
        .nodes()
        .forEach(
            (tool, node) ->
                tools
                    .graph(tool)
                    .map(inner -> GraphCall.of(inner, calls, tools.errors(tool)))
                    .ifPresentOrElse(
                        call -> addCall(graph, node, call),
                        () -> graph.node(node, calls, tools.policyOr(tool, policy))));
    for (SourcedTools source : tools.sources()) {
      graph.node(routes.nodeOf(source), calls, source.policy().orElse(policy));
    }
  }

  private static void addCall(GraphBuilder graph, String node, GraphCall<?, ?> call) {
    Graph inner = call.graph();
    graph.subgraph(node, inner, call.outer(inner));
  }

  private static Set<String> taken(Loop loop) {
    return new HashSet<>(
        Arrays.asList(loop.model(), loop.last(), loop.end(), BRANCHING, REVIEW, TOOLS));
  }
}
