package io.evergraph.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.state.StateUpdate;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @Test
  void shouldRefuseNumbersAndTimesThatWouldOverflow() {
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);

    assertThatThrownBy(() -> RetryPolicy.DEFAULT.withMaxAttempts(Integer.MAX_VALUE))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("50000");
    assertThatThrownBy(() -> RetryPolicy.DEFAULT.withFirstPause(endless))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> NodePolicy.builder().timeout(endless).build())
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> NodePolicy.DEFAULT.withTimeout(endless))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> NodeOptions.builder().attempts(Integer.MAX_VALUE).build())
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> NodeOptions.builder().timeout(endless).build())
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new Expiry(endless, new Expiry.FailTask()))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new Send("a", StateUpdate.empty(), Optional.of(endless)))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldStayWithinItsLimitsWhateverIsWorkedOut() {
    Duration longest = PolicyLimits.TIME;
    RetryPolicy steep = new RetryPolicy(PolicyLimits.ATTEMPTS, longest, 1_000, longest, List.of());
    NodePolicy policy = NodePolicy.DEFAULT.withTimeout(longest);

    assertThat(steep.delayAfter(PolicyLimits.ATTEMPTS)).isEqualTo(longest);
    assertThat(policy.hardTimeout()).isEqualTo(longest);
    assertThat(
            NodeOptions.builder()
                .timeout(longest)
                .build()
                .applyTo(NodePolicy.DEFAULT)
                .hardTimeout())
        .isEqualTo(longest);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, 1e308})
  void shouldRefuseACoefficientThatIsNone(double coefficient) {
    assertThatThrownBy(
            () -> new RetryPolicy(2, Duration.ZERO, coefficient, Duration.ofSeconds(1), List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
