package io.evergraph.contract;

import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.TemporalRuntime;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A runtime for the tests of one class.
 *
 * @param kind what it runs on
 * @param runtime the runtime itself
 * @param house its connection and worker, when it runs on Temporal
 */
public record TestRuntime(Kind kind, GraphRuntime runtime, Optional<TemporalHouse> house)
    implements AutoCloseable {

  /** What a runtime runs on. */
  public enum Server {
    MEMORY,
    EMBEDDED,
    REAL
  }

  /** The runtimes that tests can ask for. */
  public enum Kind {
    /** In memory. */
    MEMORY(Server.MEMORY, ExecutionLimits.USUAL),
    /** On an embedded Temporal server of its own. */
    EMBEDDED(Server.EMBEDDED, ExecutionLimits.USUAL),
    /** Embedded; the workflow is continued as new after every message and every task. */
    CONTINUED(Server.EMBEDDED, new ExecutionLimits(1, 1)),
    /** Embedded; the workflow is continued as new after a few messages or tasks. */
    SHORT_EMBEDDED(Server.EMBEDDED, new ExecutionLimits(8, 12)),
    /** On the real dev server of this JVM, with a task queue of its own. */
    REAL(Server.REAL, ExecutionLimits.USUAL),
    /** Real; the workflow is continued as new after a few messages or tasks. */
    SHORT_REAL(Server.REAL, new ExecutionLimits(8, 12));

    private final Server server;
    private final ExecutionLimits limits;

    Kind(Server server, ExecutionLimits limits) {
      this.server = server;
      this.limits = limits;
    }

    Server server() {
      return server;
    }
  }

  static TestRuntime open(Kind kind, String taskQueue) {
    return switch (kind.server) {
      case MEMORY -> new TestRuntime(kind, InMemoryRuntime.of(), Optional.empty());
      case EMBEDDED -> on(kind, TemporalHouse.embedded(kind.limits));
      case REAL -> on(kind, TemporalHouse.real(taskQueue, kind.limits));
    };
  }

  private static TestRuntime on(Kind kind, TemporalHouse house) {
    return new TestRuntime(kind, house.runtime(), Optional.of(house));
  }

  /** The connection and worker of a runtime on Temporal. */
  public TemporalHouse temporal() {
    return house.orElseThrow();
  }

  /** Returns the runtime, once it knows some graphs. */
  public GraphRuntime with(Graph... graphs) {
    Stream.of(graphs).forEach(runtime.graphs()::register);
    return runtime;
  }

  /** Returns a runtime on the same threads, as another process would have it. */
  public GraphRuntime elsewhere() {
    return house
        .<GraphRuntime>map(it -> new TemporalRuntime(it.connection(), runtime.graphs()))
        .orElse(runtime);
  }

  /** Returns another runtime, which a test may close. */
  GraphRuntime another() {
    return house.isPresent() ? elsewhere() : InMemoryRuntime.of(runtime.graphs());
  }

  /** Drops the states that this process holds, where it holds any: the next read rebuilds them. */
  public void forgetStates() {
    house.ifPresent(TemporalHouse::forgetStates);
  }

  @Override
  public void close() {
    house.ifPresentOrElse(TemporalHouse::close, runtime::close);
  }

  @Override
  public String toString() {
    return kind.name();
  }
}
