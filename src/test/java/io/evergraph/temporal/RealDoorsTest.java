package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealDoorsTest extends DoorsContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("doors");

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
