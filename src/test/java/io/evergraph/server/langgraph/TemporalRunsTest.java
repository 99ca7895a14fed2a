package io.evergraph.server.langgraph;

import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.temporal.TemporalHouse;
import org.junit.jupiter.api.AfterAll;

class TemporalRunsTest extends RunsContract {
  private static TemporalHouse house;

  TemporalRunsTest() {
    super(TemporalRunsTest::start);
  }

  private static TestServer start(Graph... graphs) {
    house = TemporalHouse.embedded(graphs);
    return TestServer.of(house.runtime());
  }

  @AfterAll
  static void leave() {
    house.close();
  }
}
