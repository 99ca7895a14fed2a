package io.evergraph.llm;

import dev.langchain4j.exception.HttpException;
import io.evergraph.graph.RetryAfter;
import java.time.Duration;

/** A refusal of a provider that says when to ask again. */
final class BusyHttpException extends HttpException implements RetryAfter {
  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  BusyHttpException(int status, String said, Duration retryAfter) {
    super(status, said);
    this.retryAfter = retryAfter;
  }

  @Override
  public Duration retryAfter() {
    return retryAfter;
  }
}
