package io.evergraph.cli;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.server.admin.Operations;
import io.evergraph.spring.InvalidGraphFiles;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Mixin;

/**
 * A look at the threads of a server from outside: a runtime that starts, answers and reads, and
 * runs no node itself.
 */
record Operator(ConfigurableApplicationContext context) implements AutoCloseable {
  /** Somebody sits there and waits. */
  private static final String PATIENCE = "5s";

  /** Where nobody has said otherwise; tasks in this process would be none of the servers'. */
  private static final Map<String, Object> USUAL = Map.of("evergraph.tasks.type", "none");

  /** Has a server inside this process, to read what was downloaded from another. */
  static Operator offline(ConnectionOptions connection, boolean verbose) {
    Map<String, Object> properties = new LinkedHashMap<>(connection.largeValues());
    properties.putAll(ConnectionOptions.EMBEDDED);
    properties.put("evergraph.runtime", "temporal");
    properties.put("evergraph.worker.enabled", false);
    return new Operator(
        EvergraphApplication.start(
            WebApplicationType.NONE, properties, USUAL, EvergraphApplication.graphs(), verbose));
  }

  /**
   * Connects to look after threads: graphs in files that only their servers can read are no matter.
   */
  static Operator connect(ConnectionOptions connection, boolean verbose) {
    return connect(
        connection,
        verbose,
        Map.of(EvergraphApplication.INVALID_FILES, InvalidGraphFiles.LEFT_OUT));
  }

  /** Connects for a command that names a graph. */
  static Operator connectWithGraphs(ConnectionOptions connection, boolean verbose) {
    return connect(connection, verbose, Map.of());
  }

  /** A server inside this process has no threads that anybody could look after. */
  private static Operator connect(
      ConnectionOptions connection, boolean verbose, Map<String, Object> more) {
    Map<String, Object> properties = new LinkedHashMap<>(connection.properties());
    properties.putAll(more);
    properties.put("evergraph.runtime", "temporal");
    properties.put("evergraph.worker.enabled", false);
    properties.put("evergraph.temporal.dev-server.enabled", false);
    properties.put("evergraph.temporal.connect-timeout", PATIENCE);
    Operator operator =
        new Operator(
            EvergraphApplication.start(
                WebApplicationType.NONE,
                properties,
                USUAL,
                EvergraphApplication.graphs(),
                verbose));
    if (operator.runtime().info().durability() != Durability.DURABLE) {
      operator.close();
      throw new CommandFailedException(
          "This needs the Temporal server that the threads are on. Give --temporal HOST:PORT.");
    }
    return operator;
  }

  GraphRuntime runtime() {
    return context.getBean(GraphRuntime.class);
  }

  TemporalConnection connection() {
    return context.getBean(TemporalConnection.class);
  }

  Operations operations() {
    return new Operations(runtime());
  }

  @Override
  public void close() {
    context.close();
  }

  static final class Options {
    @Mixin private final ConnectionOptions temporal = new ConnectionOptions();
    @Mixin private final StandardOptions standard = new StandardOptions();

    Operator connect() {
      return Operator.connect(temporal, standard.verbose());
    }

    Operator connectWithGraphs() {
      return Operator.connectWithGraphs(temporal, standard.verbose());
    }
  }
}
