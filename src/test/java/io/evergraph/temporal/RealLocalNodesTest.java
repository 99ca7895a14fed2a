package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealLocalNodesTest extends LocalNodesContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("local-nodes");

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
