package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.InvalidInputException;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.ContextConsumer;

/** An application that does not start, and says what is wrong with its properties. */
final class RefusedStart {
  private RefusedStart() {}

  static ContextConsumer<ApplicationContextAssertProvider<?>> saying(String... words) {
    return context ->
        assertThat(context)
            .getFailure()
            .rootCause()
            .isInstanceOf(InvalidInputException.class)
            .hasMessageContainingAll(words);
  }
}
