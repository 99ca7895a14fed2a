package io.evergraph.spring;

import com.uber.m3.tally.Scope;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.connection.WorkerVersion;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Finds the Temporal server of an application: the configured one, else a dev server where there is
 * a program for it, else the embedded one.
 */
final class TemporalServers {
  private static final String STORE = "evergraph.blobs.store";
  private static final String EMBEDDED = "io.temporal.testing.TestWorkflowEnvironment";

  private final EvergraphProperties.Temporal properties;
  private final @Nullable String links;
  private final @Nullable WorkerVersion worker;
  private final StateCodec codec;
  private final Scope metrics;
  private final EvergraphProperties.Blobs large;
  private final @Nullable BlobStore blobs;
  private final @Nullable String searchPath;

  /**
   * Makes a finder.
   *
   * @param metrics where client and worker report their figures
   * @param blobs the store of large values; null for none
   * @param searchPath where the temporal program is looked for; null for nowhere
   */
  TemporalServers(
      EvergraphProperties properties,
      StateCodec codec,
      Scope metrics,
      @Nullable BlobStore blobs,
      @Nullable String searchPath) {
    this.properties = properties.temporal();
    this.worker = properties.worker().version();
    this.links = properties.web().publicUrl();
    this.codec = codec;
    this.metrics = metrics;
    this.large = properties.blobs();
    this.blobs = blobs;
    this.searchPath = searchPath;
  }

  static boolean isAvailable(EvergraphProperties.Temporal properties, @Nullable String searchPath) {
    return properties.target() != null
        || program(properties, searchPath).isPresent()
        || hasEmbedded();
  }

  /**
   * Starts the server if need be, and connects to it.
   *
   * @throws io.evergraph.error.RuntimeUnavailableException when it does not answer
   * @throws InvalidInputException when there is none to be had
   */
  TemporalServer open() {
    requireStore();
    String target = properties.target();
    if (target != null) {
      return configured(target);
    }
    Optional<Path> program =
        properties.embedded() ? Optional.empty() : program(properties, searchPath);
    return program.map(this::devServer).orElseGet(this::embedded);
  }

  private void requireStore() {
    if (large.store() != EvergraphProperties.BlobPlace.NONE && blobs == null) {
      throw new InvalidInputException(
          STORE, "Spring JDBC, Flyway, HikariCP and a driver on the class path", "not all of them");
    }
  }

  /** What others and later processes are to read must not be kept in this one. */
  private void refuseForgetting() {
    if (large.store() == EvergraphProperties.BlobPlace.MEMORY) {
      throw new InvalidInputException(
          STORE, "file or jdbc, with a server that outlives this process", "memory");
    }
  }

  private TemporalServer configured(String target) {
    refuseForgetting();
    TemporalConnection connection = TemporalConnection.open(options(target), codec);
    return new TemporalServer(
        connection,
        target + ", namespace " + properties.namespace(),
        Durability.DURABLE,
        Optional.ofNullable(properties.uiUrl()),
        List.of(connection));
  }

  private TemporalServer devServer(Path program) {
    refuseForgetting();
    TemporalDevServer server =
        TemporalDevServer.start(
            program,
            properties.namespace(),
            properties.devServer(),
            address -> TemporalDevServer.isReady(address, properties.namespace()));
    try {
      TemporalConnection connection = TemporalConnection.open(options(server.address()), codec);
      return new TemporalServer(
          connection,
          server.address() + ", a dev server of this process, database " + server.database(),
          Durability.DURABLE,
          Optional.of(server.uiUrl()),
          List.of(connection, server));
    } catch (RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  private TemporalServer embedded() {
    if (!hasEmbedded()) {
      throw new InvalidInputException(
          "evergraph.temporal",
          "a target, or the temporal program on the path, or io.temporal:temporal-testing on the"
              + " class path for the embedded server",
          "none of them");
    }
    TemporalConnection connection = EmbeddedTemporal.start(options("embedded"), codec);
    return new TemporalServer(
        connection,
        "embedded in this process",
        Durability.LOST_WITH_PROCESS,
        Optional.empty(),
        List.of(connection));
  }

  private TemporalOptions options(String target) {
    TemporalOptions.Builder options =
        TemporalOptions.builder()
            .target(target)
            .namespace(properties.namespace())
            .taskQueue(properties.taskQueue())
            .worker(worker)
            .connectTimeout(properties.connectTimeout())
            .inlineBytes(large.inlineSize().toBytes())
            .metrics(metrics);
    Optional.ofNullable(links).ifPresent(options::links);
    Optional.ofNullable(blobs).ifPresent(options::blobs);
    Optional.ofNullable(properties.apiKey()).ifPresent(options::apiKey);
    encryption().ifPresent(options::tls);
    return options.build();
  }

  private Optional<TemporalOptions.Tls> encryption() {
    EvergraphProperties.Tls tls = properties.tls();
    boolean asked =
        tls.enabled()
            || properties.apiKey() != null
            || tls.certificate() != null
            || tls.ca() != null
            || tls.serverName() != null;
    return asked
        ? Optional.of(
            new TemporalOptions.Tls(tls.certificate(), tls.key(), tls.ca(), tls.serverName()))
        : Optional.empty();
  }

  private static Optional<Path> program(
      EvergraphProperties.Temporal properties, @Nullable String searchPath) {
    EvergraphProperties.DevServer devServer = properties.devServer();
    if (!devServer.enabled()) {
      return Optional.empty();
    }
    return Optional.ofNullable(devServer.program()).or(() -> Programs.find("temporal", searchPath));
  }

  private static boolean hasEmbedded() {
    return ClassUtils.isPresent(EMBEDDED, TemporalServers.class.getClassLoader());
  }
}
