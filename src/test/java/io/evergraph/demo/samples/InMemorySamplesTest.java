package io.evergraph.demo.samples;

import io.evergraph.server.TestServer;

class InMemorySamplesTest extends SamplesContract {
  InMemorySamplesTest() {
    super(TestServer::of);
  }
}
