package io.evergraph.llm;

import io.evergraph.llm.CallDecision.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
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
 *     .expiresAfter(Duration.ofDays(2))
 * }</pre>
 *
 * @param tools the names of the tools
 * @param condition which of their calls; one that throws counts as yes
 * @param allowed how a person may decide
 * @param description what is shown of a call in words; the tool's description unless set
 * @param patience how long a question waits before the calls are rejected; empty waits for ever
 * @param card whether calls share a question
 */
public record Approval(
    Set<String> tools,
    Predicate<ToolCall> condition,
    List<Kind> allowed,
    Optional<Function<ToolCall, String>> description,
    Optional<Duration> patience,
    Card card) {
  /** All that a person can decide. */
  public static final List<Kind> EVERY_DECISION =
      List.of(Kind.APPROVE, Kind.EDIT, Kind.REJECT, Kind.RESPOND);

  /** Whether calls share a question. */
  public enum Card {
    /** One question shows all calls of a message; none is made before it is answered. */
    PER_MESSAGE,
    /** Each call asks on its own; the others go on meanwhile. */
    PER_CALL
  }

  public Approval {
    tools = Set.copyOf(tools);
    Objects.requireNonNull(condition, "condition");
    allowed = List.copyOf(new LinkedHashSet<>(allowed));
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(patience, "patience");
    Objects.requireNonNull(card, "card");
    if (allowed.isEmpty() || !EVERY_DECISION.containsAll(allowed)) {
      throw new IllegalArgumentException(
          "Expected some of the decisions " + EVERY_DECISION + " but found " + allowed + ".");
    }
  }

  /** Returns the approval of every call of some tools. */
  public static Approval of(String... tools) {
    return new Approval(
        new LinkedHashSet<>(Arrays.asList(tools)),
        call -> true,
        EVERY_DECISION,
        Optional.empty(),
        Optional.empty(),
        Card.PER_MESSAGE);
  }

  /**
   * Returns this approval for some calls only. It is asked once for each call: what it says is
   * recorded, so that an answer finds the question as it was.
   */
  public Approval when(Predicate<ToolCall> those) {
    return new Approval(tools, those, allowed, description, patience, card);
  }

  /** Returns this approval with the decisions that a person may take; all four unless set. */
  public Approval allow(Kind... decisions) {
    return new Approval(tools, condition, Arrays.asList(decisions), description, patience, card);
  }

  /** Returns this approval showing calls in words of its own. */
  public Approval describedBy(Function<ToolCall, String> words) {
    return new Approval(tools, condition, allowed, Optional.of(words), patience, card);
  }

  /** Returns this approval with calls that are rejected when nobody has answered in time. */
  public Approval expiresAfter(Duration limit) {
    return new Approval(tools, condition, allowed, description, Optional.of(limit), card);
  }

  /** Returns this approval with a question for each call, so that the others go on meanwhile. */
  public Approval perCall() {
    return new Approval(tools, condition, allowed, description, patience, Card.PER_CALL);
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
