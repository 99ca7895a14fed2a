package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealLargeStepsTest extends LargeStepsContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("large-steps");

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
