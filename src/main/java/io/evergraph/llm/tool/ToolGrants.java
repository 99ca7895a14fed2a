package io.evergraph.llm.tool;

import io.evergraph.graph.NodeContext;
import io.evergraph.llm.limit.AgentUsage;
import io.evergraph.llm.limit.LimitCard;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.message.ToolCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a person allows of the limits that the calls of a message pass, before any of them is
 * decided about: one question for each limit, the next one when the one before is approved.
 *
 * @param usage what was used, with all that is allowed
 * @param refused the limit of which nothing more is allowed; empty where all calls may be made
 */
record ToolGrants(AgentUsage usage, Optional<Limits.Reached> refused) {
  /** Asks about the calls of a message where the limits say so. */
  static ToolGrants asked(
      Limits limits, List<ToolCall> calls, AgentUsage used, NodeContext context) {
    ToolGrants grants = new ToolGrants(used, Optional.empty());
    if (limits.toolReaction() != Limits.Reaction.ASK) {
      return grants;
    }
    Map<String, Integer> wanted = new LinkedHashMap<>();
    calls.forEach(call -> wanted.merge(call.name(), 1, Integer::sum));
    for (Map.Entry<String, Integer> tool : wanted.entrySet()) {
      grants = grants.with(limits, tool.getKey(), tool.getValue(), context);
    }
    return grants;
  }

  /** A tool has two limits: of the turn, and of the thread. */
  private ToolGrants with(Limits limits, String tool, int calls, NodeContext context) {
    Optional<Limits.Reached> reached =
        refused.isPresent() ? Optional.empty() : limits.forTool(tool, calls, usage);
    if (reached.isEmpty()) {
      return this;
    }
    if (!new LimitCard(reached.get(), calls).isGranted(context)) {
      return new ToolGrants(usage, reached);
    }
    AgentUsage more = usage.granted(reached.get());
    while (limits.forTool(tool, calls, more).filter(reached.get()::isOf).isPresent()) {
      more = more.granted(reached.get());
    }
    return new ToolGrants(more, refused).with(limits, tool, calls, context);
  }
}
