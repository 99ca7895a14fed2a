package io.evergraph.conformance;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.temporal.TemporalHouse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealConformanceTest extends ConformanceContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("conformance");

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  GraphRuntime runtime() {
    return HOUSE.runtime();
  }
}
