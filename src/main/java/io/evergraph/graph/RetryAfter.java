package io.evergraph.graph;

import java.time.Duration;

/**
 * An error that knows when another attempt is worth while, such as a model provider's {@code
 * Retry-After}.
 */
public interface RetryAfter {
  /** Returns the pause to keep before the next attempt, in place of the policy's. */
  Duration retryAfter();
}
