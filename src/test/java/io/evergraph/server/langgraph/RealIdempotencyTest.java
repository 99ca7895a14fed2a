package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.TestServer;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.TemporalRuntime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;

@Tag("real")
class RealIdempotencyTest extends IdempotencyContract {
  private static final TemporalHouse HOUSE = TemporalHouse.real("idempotency", graphs());
  private static final TestServer OTHER =
      TestServer.of(new TemporalRuntime(HOUSE.connection(), GraphRegistry.of(graphs())));

  @AfterAll
  static void close() {
    OTHER.close();
    HOUSE.close();
  }

  @Override
  GraphRuntime runtime() {
    return HOUSE.runtime();
  }

  @Override
  TestServer other() {
    return OTHER;
  }
}
