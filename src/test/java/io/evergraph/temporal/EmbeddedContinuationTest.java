package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;

class EmbeddedContinuationTest extends ContinuationContract {
  private static final TemporalHouse HOUSE = TemporalHouse.embedded(ContinuationContract.LITTLE);

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
