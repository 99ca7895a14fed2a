package io.evergraph.error;

import java.time.Duration;

/** A hook refused a request to an agent. */
public final class RequestRefusedException extends GraphException {
  /**
   * Describes the refusal.
   *
   * @param hook the name of the hook
   * @param reason what it said
   * @param retryAfter when it is worth to ask again
   */
  public RequestRefusedException(String agent, String hook, String reason, Duration retryAfter) {
    this(
        Facts.of("agent", agent)
            .and("hook", hook)
            .and("reason", reason)
            .and(RETRY_AFTER, retryAfter.toMillis()));
  }

  RequestRefusedException(Facts facts) {
    super(
        facts,
        "The hook '{hook}' refused a request to agent '{agent}': {reason}. Send another request, or"
            + " try again in {retryAfterMillis} ms.");
  }

  /** Returns the name of the hook. */
  public String hook() {
    return facts().text("hook");
  }
}
