package io.evergraph.testkit;

import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.util.function.Function;

/** What a test's runs are on: memory, or a Temporal server. */
public final class TestServer {
  private static final String MEMORY = "memory";
  private static final String EMBEDDED = "embedded";

  private final String name;
  private final Function<GraphRegistry, TestBed> opening;

  private TestServer(String name, Function<GraphRegistry, TestBed> opening) {
    this.name = name;
    this.opening = opening;
  }

  /** Returns the memory of this process, with a {@link VirtualClock}. */
  public static TestServer memory() {
    return new TestServer(MEMORY, MemoryBed::new);
  }

  /**
   * Returns a Temporal server in this process, one for each run. Needs {@code
   * io.temporal:temporal-testing}.
   */
  public static TestServer embedded() {
    return new TestServer(
        EMBEDDED,
        graphs ->
            new TemporalBed(EmbeddedTemporal.startWithoutSticking(StateCodec.create()), graphs));
  }

  /**
   * Returns a Temporal server that runs already; each run has a task queue of its own there, and a
   * long-term store that ends with it.
   *
   * @param target host and port
   */
  public static TestServer at(String target) {
    return new TestServer(target, graphs -> new TemporalBed(connection(target), graphs));
  }

  private static TemporalConnection connection(String target) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(target)
            .taskQueue("test-" + ThreadId.random())
            .store(new LocalStore())
            .build();
    return TemporalConnection.open(options, StateCodec.create());
  }

  TestBed open(GraphRegistry graphs) {
    return opening.apply(graphs);
  }

  /** Returns whether this is a Temporal server, where workers can be lost. */
  boolean hasWorkers() {
    return !name.equals(MEMORY);
  }

  /** Returns whether a run meets the threads of others there. */
  boolean isShared() {
    return hasWorkers() && !name.equals(EMBEDDED);
  }

  @Override
  public String toString() {
    return name;
  }
}
