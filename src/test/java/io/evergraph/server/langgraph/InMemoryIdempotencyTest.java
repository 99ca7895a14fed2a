package io.evergraph.server.langgraph;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.server.TestServer;
import org.junit.jupiter.api.AfterAll;

class InMemoryIdempotencyTest extends IdempotencyContract {
  private static final GraphRuntime RUNTIME = InMemoryRuntime.of(graphs());
  private static final TestServer OTHER = TestServer.of(RUNTIME);

  @AfterAll
  static void close() {
    OTHER.close();
  }

  @Override
  GraphRuntime runtime() {
    return RUNTIME;
  }

  @Override
  TestServer other() {
    return OTHER;
  }
}
