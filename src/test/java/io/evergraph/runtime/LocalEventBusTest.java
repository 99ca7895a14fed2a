package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Emission;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.LocalEventBus;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LocalEventBusTest {
  private static final int MANY = 1_000;

  private final LocalEventBus bus = new LocalEventBus();

  private void emit(String thread) {
    bus.publish(
        new Emitted(
            thread,
            "run",
            "",
            0,
            0,
            "task",
            "node",
            1,
            1,
            Instant.EPOCH,
            new Emission.Text("m", "x")));
  }

  @Test
  void shouldHoldAFewThreadsOnlyWhileSomebodyListensToOneThatIsQuiet() {
    try (EventBus.Subscription quiet = bus.subscribe("quiet", () -> {})) {
      IntStream.range(0, MANY).forEach(number -> emit("thread-" + number));
      emit("quiet");

      int held = IntStream.range(0, MANY).map(number -> bus.forget("thread-" + number)).sum();
      assertThat(held).isBetween(1, 256);
      assertThat(quiet.take()).hasSize(1);
    }
  }

  @Test
  void shouldReachAllThatListenHoweverManyTheyAre() {
    for (int number = 0; number < MANY; number++) {
      EventBus.Subscription unused = bus.subscribe("thread-" + number, () -> {});
    }
    try (EventBus.Subscription last = bus.subscribe("last", () -> {})) {
      emit("last");

      assertThat(last.take()).hasSize(1);
    }
  }
}
