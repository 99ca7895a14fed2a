package io.evergraph.conformance;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.temporal.TemporalHouse;
import org.junit.jupiter.api.AfterAll;

class EmbeddedConformanceTest extends ConformanceContract {
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
