package io.evergraph.spring;

import io.evergraph.error.RuntimeUnavailableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class RuntimeUnavailableFailureAnalyzer
    extends AbstractFailureAnalyzer<RuntimeUnavailableException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RuntimeUnavailableException cause) {
    return new FailureAnalysis(
        "The Temporal server at " + cause.target() + " cannot be reached: " + cause.reason() + ".",
        "Start the server, or correct evergraph.temporal.target; set evergraph.runtime=memory to"
            + " run without one.",
        cause);
  }
}
