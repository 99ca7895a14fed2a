package io.evergraph.llm;

import io.evergraph.state.Channel;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What an agent has used: in the turn in progress, and on its thread. A turn goes from one user
 * message to the next, over all runs that answers begin.
 *
 * @param turnId the id of the user message that began the turn
 */
record AgentUsage(String turnId, Count turn, Count thread) {
  static final Channel<AgentUsage> CHANNEL = Channel.of("agent.usage", AgentUsage.class);

  static final AgentUsage NONE = new AgentUsage("", Count.NONE, Count.NONE);

  AgentUsage {
    Objects.requireNonNull(turnId, "turnId");
    Objects.requireNonNull(turn, "turn");
    Objects.requireNonNull(thread, "thread");
  }

  /** Returns this usage in the turn that a user message began. */
  AgentUsage in(String turn) {
    return turn.equals(turnId) ? this : new AgentUsage(turn, Count.NONE, thread);
  }

  AgentUsage withModelCall(long tokens) {
    return new AgentUsage(turnId, turn.withModelCall(tokens), thread.withModelCall(tokens));
  }

  /** Adds a call that is made to both, one that is refused to the turn only. */
  AgentUsage withToolCall(String tool, boolean isMade) {
    return new AgentUsage(
        turnId, turn.withToolCall(tool), isMade ? thread.withToolCall(tool) : thread);
  }

  /**
   * How much of everything.
   *
   * @param toolCalls the calls by tool
   */
  record Count(int modelCalls, Map<String, Integer> toolCalls, long tokens) {
    static final Count NONE = new Count(0, Map.of(), 0);

    Count {
      toolCalls = Map.copyOf(toolCalls);
    }

    Count withModelCall(long more) {
      return new Count(modelCalls + 1, toolCalls, tokens + more);
    }

    Count withToolCall(String tool) {
      Map<String, Integer> calls = new LinkedHashMap<>(toolCalls);
      calls.merge(tool, 1, Integer::sum);
      return new Count(modelCalls, calls, tokens);
    }
  }
}
