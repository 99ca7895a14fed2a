package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.spi.EventBus;
import org.junit.jupiter.api.Test;

/** What a bus does beside that several processes share. */
abstract class SharedEventBusContract extends EventBusContract {

  @Test
  void shouldReachAllWorkers() {
    assertThat(bus()).as("a process of its own").isNotSameAs(elsewhere());
    assertThat(bus().reach()).isEqualTo(EventBus.Reach.WORKERS);
  }
}
