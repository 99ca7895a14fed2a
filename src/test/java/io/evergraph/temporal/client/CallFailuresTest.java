package io.evergraph.temporal.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.runtime.TaskThreads;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

/** What callers are told of replies that workers could not give. */
class CallFailuresTest {
  private static final ScheduledExecutorService TIMER =
      Executors.newSingleThreadScheduledExecutor(TaskThreads.daemons("call-failures"));

  private static final String SIGN = "io.evergraph.temporal.payload.ReferringConverter$";

  private static RuntimeException explained(String said) {
    GraphException unread =
        new StateMissingException("thread", 3, said).causedBy(new IllegalStateException(said));
    try (TemporalConnection connection = EmbeddedTemporal.start(StateCodec.create())) {
      return new CallFailures(connection, new CallDeadline(TIMER))
          .explained(ThreadId.of("thread"), unread);
    }
  }

  @Test
  void shouldTellAStateThatCannotBeReadNowFromOneThatIsLost() {
    RuntimeException away = explained(SIGN + "Outage: no connection\n\tat java.lang.Thread");
    RuntimeException lost = explained(SIGN + "Loss: no such file\n\tat java.lang.Thread");

    assertThat(away)
        .isInstanceOfSatisfying(
            BlobUnavailableException.class, it -> assertThat(it.isPassing()).isTrue())
        .hasMessageContaining("no connection. Check");
    assertThat(lost)
        .isInstanceOfSatisfying(
            BlobUnavailableException.class, it -> assertThat(it.isLost()).isTrue())
        .hasMessageContaining("no such file. Check");
  }

  @Test
  void shouldLeaveOtherFailuresAsTheyAre() {
    assertThat(explained("it was cut off")).isInstanceOf(StateMissingException.class);
  }
}
