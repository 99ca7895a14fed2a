package io.evergraph.temporal;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealFollowTest extends FollowContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("follow");

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  TemporalHouse house() {
    return HOUSE;
  }
}
