package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.temporal.protocol.HeartbeatDetails;
import org.junit.jupiter.api.Test;

/** How the attempts are counted that died with their process. */
class HeartbeatDetailsTest {
  private static final String HERE = "here";

  private static HeartbeatDetails told(int attempt, int lost, String process) {
    return new HeartbeatDetails(0, null, attempt, lost, process);
  }

  @Test
  void shouldCountAnAttemptThatDiedBeforeItsFirstHeartbeat() {
    assertThat(HeartbeatDetails.NONE.begin(1, HERE).lost()).isZero();
    assertThat(HeartbeatDetails.NONE.begin(2, HERE).lost()).isOne();
  }

  @Test
  void shouldCountAnAttemptWhoseProcessToldNoEndOfIt() {
    assertThat(told(2, 1, "there").begin(3, HERE).lost()).isEqualTo(2);
  }

  @Test
  void shouldNotCountAnAttemptThatHasToldItsEnd() {
    assertThat(new HeartbeatDetails(1, null, 2, 1, null).begin(3, HERE).lost()).isEqualTo(1);
  }

  @Test
  void shouldNotCountAnAttemptWhoseProcessLivesOn() {
    assertThat(told(2, 1, HERE).begin(3, HERE).lost()).isEqualTo(1);
  }

  @Test
  void shouldBeginAnewWhenTheTaskWasReset() {
    assertThat(told(4, 3, "there").begin(1, HERE).lost()).isZero();
  }
}
