package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealContinuationTest extends ContinuationContract {
  private static final TemporalHouse HOUSE =
      TemporalHouse.real("continuation", ContinuationContract.LITTLE);

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
