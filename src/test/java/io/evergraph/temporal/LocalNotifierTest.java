package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.temporal.connection.LocalNotifier;
import io.evergraph.temporal.connection.ThreadNotifier;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LocalNotifierTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(30);

  private final LocalNotifier notifier = new LocalNotifier();

  @Test
  void shouldWakeThoseWhoListenToTheThread() throws Exception {
    try (ThreadNotifier heard = notifier.listen("a", ThreadNotifier.Interest.MOVES, () -> false)) {
      assertThat(heard.await(LONG)).isTrue();
      CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> waited(heard));

      notifier.tell("b", LocalNotifier.Listener::stopped);
      notifier.tell("a", LocalNotifier.Listener::moved);

      assertThat(waiting.get(30, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static boolean waited(ThreadNotifier heard) {
    try {
      return heard.await(LONG);
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void shouldCheckAgainByItselfWhenNothingIsTold() throws Exception {
    try (ThreadNotifier heard = notifier.listen("a", ThreadNotifier.Interest.STOPS, () -> false)) {
      assertThat(heard.await(LONG)).isTrue();
      notifier.tell("a", LocalNotifier.Listener::moved);

      assertThat(heard.await(LONG)).isTrue();
      assertThat(heard.await(1)).isTrue();
    }
  }
}
