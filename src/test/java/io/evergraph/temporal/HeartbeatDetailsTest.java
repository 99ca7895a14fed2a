package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
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

  @Test
  void shouldKeepWhatTheNodeSaidButNoFailuresWhenTheTaskWasReset() {
    JsonNode said = JsonNodeFactory.instance.numberNode(7);
    HeartbeatDetails told = new HeartbeatDetails(2, said, 3, 0, null);

    HeartbeatDetails begun = told.begin(1, HERE);

    assertThat(begun.details()).isEqualTo(said);
    assertThat(begun.failures()).isZero();
    assertThat(begun.with(said, 0).end(1).failures()).isOne();
  }

  @Test
  void shouldTellHowOftenTheNodeFailedBeforeAnAttemptThatRuns() {
    HeartbeatDetails told = new HeartbeatDetails(1, null, 2, 0, HERE);

    assertThat(told.failuresBefore(2)).isOne();
    assertThat(told.end(1).failuresBefore(3)).isEqualTo(2);
    assertThat(told.failuresBefore(1)).isZero();
  }
}
