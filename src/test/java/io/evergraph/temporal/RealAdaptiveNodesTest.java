package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealAdaptiveNodesTest extends AdaptiveNodesContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("adaptive-nodes");

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
