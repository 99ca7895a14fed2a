package io.evergraph.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyTest {

  @Test
  void shouldHoldTheDocumentedDefaultsWhenNothingIsSet() {
    NodePolicy policy = NodePolicy.DEFAULT;

    assertThat(policy.timeout()).isEqualTo(Duration.ofMinutes(2));
    assertThat(policy.hardTimeout()).isEqualTo(Duration.ofMinutes(6));
    assertThat(policy.placement()).isEqualTo(Placement.REMOTE);
    assertThat(policy.retries()).containsExactly(RetryPolicy.DEFAULT);
    assertThat(policy.maxAttempts()).isEqualTo(3);
  }

  @Test
  void shouldStretchTheHardTimeoutWhenOnlyTheTimeoutIsSet() {
    NodePolicy policy = NodePolicy.builder().timeout(Duration.ofSeconds(10)).build();

    assertThat(policy.hardTimeout()).isEqualTo(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @CsvSource({"PT0S,PT1S", "PT-1S,PT1S", "PT2S,PT1S"})
  void shouldRefuseWhenTheTimeoutsMakeNoSense(Duration timeout, Duration hardTimeout) {
    NodePolicy.Builder builder = NodePolicy.builder().timeout(timeout).hardTimeout(hardTimeout);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Expected 0 < timeout <= hard timeout");
  }

  @ParameterizedTest
  @CsvSource({"1,PT0.5S", "2,PT1S", "3,PT2S", "4,PT4S", "5,PT5S", "6,PT5S", "5000,PT5S"})
  void shouldDoublePausesUpToTheLongestWhenAttemptsFail(int failed, Duration pause) {
    assertThat(RetryPolicy.DEFAULT.delayAfter(failed)).isEqualTo(pause);
  }

  @Test
  void shouldNotPauseWhenTheFirstPauseIsZero() {
    RetryPolicy policy = new RetryPolicy(9, Duration.ZERO, 2.0, Duration.ofSeconds(5), List.of());

    assertThat(policy.delayAfter(1)).isZero();
    assertThat(policy.delayAfter(9_999)).isZero();
  }

  @Test
  void shouldRefuseSubclassesWhenAnErrorIsNamed() {
    RetryPolicy policy =
        NodePolicy.builder().nonRetryable(IOException.class).attempts(5).build().retries().get(0);

    assertThat(policy.maxAttempts()).isEqualTo(5);
    assertThat(policy.refuses(new FileNotFoundException())).isTrue();
    assertThat(policy.refuses(new IllegalStateException())).isFalse();
  }

  @Test
  void shouldRefuseBySimpleNameWhenItComesFromData() {
    RetryPolicy policy =
        new RetryPolicy(
            3, Duration.ZERO, 1.0, Duration.ZERO, List.of("IOException", "IOException"));

    assertThat(policy.refuses(new FileNotFoundException())).isTrue();
    assertThat(policy.nonRetryable()).containsExactly("IOException");
  }

  @Test
  void shouldKeepEarlierNamesWhenMoreErrorsAreNamed() {
    RetryPolicy policy =
        NodePolicy.builder()
            .nonRetryable(IOException.class)
            .nonRetryable(IllegalStateException.class)
            .build()
            .retries()
            .get(0);

    assertThat(policy.nonRetryable())
        .containsAll(RetryPolicy.DEFAULT.nonRetryable())
        .contains("java.io.IOException", "java.lang.IllegalStateException");
  }

  @Test
  void shouldNotTryAgainWrongArgumentsAndWrongCodeUnlessARuleNamesThem() {
    NodePolicy usual = NodePolicy.DEFAULT;
    NodePolicy own =
        NodePolicy.builder().retry(RetryPolicy.on(IllegalArgumentException.class)).build();

    assertThat(usual.retryFor(new NumberFormatException())).isEmpty();
    assertThat(usual.retryFor(new StackOverflowError())).isEmpty();
    assertThat(usual.retryFor(new IOException())).contains(RetryPolicy.DEFAULT);
    assertThat(own.retryFor(new NumberFormatException())).isPresent();
    assertThat(own.retryFor(new IOException())).isEmpty();
  }

  @Test
  void shouldTakeTheFirstRuleThatCoversAnError() {
    RetryPolicy files = RetryPolicy.on(IOException.class).withMaxAttempts(2);
    RetryPolicy others = RetryPolicy.DEFAULT.withMaxAttempts(5);
    NodePolicy policy = NodePolicy.builder().retry(files, others).build();

    assertThat(policy.retryFor(new FileNotFoundException())).contains(files);
    assertThat(policy.retryFor(new IllegalStateException())).contains(others);
    assertThat(policy.maxAttempts()).isEqualTo(5);
    assertThat(NodePolicy.builder().retry().build().maxAttempts()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"0,PT1S,2.0,PT5S", "1,PT-1S,2.0,PT5S", "1,PT1S,0.5,PT5S", "1,PT6S,2.0,PT5S"})
  void shouldRefuseWhenTheNumbersMakeNoSense(
      int attempts, Duration initial, double coefficient, Duration longest) {
    assertThatThrownBy(() -> new RetryPolicy(attempts, initial, coefficient, longest, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("but found");
  }
}
