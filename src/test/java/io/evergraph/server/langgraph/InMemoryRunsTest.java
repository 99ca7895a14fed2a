package io.evergraph.server.langgraph;

import io.evergraph.server.TestServer;

class InMemoryRunsTest extends RunsContract {
  InMemoryRunsTest() {
    super(TestServer::of);
  }
}
