package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Emission;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.LocalEventBus;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In the memory of a process. */
class LocalEventBusTest extends EventBusContract {
  private static final int MANY = 1_000;

  private final LocalEventBus bus = new LocalEventBus();

  @Override
  EventBus bus() {
    return bus;
  }

  @Override
  EventBus elsewhere() {
    return bus;
  }

  @Test
  void shouldReachItsOwnProcess() {
    assertThat(bus.reach()).isEqualTo(EventBus.Reach.PROCESS);
  }

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

  @Test
  void shouldHoldTheLatestOfEachThreadAndFewerOfEachWhereManyEmit() {
    for (int number = 0; number < 250; number++) {
      for (int emission = 0; emission < 10_000; emission++) {
        emit("thread-" + number);
      }
    }

    List<Integer> held =
        IntStream.range(0, 250).mapToObj(number -> bus.forget("thread-" + number)).toList();
    assertThat(held).startsWith(8_192, 8_192).endsWith(1_024, 1_024);
    assertThat(held.stream().mapToInt(it -> it).sum()).isLessThan(500_000);
  }
}
