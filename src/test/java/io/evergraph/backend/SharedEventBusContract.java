package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Emission;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a bus does beside that several processes share. */
abstract class SharedEventBusContract extends EventBusContract {
  /** Puts the text of an emission where the bus keeps those of a thread. */
  abstract void put(String thread, String text);

  @Test
  void shouldReachAllWorkers() {
    assertThat(bus()).as("a process of its own").isNotSameAs(elsewhere());
    assertThat(bus().reach()).isEqualTo(EventBus.Reach.WORKERS);
  }

  @Test
  void shouldCarryDecimalsAsTheyAre() {
    Emitted amounts =
        emitted(
            1,
            new Emission.Custom(
                Map.of(
                    "amount", new BigDecimal("12345678901234567.89"),
                    "large", new BigDecimal("1E+1000"),
                    "real", 0.1)));

    bus().publish(amounts);
    bus().flush();

    try (EventBus.Subscription late = elsewhere().subscribe(amounts.thread(), () -> {})) {
      assertThat(late.take()).containsExactly(amounts);
    }
  }

  @Test
  void shouldGoOnBehindAnEmissionThatCannotBeRead() {
    Emitted first = emitted(1, new Emission.Custom("first"));
    Emitted last = emitted(3, new Emission.Custom("last"));
    String ofANewerRelease =
        EmittedForm.text(emitted(2, new Emission.Custom("second"))).replace("CUSTOM", "NEWER");

    bus().publish(first);
    bus().flush();
    put(first.thread(), ofANewerRelease);
    bus().publish(last);
    bus().flush();

    try (EventBus.Subscription late = elsewhere().subscribe(first.thread(), () -> {})) {
      assertThat(late.take()).containsExactly(first, last);
      assertThat(late.take()).isEmpty();
    }
  }
}
