package io.evergraph.error;

import java.time.Duration;
import java.util.Locale;

/** A request was refused because a limit of users or of capacity is reached. */
public final class LimitReachedException extends GraphException {
  /** Which limit was reached. */
  public enum Rule {
    /** The requests of a user in a window of time. */
    USER_RATE,
    /** The tasks of a user at once. */
    USER_CONCURRENCY,
    /** The tasks of all agents at once. */
    TOTAL_CAPACITY,
    /** The tasks of an agent at once. */
    AGENT_CAPACITY
  }

  /**
   * Describes the refusal.
   *
   * @param subject the user, the agent, or what else is limited
   * @param limit how many there may be
   * @param retryAfter when it is worth to ask again
   */
  public LimitReachedException(Rule rule, String subject, int limit, Duration retryAfter) {
    this(
        Facts.of("rule", rule.name().toLowerCase(Locale.ROOT))
            .and("subject", subject)
            .and("limit", limit)
            .and(RETRY_AFTER, retryAfter.toMillis()));
  }

  LimitReachedException(Facts facts) {
    super(
        facts,
        "Expected at most {limit} by the rule '{rule}' for '{subject}' but found one more. Try"
            + " again in {retryAfterMillis} ms.");
  }

  /** Returns the rule, in lower case: {@code user_rate}, {@code user_concurrency} … */
  public String rule() {
    return facts().text("rule");
  }
}
