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
}
