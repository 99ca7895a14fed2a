package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.TestServer;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.TemporalRuntime;
import org.junit.jupiter.api.AfterAll;

class EmbeddedIdempotencyTest extends IdempotencyContract {
  private static final TemporalHouse HOUSE = TemporalHouse.embedded(graphs());
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
