package io.evergraph.llm.limit;

import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Usage;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * How much an agent may use in a turn and on its thread. A turn goes from one input to the next,
 * over approvals, retries, restarts and continue-as-new, and over all calls in it of an agent that
 * is kept per thread; the counts are part of the state. Tokens and cost of agents that it calls
 * count like its own; model calls and calls of tools are its own.
 *
 * <p>Calls of tools beyond a limit are told to the model, which goes on without them, unless {@link
 * #onToolCallsReached} says otherwise: the agent ends, asks or fails then before any call of the
 * message is made. At any other limit the agent ends with a message that names it, or asks, or
 * fails, as {@link #onReached} says.
 *
 * <pre>{@code
 * Limits.perTurn(turn -> turn.modelCalls(20).toolCalls("search", 5))
 *     .perThread(thread -> thread.tokens(1_000_000))
 * }</pre>
 *
 * @param reaction what becomes of a turn that reaches a limit of the model
 * @param toolReaction what becomes of a turn that reaches a limit of a tool
 * @param price what the model costs; empty where no cost is limited
 */
public record Limits(
    Bound turn, Bound thread, Reaction reaction, Reaction toolReaction, Optional<Price> price) {
  /** What is limited where tokens are. */
  public static final String TOKENS = "tokens";

  /** What is limited where the cost is, in millionths. */
  public static final String COST = "cost";

  static final String TURN = "turn";

  private static final String THREAD = "thread";

  /** No limits. */
  public static final Limits NONE =
      new Limits(Bound.NONE, Bound.NONE, Reaction.END, Reaction.TELL_MODEL, Optional.empty());

  /** What becomes of a turn that reaches a limit. */
  public enum Reaction {
    /** The model is told, and goes on without the call of the tool. */
    TELL_MODEL,
    /** The agent ends with a message that names the limit; calls that are open are not made. */
    END,
    /**
     * A person is asked whether as much again may be used ({@link LimitCard}); where not, the agent
     * ends. Of a tool, it is as much again as often as the calls of the message need.
     */
    ASK,
    /** The node fails with {@link LimitReachedException}. */
    FAIL
  }

  public Limits {
    Objects.requireNonNull(turn, "turn");
    Objects.requireNonNull(thread, "thread");
    Objects.requireNonNull(price, "price");
    Objects.requireNonNull(toolReaction, "toolReaction");
    if (Objects.requireNonNull(reaction, "reaction") == Reaction.TELL_MODEL) {
      throw new IllegalArgumentException(
          "Expected END, ASK or FAIL where the model is limited but found " + reaction + ".");
    }
  }

  /** Returns limits of each turn. */
  public static Limits perTurn(UnaryOperator<Bound> limits) {
    return new Limits(
        limits.apply(Bound.NONE), NONE.thread, NONE.reaction, NONE.toolReaction, NONE.price);
  }

  /** Returns these limits with others for all turns of a thread together. */
  public Limits perThread(UnaryOperator<Bound> limits) {
    return new Limits(turn, limits.apply(thread), reaction, toolReaction, price);
  }

  /** Returns these limits with what becomes of a turn that reaches one; it ends unless set. */
  public Limits onReached(Reaction other) {
    return new Limits(turn, thread, other, toolReaction, price);
  }

  /** Returns these limits with what becomes of a turn in which a tool is called too often. */
  public Limits onToolCallsReached(Reaction other) {
    return new Limits(turn, thread, reaction, other, price);
  }

  /** Returns these limits with what the model costs, for limits of cost. */
  public Limits pricedAt(Price other) {
    return new Limits(turn, thread, reaction, toolReaction, Optional.of(other));
  }

  /** Returns the millionths that a model call costs. */
  public long cost(Optional<Usage> tokens) {
    return price.flatMap(it -> tokens.map(it::millionths)).orElse(0L);
  }

  /** A limit of cost that nothing counts would never be reached. */
  public void requirePrice() {
    if (price.isEmpty() && turn.cost + thread.cost > 0) {
      throw new IllegalArgumentException(
          "Expected the price of the model beside a limit of cost: add pricedAt(...).");
    }
  }

  /** Returns the limit that forbids another model call; empty where none does. */
  public Optional<Reached> forModel(AgentUsage usage) {
    return turn.reached(TURN, usage.turn()).or(() -> thread.reached(THREAD, usage.thread()));
  }

  /** Returns the limit that forbids some more calls of a tool; empty where none does. */
  public Optional<Reached> forTool(String tool, int calls, AgentUsage usage) {
    return turn.reached(TURN, tool, calls, usage.turn())
        .or(() -> thread.reached(THREAD, tool, calls, usage.thread()));
  }

  /** Returns whether a message stands in the place of a model's answer because of a limit. */
  public static boolean isStop(Message message) {
    return message.tellsOfThreadAlone();
  }

  /** Returns whether a limit has ended the turn in progress, whatever hooks have said since. */
  public static boolean haveEnded(List<Message> chat) {
    for (int i = chat.size() - 1; i >= 0; i--) {
      Object source = chat.get(i).metadata().get(Message.SOURCE);
      if (source == null || source.equals(Message.LIMIT)) {
        return source != null;
      }
    }
    return false;
  }

  /**
   * A limit that is reached.
   *
   * @param what what is limited
   * @param scope {@code turn}, {@code thread} or for whom and how long
   */
  public record Reached(String what, String scope, long limit, long used) {
    /** Returns the message that an agent ends with. */
    public Message.Assistant message() {
      return Message.assistant(text()).withMetadata(Message.SOURCE, Message.LIMIT);
    }

    /** Returns what people and models read: what is used up, and how much there was. */
    public String text() {
      String amount =
          what.equals(COST)
              ? BigDecimal.valueOf(limit, Price.MILLION_DIGITS).stripTrailingZeros().toPlainString()
              : "" + limit;
      return "The limit of %s %s in one %s is reached.".formatted(amount, what, scope);
    }

    /** Returns whether another one is the same limit, whatever was allowed meanwhile. */
    public boolean isOf(Reached other) {
      return what.equals(other.what) && scope.equals(other.scope);
    }
  }

  /**
   * How much of everything; 0 for no limit.
   *
   * @param toolCalls the calls by tool
   * @param cost in millionths
   */
  public record Bound(int modelCalls, Map<String, Integer> toolCalls, long tokens, long cost) {
    static final Bound NONE = new Bound(0, Map.of(), 0, 0);

    public Bound {
      toolCalls = Map.copyOf(toolCalls);
    }

    /** Returns this with a number of model calls. */
    public Bound modelCalls(int limit) {
      return new Bound(positive(limit), toolCalls, tokens, cost);
    }

    /** Returns this with a number of calls of a tool. */
    public Bound toolCalls(String tool, int limit) {
      Map<String, Integer> calls = new LinkedHashMap<>(toolCalls);
      calls.put(tool, positive(limit));
      return new Bound(modelCalls, calls, tokens, cost);
    }

    /**
     * Returns this with a number of tokens that the model reports; the call that passes it ends.
     */
    public Bound tokens(long limit) {
      return new Bound(modelCalls, toolCalls, positive(limit), cost);
    }

    /**
     * Returns this with what the model may cost, such as {@code "0.50"}, in the currency of {@link
     * Limits#pricedAt}; the call that passes it ends.
     */
    public Bound cost(String limit) {
      return new Bound(modelCalls, toolCalls, tokens, positive(Price.millionths(limit)));
    }

    private static <N extends Number> N positive(N limit) {
      if (limit.longValue() < 1) {
        throw new IllegalArgumentException("Expected a limit of at least 1 but found " + limit);
      }
      return limit;
    }

    private Optional<Reached> reached(String scope, AgentUsage.Count used) {
      return reached("model calls", scope, modelCalls, used.modelCalls(), 1, used)
          .or(() -> reached(TOKENS, scope, tokens, used.tokens(), 1, used))
          .or(() -> reached(COST, scope, cost, used.cost(), 1, used));
    }

    private Optional<Reached> reached(String scope, String tool, int calls, AgentUsage.Count used) {
      int made = used.toolCalls().getOrDefault(tool, 0);
      int limit = toolCalls.getOrDefault(tool, 0);
      return reached("calls of '" + tool + "'", scope, limit, made, calls, used);
    }

    private static Optional<Reached> reached(
        String what, String scope, long limit, long made, int more, AgentUsage.Count used) {
      long granted = limit * (1 + used.grants().getOrDefault(what, 0));
      return limit > 0 && made + more > granted
          ? Optional.of(new Reached(what, scope, granted, made))
          : Optional.empty();
    }
  }
}
