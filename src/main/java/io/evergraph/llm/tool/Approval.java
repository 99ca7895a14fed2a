package io.evergraph.llm.tool;

import io.evergraph.llm.message.ToolCall;
import io.evergraph.llm.tool.CallDecision.Kind;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which calls of some tools a person decides about before they are made, and how.
 *
 * <p>All calls of one message are shown in one question, unless {@link #perCall()} says that each
 * has a question of its own. Immutable.
 *
 * <pre>{@code
 * Approval.of("refund")
 *     .when(call -> call.number("amount") > 100)
 *     .allow(Kind.APPROVE, Kind.REJECT)
 *     .rememberable(Scope.ARGUMENTS)
 *     .expiresAfter(Duration.ofDays(2))
 * }</pre>
 *
 * @param tools the names of the tools
 * @param condition which of their calls; one that throws counts as yes
 * @param allowed how a person may decide
 * @param scopes which later calls an approval or a rejection may hold for
 * @param description what is shown of a call in words; the tool's description unless set
 * @param patience how long a question waits; empty waits for ever
 * @param otherwise what counts when nobody has decided by then
 * @param card whether calls share a question
 */
public record Approval(
    Set<String> tools,
    Predicate<ToolCall> condition,
    List<Kind> allowed,
    List<Scope> scopes,
    Optional<Function<ToolCall, String>> description,
    Optional<Duration> patience,
    Kind otherwise,
    Card card) {
  /** All that a person can decide. */
  public static final List<Kind> EVERY_DECISION =
      List.of(Kind.APPROVE, Kind.EDIT, Kind.REJECT, Kind.RESPOND);

  /** The tools whose remembered decisions are revoked with the next calls of the model. */
  static final ListChannel<String> REVOKED = ListChannel.append("review.revoked", String.class);

  private static final List<Kind> BY_DEFAULT = List.of(Kind.APPROVE, Kind.REJECT);

  /** Whether calls share a question. */
  public enum Card {
    /** One question shows all calls of a message; none is made before it is answered. */
    PER_MESSAGE,
    /** Each call asks on its own; the others go on meanwhile. */
    PER_CALL
  }

  /** Which later calls of a thread are decided like this one, without a question. */
  public enum Scope {
    /** None. */
    CALL,
    /** Those of the same tool with the same arguments. */
    ARGUMENTS,
    /** Those of the same tool. */
    TOOL,
    /** Those of all tools whose approval allows this scope. */
    THREAD;

    /** Returns the word of the scope on the wire. */
    String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Scope of(String word) {
      return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst().orElse(CALL);
    }
  }

  public Approval {
    tools = Set.copyOf(tools);
    Objects.requireNonNull(condition, "condition");
    allowed = List.copyOf(new LinkedHashSet<>(allowed));
    scopes = List.copyOf(new LinkedHashSet<>(scopes));
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(patience, "patience");
    Objects.requireNonNull(card, "card");
    if (allowed.isEmpty() || !EVERY_DECISION.containsAll(allowed)) {
      throw new IllegalArgumentException(
          "Expected some of the decisions " + EVERY_DECISION + " but found " + allowed + ".");
    }
    if (!BY_DEFAULT.contains(otherwise)) {
      throw new IllegalArgumentException(
          "Expected one of " + BY_DEFAULT + " when time is up but found " + otherwise + ".");
    }
  }

  /** Returns the approval of every call of some tools. */
  public static Approval of(String... tools) {
    return new Approval(
        new LinkedHashSet<>(Arrays.asList(tools)),
        call -> true,
        EVERY_DECISION,
        List.of(Scope.CALL),
        Optional.empty(),
        Optional.empty(),
        Kind.REJECT,
        Card.PER_MESSAGE);
  }

  /**
   * Returns the update that revokes what people decided for later calls of some tools, and for
   * later calls of all tools: give it with an input, an answer or an edit of the state. The next
   * calls are asked about again.
   */
  public static StateUpdate revoke(String... tools) {
    return StateUpdate.of(REVOKED, Arrays.asList(tools));
  }

  /**
   * Returns what people decided about calls of the agent so far, in the order of their answers:
   * who, what, and which later calls are decided so. Calls that a remembered decision covers are
   * not among them.
   *
   * @param state of an agent's thread, a run or a task
   */
  public static List<ReviewedCall> decisions(State state) {
    return state.find(ReviewedCall.LOG).orElse(List.of());
  }

  /**
   * Returns this approval for some calls only. It is asked once for each call: what it says is
   * recorded, so that an answer finds the question as it was.
   */
  public Approval when(Predicate<ToolCall> those) {
    return new Approval(tools, those, allowed, scopes, description, patience, otherwise, card);
  }

  /** Returns this approval with the decisions that a person may take; all four unless set. */
  public Approval allow(Kind... decisions) {
    return new Approval(
        tools, condition, Arrays.asList(decisions), scopes, description, patience, otherwise, card);
  }

  /**
   * Returns this approval with decisions that a person may let hold for later calls, too: {@code
   * {"type": "approve", "remember": "arguments"}}. They hold for the thread, until {@link #revoke}.
   */
  public Approval rememberable(Scope... widest) {
    List<Scope> all = new ArrayList<>(List.of(Scope.CALL));
    all.addAll(Arrays.asList(widest));
    return new Approval(tools, condition, allowed, all, description, patience, otherwise, card);
  }

  /** Returns this approval showing calls in words of its own. */
  public Approval describedBy(Function<ToolCall, String> words) {
    return new Approval(
        tools, condition, allowed, scopes, Optional.of(words), patience, otherwise, card);
  }

  /** Returns this approval with calls that are rejected when nobody has answered in time. */
  public Approval expiresAfter(Duration limit) {
    return expiresAfter(limit, Kind.REJECT);
  }

  /**
   * Returns this approval with what counts when nobody has answered in time. Calls that share a
   * question are all decided on when the first time is up.
   *
   * @param decision {@link Kind#APPROVE} or {@link Kind#REJECT}
   */
  public Approval expiresAfter(Duration limit, Kind decision) {
    return new Approval(
        tools, condition, allowed, scopes, description, Optional.of(limit), decision, card);
  }

  /** Returns this approval with a question for each call, so that the others go on meanwhile. */
  public Approval perCall() {
    return new Approval(
        tools, condition, allowed, scopes, description, patience, otherwise, Card.PER_CALL);
  }

  /** Rules of users fail closed: a call that one cannot judge is shown to a person. */
  boolean covers(ToolCall call) {
    if (!tools.contains(call.name())) {
      return false;
    }
    try {
      return condition.test(call);
    } catch (RuntimeException unjudged) {
      return true;
    }
  }
}
