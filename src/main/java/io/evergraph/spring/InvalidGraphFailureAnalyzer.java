package io.evergraph.spring;

import io.evergraph.error.InvalidGraphException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

final class InvalidGraphFailureAnalyzer extends AbstractFailureAnalyzer<InvalidGraphException> {
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, InvalidGraphException cause) {
    return new FailureAnalysis(
        String.valueOf(cause.getMessage()),
        "Correct the graph" + place(rootFailure) + "; each problem names its remedy.",
        cause);
  }

  /** Returns the innermost bean that could not be made: the one that builds the graph. */
  private static String place(Throwable rootFailure) {
    Optional<BeanCreationException> bean = Optional.empty();
    for (@Nullable Throwable it = rootFailure; it != null; it = it.getCause()) {
      if (it instanceof BeanCreationException creation) {
        bean = Optional.of(creation);
      }
    }
    return bean.filter(it -> !isRegistry(it))
        .map(it -> " of bean '" + it.getBeanName() + "'" + source(it))
        .orElse("");
  }

  /** It reads the graphs of files, whose problems name them. */
  private static boolean isRegistry(BeanCreationException bean) {
    return EvergraphAutoConfiguration.REGISTRY.equals(bean.getBeanName());
  }

  private static String source(BeanCreationException bean) {
    return bean.getResourceDescription() == null ? "" : ", " + bean.getResourceDescription();
  }
}
