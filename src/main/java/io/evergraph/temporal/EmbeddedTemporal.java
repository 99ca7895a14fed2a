package io.evergraph.temporal;

import io.evergraph.runtime.StateCodec;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;

/**
 * A Temporal server inside this process, for a first look and for tests: nothing survives the
 * process, and it has no web page and no lists. Needs {@code io.temporal:temporal-testing}.
 */
public final class EmbeddedTemporal {
  private EmbeddedTemporal() {}

  /**
   * Starts a server and connects to it; closing the connection stops it. Workers on it are started
   * once: a second one does not find the threads of the first.
   */
  public static TemporalConnection start(StateCodec codec) {
    TestEnvironmentOptions.Builder setUp =
        TestEnvironmentOptions.newBuilder().setUseTimeskipping(false);
    Attributes.ALL.forEach(
        attribute ->
            setUp.registerSearchAttribute(
                attribute.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    TestWorkflowEnvironment server = TestWorkflowEnvironment.newInstance(setUp.build());
    TemporalOptions options = TemporalOptions.builder().target("embedded").build();
    return TemporalConnection.embedded(
        options, server.getWorkflowServiceStubs(), codec, server::close);
  }
}
