package io.evergraph.llm.model;

import io.evergraph.graph.RetryAfter;
import java.time.Duration;

/** The model did not answer and said when to ask again, mostly because of a rate limit. */
public final class ModelBusyException extends ModelUnavailableException implements RetryAfter {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  /**
   * Makes the error.
   *
   * @param message what the provider said
   * @param retryAfter the pause that it asks for
   * @param cause the error of the client
   */
  public ModelBusyException(String message, Duration retryAfter, Throwable cause) {
    super(message, cause);
    this.retryAfter = retryAfter;
  }

  @Override
  public Duration retryAfter() {
    return retryAfter;
  }
}
