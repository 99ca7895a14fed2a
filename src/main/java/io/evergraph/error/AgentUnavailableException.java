package io.evergraph.error;

import java.time.Duration;

/** Too many tasks of an agent have failed lately: its circuit breaker takes no more for a while. */
public final class AgentUnavailableException extends GraphException {
  /**
   * Describes the refusal.
   *
   * @param retryAfter when the breaker may let a trial pass
   */
  public AgentUnavailableException(String agent, Duration retryAfter) {
    this(Facts.of("agent", agent).and(RETRY_AFTER, retryAfter.toMillis()));
  }

  AgentUnavailableException(Facts facts) {
    super(
        facts,
        "Expected agent '{agent}' to be well but too many of its tasks have failed, so that its"
            + " circuit breaker is open. Try again in {retryAfterMillis} ms.");
  }

  /** Returns the agent. */
  public String agent() {
    return facts().text("agent");
  }
}
