package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;

class EmbeddedAdaptiveNodesTest extends AdaptiveNodesContract {
  private static final TemporalHouse HOUSE = TemporalHouse.embedded();

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
