package io.evergraph.temporal;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.Attributes;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
    return start(TemporalOptions.defaults(), codec);
  }

  /**
   * Starts a server and connects to it, as {@link #start(StateCodec)} does.
   *
   * @param options the task queue, the metrics, the limits and the stores count; the address does
   *     not
   */
  public static TemporalConnection start(TemporalOptions options, StateCodec codec) {
    return start(options, codec, UnaryOperator.identity());
  }

  /**
   * Starts a server whose workers may come and go, for tests of that: no worker keeps threads from
   * one workflow task to the next, so that each task replays its thread.
   */
  public static TemporalConnection startWithoutSticking(StateCodec codec) {
    return start(TemporalOptions.defaults(), codec, UnstickyCalls::through);
  }

  private static TemporalConnection start(
      TemporalOptions options, StateCodec codec, UnaryOperator<WorkflowServiceStubs> calls) {
    TemporalOptions.Builder own =
        TemporalOptions.builder()
            .target("embedded")
            .taskQueue(options.taskQueue())
            .metrics(options.metrics())
            .limits(options.limits())
            .inlineBytes(options.inlineBytes())
            .bus(options.bus())
            .cache(options.cache())
            .store(Objects.requireNonNullElseGet(options.store(), LocalStore::new));
    Optional.ofNullable(options.blobs()).ifPresent(own::blobs);
    Optional.ofNullable(options.checkpoints()).ifPresent(own::checkpoints);
    TemporalOptions embedded = own.build();
    try {
      TestWorkflowEnvironment server = server(embedded);
      return TemporalConnection.embedded(
          embedded, calls.apply(server.getWorkflowServiceStubs()), codec, server::close);
    } catch (NoClassDefFoundError missing) {
      throw new InvalidInputException(
              "the class path",
              "io.temporal:temporal-testing, which the embedded Temporal server is in",
              "none of it")
          .causedBy(missing);
    }
  }

  private static TestWorkflowEnvironment server(TemporalOptions options) {
    TestEnvironmentOptions.Builder setUp =
        TestEnvironmentOptions.newBuilder()
            .setUseTimeskipping(false)
            .setMetricsScope(options.metrics());
    Attributes.ALL.forEach(
        attribute ->
            setUp.registerSearchAttribute(
                attribute.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    return TestWorkflowEnvironment.newInstance(setUp.build());
  }
}
