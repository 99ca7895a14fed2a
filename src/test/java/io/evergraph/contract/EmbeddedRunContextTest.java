package io.evergraph.contract;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.temporal.TemporalHouse;
import org.junit.jupiter.api.AfterAll;

class EmbeddedRunContextTest extends RunContextContract {
  private static final TemporalHouse HOUSE = TemporalHouse.embedded();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  GraphRuntime runtime() {
    return HOUSE.runtime();
  }
}
