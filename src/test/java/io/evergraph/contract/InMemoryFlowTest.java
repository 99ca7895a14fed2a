package io.evergraph.contract;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import org.junit.jupiter.api.AfterAll;

class InMemoryFlowTest extends FlowContract {
  private static final InMemoryRuntime RUNTIME = InMemoryRuntime.of();

  @AfterAll
  static void close() {
    RUNTIME.close();
  }

  @Override
  GraphRuntime runtime() {
    return RUNTIME;
  }
}
