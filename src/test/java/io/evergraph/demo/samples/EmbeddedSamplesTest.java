package io.evergraph.demo.samples;

import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.temporal.TemporalHouse;
import org.junit.jupiter.api.AfterAll;

class EmbeddedSamplesTest extends SamplesContract {
  private static TemporalHouse house;

  EmbeddedSamplesTest() {
    super(EmbeddedSamplesTest::start);
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
