package io.evergraph.llm.limit;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What an agent has used: in the turn in progress, and on its thread. A turn goes from one input to
 * the next, over all runs that answers begin. Tokens and cost include those of agents that it
 * calls; model calls and calls of tools are its own.
 *
 * @param turnId the run that the input of the turn began
 * @param repairs how many answers of the turn had to be given again
 * @param reviews how many decisions of people about calls these counts take account of
 */
public record AgentUsage(
    String turnId,
    Count turn,
    Count thread,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int repairs,
    @JsonInclude(JsonInclude.Include.NON_DEFAULT) int reviews) {
  /** Where an agent keeps its usage. */
  public static final Channel<AgentUsage> CHANNEL = Channel.of("agent.usage", AgentUsage.class);

  /** Nothing used. */
  public static final AgentUsage NONE = new AgentUsage("", Count.NONE, Count.NONE, 0, 0);

  public AgentUsage {
    Objects.requireNonNull(turnId, "turnId");
    Objects.requireNonNull(turn, "turn");
    Objects.requireNonNull(thread, "thread");
  }

  /**
   * Returns the usage of an agent in a turn. What agents that it calls have used since it last
   * counted is added to the turn in which it called them.
   *
   * @param turnId the run that the input of the turn began
   */
  public static AgentUsage of(State state, String turnId) {
    AgentUsage counted = state.find(CHANNEL).orElse(NONE);
    long tokens = state.getOrElse(TotalUsage.TOKENS, 0L) - counted.thread.tokens;
    long cost = state.getOrElse(TotalUsage.COST, 0L) - counted.thread.cost;
    return counted.and(Math.max(0, tokens), Math.max(0, cost)).in(turnId);
  }

  private AgentUsage and(long tokens, long cost) {
    return with(turn.and(tokens, cost), thread.and(tokens, cost));
  }

  private AgentUsage in(String other) {
    return other.equals(turnId) ? this : new AgentUsage(other, Count.NONE, thread, 0, reviews);
  }

  private AgentUsage with(Count inTurn, Count inThread) {
    return new AgentUsage(turnId, inTurn, inThread, repairs, reviews);
  }

  /**
   * Returns how often the agent has asked its model, a person, or called a tool on its thread; it
   * never becomes less.
   */
  public int calls() {
    int tools = thread.toolCalls.values().stream().mapToInt(Integer::intValue).sum();
    return thread.modelCalls + tools + reviews;
  }

  /** Returns this usage and some answers that the model has to give again. */
  public AgentUsage withRepairs(int more) {
    return new AgentUsage(turnId, turn, thread, repairs + more, reviews);
  }

  /**
   * Returns this usage and what a call of a model beside the chat has used; it counts as no model
   * call of the agent.
   */
  public AgentUsage withSideCall(long tokens, long cost) {
    return and(tokens, cost);
  }

  /** Returns this usage and one model call, with its tokens and its cost in millionths. */
  public AgentUsage withModelCall(long tokens, long cost) {
    return with(turn.withModelCall(tokens, cost), thread.withModelCall(tokens, cost));
  }

  /** Returns this usage where a person allows as much again. */
  public AgentUsage granted(Limits.Reached limit) {
    return limit.scope().equals(Limits.TURN)
        ? with(turn.granted(limit.what()), thread)
        : with(turn, thread.granted(limit.what()));
  }

  /** Adds a call that is made to both, one that is refused to the turn only. */
  public AgentUsage withToolCall(String tool, boolean isMade) {
    return with(turn.withToolCall(tool), isMade ? thread.withToolCall(tool) : thread);
  }

  /**
   * Returns this usage where a person has decided about a call.
   *
   * @param made the tool that was called, which may be another one; empty where none was
   */
  public AgentUsage withReview(String asked, Optional<String> made) {
    AgentUsage without = with(turn.withoutToolCall(asked), thread.withoutToolCall(asked));
    AgentUsage counted = made.map(tool -> without.withToolCall(tool, true)).orElse(without);
    return new AgentUsage(turnId, counted.turn, counted.thread, repairs, reviews + 1);
  }

  /**
   * How much of everything.
   *
   * @param toolCalls the calls by tool
   * @param cost in millionths
   * @param grants how often a person allowed as much again, by what is limited
   */
  record Count(
      int modelCalls,
      Map<String, Integer> toolCalls,
      long tokens,
      long cost,
      Map<String, Integer> grants) {
    /** Nothing counted. */
    public static final Count NONE = new Count(0, Map.of(), 0, 0, Map.of());

    /** What was written by an earlier version knows no grants. */
    Count {
      toolCalls = Map.copyOf(toolCalls);
      grants = Map.copyOf(Objects.requireNonNullElse(grants, Map.of()));
    }

    Count and(long more, long price) {
      return new Count(modelCalls, toolCalls, tokens + more, cost + price, grants);
    }

    public Count withModelCall(long more, long price) {
      return new Count(modelCalls + 1, toolCalls, tokens + more, cost + price, grants);
    }

    public Count withToolCall(String tool) {
      return new Count(modelCalls, oneMore(tool, toolCalls), tokens, cost, grants);
    }

    /** Its turn may be over. */
    Count withoutToolCall(String tool) {
      Map<String, Integer> fewer = new LinkedHashMap<>(toolCalls);
      fewer.computeIfPresent(tool, (name, calls) -> calls > 1 ? calls - 1 : null);
      return new Count(modelCalls, fewer, tokens, cost, grants);
    }

    public Count granted(String what) {
      return new Count(modelCalls, toolCalls, tokens, cost, oneMore(what, grants));
    }

    private static Map<String, Integer> oneMore(String name, Map<String, Integer> counts) {
      Map<String, Integer> more = new LinkedHashMap<>(counts);
      more.merge(name, 1, Integer::sum);
      return more;
    }
  }
}
