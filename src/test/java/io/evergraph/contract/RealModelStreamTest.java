package io.evergraph.contract;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.temporal.TemporalHouse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealModelStreamTest extends ModelStreamContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("contract-model-streams");

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  GraphRuntime runtime() {
    return HOUSE.runtime();
  }
}
