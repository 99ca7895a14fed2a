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
    assertThat(HeartbeatDetails.NONE.lostBefore(1, HERE)).isZero();
    assertThat(HeartbeatDetails.NONE.lostBefore(2, HERE)).isOne();
  }

  @Test
  void shouldCountAnAttemptWhoseProcessToldNoEndOfIt() {
    assertThat(told(2, 1, "there").lostBefore(3, HERE)).isEqualTo(2);
  }

  @Test
  void shouldNotCountAnAttemptThatHasToldItsEnd() {
    assertThat(new HeartbeatDetails(1, null, 2, 1, null).lostBefore(3, HERE)).isEqualTo(1);
  }

  @Test
  void shouldNotCountAnAttemptWhoseProcessLivesOn() {
    assertThat(told(2, 1, HERE).lostBefore(3, HERE)).isEqualTo(1);
  }

  @Test
  void shouldBeginAnewWhenTheTaskWasReset() {
    assertThat(told(4, 3, "there").lostBefore(1, HERE)).isZero();
  }
}
