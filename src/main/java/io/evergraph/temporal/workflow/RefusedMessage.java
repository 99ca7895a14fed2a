package io.evergraph.temporal.workflow;

import io.evergraph.error.GraphException;
import io.evergraph.temporal.protocol.Failures;

/**
 * Refuses an update in its validator. The client library flattens what a validator throws to its
 * message and keeps the causes whole, so the typed failure travels as the cause. Programs print
 * both messages one after the other: the reason is in the second only.
 */
public final class RefusedMessage extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RefusedMessage(GraphException reason) {
    super("Refused", Failures.of(reason), false, false);
  }
}
