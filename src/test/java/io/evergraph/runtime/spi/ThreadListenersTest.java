package io.evergraph.runtime.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ThreadListenersTest {
  private static final String THREAD = "t";
  private static final int ROUNDS = 20_000;

  private final ThreadListeners<String> listeners = new ThreadListeners<>();

  @Test
  void shouldForgetAThreadWithItsLastListener() {
    listeners.add(THREAD, "one");
    listeners.add(THREAD, "two");

    listeners.remove(THREAD, "one");
    assertThat(listeners.of(THREAD)).containsExactly("two");
    listeners.remove(THREAD, "two");

    assertThat(listeners.of(THREAD)).isEmpty();
    assertThat(listeners.threads()).isEmpty();
  }

  @Test
  void shouldFindWhoComesAsTheLastOneGoes() {
    CompletableFuture<Void> others = CompletableFuture.runAsync(this::comeAndGo);
    for (int round = 0; round < ROUNDS; round++) {
      listeners.add(THREAD, "new");
      assertThat(listeners.of(THREAD)).contains("new");
      listeners.remove(THREAD, "new");
    }
    others.join();
  }

  private void comeAndGo() {
    for (int round = 0; round < ROUNDS; round++) {
      listeners.add(THREAD, "other");
      listeners.remove(THREAD, "other");
    }
  }
}
