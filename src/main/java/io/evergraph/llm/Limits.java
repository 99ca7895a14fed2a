package io.evergraph.llm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How much an agent may use in a turn and on its thread. A turn goes from one user message to the
 * next, over approvals, restarts and continue-as-new; the counts are part of the state.
 *
 * <p>Calls of tools beyond a limit are told to the model, which goes on without them. At any other
 * limit the agent ends with a message that names it, or fails, as {@link #onReached} says.
 *
 * <pre>{@code
 * Limits.perTurn(turn -> turn.modelCalls(20).toolCalls("search", 5))
 *     .perThread(thread -> thread.tokens(1_000_000))
 * }</pre>
 *
 * @param reaction what becomes of a turn that reaches a limit
 */
public record Limits(Bound turn, Bound thread, Reaction reaction) {
  /** No limits. */
  public static final Limits NONE = new Limits(Bound.NONE, Bound.NONE, Reaction.END);

  /** What becomes of a turn that reaches a limit. */
  public enum Reaction {
    /** The agent ends with a message that names the limit. */
    END,
    /** The node that asks the model fails with {@link LimitReachedException}. */
    FAIL
  }

  public Limits {
    Objects.requireNonNull(turn, "turn");
    Objects.requireNonNull(thread, "thread");
    Objects.requireNonNull(reaction, "reaction");
  }

  /** Returns limits of each turn. */
  public static Limits perTurn(UnaryOperator<Bound> limits) {
    return new Limits(limits.apply(Bound.NONE), Bound.NONE, Reaction.END);
  }

  /** Returns these limits with others for all turns of a thread together. */
  public Limits perThread(UnaryOperator<Bound> limits) {
    return new Limits(turn, limits.apply(thread), reaction);
  }

  /** Returns these limits with what becomes of a turn that reaches one; it ends unless set. */
  public Limits onReached(Reaction other) {
    return new Limits(turn, thread, other);
  }

  /** Returns the limit that forbids another model call; empty where none does. */
  Optional<Reached> forModel(AgentUsage usage) {
    return turn.reached("turn", usage.turn()).or(() -> thread.reached("thread", usage.thread()));
  }

  /** Returns the limit that forbids a call of a tool; empty where none does. */
  Optional<Reached> forTool(String tool, AgentUsage usage) {
    return turn.reached("turn", tool, usage.turn())
        .or(() -> thread.reached("thread", tool, usage.thread()));
  }

  /**
   * A limit that is reached.
   *
   * @param what what is limited
   * @param scope {@code turn} or {@code thread}
   */
  record Reached(String what, String scope, long limit, long used) {
    String text() {
      return "The limit of %d %s in one %s is reached.".formatted(limit, what, scope);
    }
  }

  /**
   * How much of everything; 0 for no limit.
   *
   * @param toolCalls the calls by tool
   */
  public record Bound(int modelCalls, Map<String, Integer> toolCalls, long tokens) {
    static final Bound NONE = new Bound(0, Map.of(), 0);

    public Bound {
      toolCalls = Map.copyOf(toolCalls);
    }

    /** Returns this with a number of model calls. */
    public Bound modelCalls(int limit) {
      return new Bound(positive(limit), toolCalls, tokens);
    }

    /** Returns this with a number of calls of a tool. */
    public Bound toolCalls(String tool, int limit) {
      Map<String, Integer> calls = new LinkedHashMap<>(toolCalls);
      calls.put(tool, positive(limit));
      return new Bound(modelCalls, calls, tokens);
    }

    /**
     * Returns this with a number of tokens that the model reports; the call that passes it ends.
     */
    public Bound tokens(long limit) {
      return new Bound(modelCalls, toolCalls, positive(limit));
    }

    private static <N extends Number> N positive(N limit) {
      if (limit.longValue() < 1) {
        throw new IllegalArgumentException("Expected a limit of at least 1 but found " + limit);
      }
      return limit;
    }

    private Optional<Reached> reached(String scope, AgentUsage.Count used) {
      if (modelCalls > 0 && used.modelCalls() >= modelCalls) {
        return Optional.of(new Reached("model calls", scope, modelCalls, used.modelCalls()));
      }
      return tokens > 0 && used.tokens() >= tokens
          ? Optional.of(new Reached("tokens", scope, tokens, used.tokens()))
          : Optional.empty();
    }

    private Optional<Reached> reached(String scope, String tool, AgentUsage.Count used) {
      int made = used.toolCalls().getOrDefault(tool, 0);
      int limit = toolCalls.getOrDefault(tool, 0);
      return limit > 0 && made >= limit
          ? Optional.of(new Reached("calls of '" + tool + "'", scope, limit, made))
          : Optional.empty();
    }
  }
}
