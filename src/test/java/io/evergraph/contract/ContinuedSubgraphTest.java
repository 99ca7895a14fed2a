package io.evergraph.contract;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.protocol.ExecutionLimits;
import org.junit.jupiter.api.AfterAll;

class ContinuedSubgraphTest extends SubgraphContract {
  private static final TemporalHouse HOUSE = TemporalHouse.embedded(new ExecutionLimits(1, 1));

  @AfterAll
  static void close() {
    HOUSE.close();
  }

  @Override
  GraphRuntime runtime() {
    return HOUSE.runtime();
  }
}
