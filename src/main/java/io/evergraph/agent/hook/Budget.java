package io.evergraph.agent.hook;

import io.evergraph.error.InvalidInputException;
import io.evergraph.llm.limit.LimitCard;
import io.evergraph.llm.limit.LimitReachedException;
import io.evergraph.llm.limit.Limits;
import io.evergraph.llm.limit.Limits.Reaction;
import io.evergraph.llm.limit.Price;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Usage;
import io.evergraph.llm.model.ModelAround;
import io.evergraph.llm.model.ModelRequest;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger.Account;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * How many tokens all agents of a tenant may use together, and what they may cost, over all threads
 * and processes with the same ledger. Immutable.
 *
 * <p>Before a model is called, an estimate is reserved; after it, what was used is counted and the
 * rest released. A call whose estimate no longer fits is not made: the turn ends with a message, a
 * person is asked, or the node fails, as {@link #onReached} says. Put it last among the hooks, so
 * that it sees what is sent.
 *
 * <pre>{@code
 * Budget.perTenant(ledger)
 *     .tokens(1_000_000, BudgetWindow.DAY)
 *     .cost("200", BudgetWindow.MONTH, Price.of("2.50", "10"))
 * }</pre>
 *
 * @param ledger where it is counted
 * @param tenant finds the tenant that a call is counted for
 * @param parts what is limited, one of a kind and window
 * @param reaction what becomes of a turn that reaches a limit
 * @param longestAnswer how many tokens are reserved for an answer where the run sets no {@code
 *     max_tokens}
 * @param expiry after which time the reservation of a killed process is released
 * @param clock says which window it is
 */
public record Budget(
    BudgetLedger ledger,
    Function<HookContext, String> tenant,
    List<Part> parts,
    Reaction reaction,
    int longestAnswer,
    Duration expiry,
    Clock clock)
    implements AgentHook {
  /** The name of the tenant in the context of a run. */
  public static final String TENANT = "tenant";

  private static final int DEFAULT_ANSWER = 1_000;
  private static final Duration DEFAULT_EXPIRY = Duration.ofMinutes(10);

  /** The turn in which a person has allowed to go on. */
  private static final Channel<String> GRANTED = Channel.of("budget.granted", String.class);

  /**
   * What is limited in a window.
   *
   * @param price what the model costs; empty where tokens are limited
   * @param most tokens, or the cost in millionths
   */
  public record Part(BudgetWindow window, Optional<Price> price, long most) {
    /** Checks that something is left to use. */
    public Part {
      Objects.requireNonNull(window, "window");
      Objects.requireNonNull(price, "price");
      if (most < 1) {
        throw new IllegalArgumentException("Expected a limit of at least 1 but found " + most);
      }
    }

    String what() {
      return price.isPresent() ? Limits.COST : Limits.TOKENS;
    }

    private boolean isLike(Part other) {
      return window == other.window && what().equals(other.what());
    }

    long amount(Usage tokens) {
      return price.map(it -> it.millionths(tokens)).orElse(tokens.totalTokens());
    }

    Account account(String tenant, Instant now, boolean isGranted) {
      Instant begin = window.begin(now);
      return new Account(
          String.join(" ", what(), window.word(), begin.toString(), tenant),
          isGranted ? Long.MAX_VALUE : most,
          window.end(begin));
    }
  }

  /** Checks that a person or the agent can react. */
  public Budget {
    Objects.requireNonNull(ledger, "ledger");
    Objects.requireNonNull(tenant, "tenant");
    parts = List.copyOf(parts);
    Objects.requireNonNull(expiry, "expiry");
    Objects.requireNonNull(clock, "clock");
    if (reaction == Reaction.TELL_MODEL || longestAnswer < 0) {
      throw new IllegalArgumentException(
          "Expected END, ASK or FAIL and at least 0 tokens of an answer but found %s and %d."
              .formatted(reaction, longestAnswer));
    }
  }

  /** Returns a budget without limits, for the tenant that the context of a run names. */
  public static Budget perTenant(BudgetLedger ledger) {
    return new Budget(
        ledger,
        Budget::named,
        List.of(),
        Reaction.END,
        DEFAULT_ANSWER,
        DEFAULT_EXPIRY,
        Clock.systemUTC());
  }

  private static String named(HookContext context) {
    Object name = context.runContext().get(TENANT);
    if (name instanceof String tenant && !tenant.isBlank()) {
      return tenant;
    }
    throw new InvalidInputException(
        "'" + TENANT + "' in the context of the run",
        "the tenant that pays for it",
        name == null ? "nothing" : "'" + name + "'");
  }

  /** Returns this budget for the tenants that a function finds. */
  public Budget tenantBy(Function<HookContext, String> finder) {
    return new Budget(ledger, finder, parts, reaction, longestAnswer, expiry, clock);
  }

  /** Returns this budget with so many tokens in each window, as the models report them. */
  public Budget tokens(long most, BudgetWindow window) {
    return with(new Part(window, Optional.empty(), most));
  }

  /**
   * Returns this budget with what models may cost in each window, such as {@code "200"}, in the
   * currency of the price.
   */
  public Budget cost(String most, BudgetWindow window, Price price) {
    return with(new Part(window, Optional.of(price), Price.millionths(most)));
  }

  private Budget with(Part part) {
    List<Part> all = new ArrayList<>(parts);
    all.removeIf(part::isLike);
    all.add(part);
    return new Budget(ledger, tenant, all, reaction, longestAnswer, expiry, clock);
  }

  /** Returns this budget with what becomes of a turn that reaches a limit; it ends unless set. */
  public Budget onReached(Reaction other) {
    return new Budget(ledger, tenant, parts, other, longestAnswer, expiry, clock);
  }

  /** Returns this budget with how many tokens are reserved for an answer, 1,000 unless set. */
  public Budget longestAnswer(int tokens) {
    return new Budget(ledger, tenant, parts, reaction, tokens, expiry, clock);
  }

  /**
   * Returns this budget with the time after which the reservation of a killed process is released,
   * 10 minutes unless set; longer than a model call takes.
   */
  public Budget expiry(Duration time) {
    return new Budget(ledger, tenant, parts, reaction, longestAnswer, time, clock);
  }

  /** Returns this budget with windows by a clock. */
  public Budget clock(Clock time) {
    return new Budget(ledger, tenant, parts, reaction, longestAnswer, expiry, time);
  }

  @Override
  public List<Channel<?>> hidden() {
    return List.of(GRANTED);
  }

  @Override
  public Message.Assistant aroundModel(
      ModelRequest request, HookContext context, ModelAround.Next model) {
    return called(new BudgetedCall(this, request, context, longestAnswer(context)), context, model);
  }

  /** Runs such a call beside the chat, for which the options of the run do not hold. */
  Message.Assistant aroundSideCall(
      ModelRequest request, HookContext context, ModelAround.Next model) {
    return called(new BudgetedCall(this, request, context, longestAnswer), context, model);
  }

  private long longestAnswer(HookContext context) {
    return context.node().options().get("max_tokens") instanceof Number most
        ? Math.max(0, most.longValue())
        : longestAnswer;
  }

  private Message.Assistant called(BudgetedCall call, HookContext context, ModelAround.Next model) {
    String turn = context.node().turnId();
    boolean isGranted = context.state().find(GRANTED).filter(turn::equals).isPresent();
    Optional<Limits.Reached> reached = call.reserve(isGranted);
    if (reached.isPresent()) {
      if (!isAllowed(reached.get(), context)) {
        return reached.get().message();
      }
      context.write(StateUpdate.of(GRANTED, turn));
      Optional<Limits.Reached> unused = call.reserve(true);
    }
    return call.make(model);
  }

  private boolean isAllowed(Limits.Reached reached, HookContext context) {
    return switch (reaction) {
      case ASK -> LimitCard.isApproved(context.ask(new LimitCard(reached).question()));
      case FAIL -> throw new LimitReachedException(reached);
      default -> false;
    };
  }
}
