package io.evergraph.spring;

import io.evergraph.error.InvalidInputException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class InvalidInputFailureAnalyzer extends AbstractFailureAnalyzer<InvalidInputException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidInputException cause) {
    return new FailureAnalysis(
        "For " + cause.subject() + " was found: " + cause.found() + ".",
        "Expected is " + cause.expected() + ".",
        cause);
  }
}
