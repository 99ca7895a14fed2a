package io.evergraph.spring;

import com.uber.m3.tally.Scope;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.connection.WorkerVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * Finds the Temporal server of an application: the configured one, else a dev server where there is
 * a program for it, else the embedded one.
 *
 * @param blobs the store of large values; null for none
 * @param store the memory of nodes that outlives threads; null for none
 * @param bus carries what nodes emit; null for that of this process
 * @param cache keeps results of nodes; null for that of this process
 * @param searchPath where the temporal program is looked for; null for nowhere
 */
record TemporalServers(
    EvergraphProperties properties,
    StateCodec codec,
    Scope metrics,
    @Nullable BlobStore blobs,
    @Nullable Store store,
    @Nullable EventBus bus,
    @Nullable NodeCache cache,
    @Nullable CheckpointStore checkpoints,
    @Nullable String searchPath) {
  private static final String STORE = "evergraph.blobs.store";
  private static final String EMBEDDED = "io.temporal.testing.TestWorkflowEnvironment";

  static boolean isAvailable(
      EvergraphProperties.Temporal properties,
      @Nullable String searchPath,
      @Nullable ClassLoader classes) {
    return properties.target() != null
        || properties.embedded() // who asks for it is told what it needs
        || program(properties, searchPath).isPresent()
        || hasEmbedded(classes);
  }

  TemporalServer open() {
    String target = properties.temporal().target();
    if (target != null) {
      return configured(target);
    }
    Optional<Path> program =
        properties.temporal().embedded()
            ? Optional.empty()
            : program(properties.temporal(), searchPath);
    return program.map(this::devServer).orElseGet(this::embedded);
  }

  /** Values that other or later processes read must not be kept in this process. */
  private void refuseMemoryStore() {
    if (properties.blobs().store() == EvergraphProperties.BlobPlace.MEMORY) {
      throw new InvalidInputException(
          STORE, "file or jdbc, with a server that outlives this process", "memory");
    }
  }

  /** Settings of one file may be empty where the embedded server, or none, takes the place. */
  private void requireNames() {
    requireName("namespace", properties.temporal().namespace());
    requireName("task-queue", properties.temporal().taskQueue());
  }

  private static void requireName(String property, String name) {
    if (name.isBlank()) {
      throw new InvalidInputException("evergraph.temporal." + property, "a name", "'" + name + "'");
    }
  }

  private void requireBuild() {
    EvergraphProperties.Worker worker = properties.worker();
    if (worker.enabled()
        && worker.versioning() == WorkerVersion.Versioning.PINNED
        && worker.version() == null) {
      throw new InvalidInputException(
          "evergraph.worker.versioning=pinned",
          "deployment-name and build-id beside it",
          "neither");
    }
  }

  private TemporalServer configured(String target) {
    refuseMemoryStore();
    requireNames();
    requireBuild();
    TemporalConnection connection = TemporalConnection.open(options(target), codec);
    return new TemporalServer(
        connection,
        target + ", namespace " + properties.temporal().namespace(),
        Durability.DURABLE,
        Optional.ofNullable(properties.temporal().uiUrl()),
        List.of(connection));
  }

  private TemporalServer devServer(Path program) {
    refuseMemoryStore();
    requireNames();
    TemporalDevServer server =
        TemporalDevServer.start(
            program,
            properties.temporal().namespace(),
            properties.temporal().devServer(),
            address -> TemporalDevServer.isReady(address, properties.temporal().namespace()));
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
    if (!hasEmbedded(TemporalServers.class.getClassLoader())) {
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
    EvergraphProperties.Temporal temporal = properties.temporal();
    TemporalOptions.Builder options =
        TemporalOptions.builder()
            .target(target)
            .namespace(temporal.namespace())
            .taskQueue(temporal.taskQueue())
            .worker(properties.worker().version())
            .lostWorkers(properties.worker().lostWorkers())
            .cacheBytes(properties.worker().stateCache().toBytes())
            .connectTimeout(temporal.connectTimeout())
            .inlineBytes(properties.blobs().inlineSize().toBytes())
            .metrics(metrics);
    Optional.ofNullable(properties.web().publicUrl())
        .map(url -> url.replaceFirst("/$", "") + properties.web().basePath())
        .ifPresent(options::links);
    Optional.ofNullable(blobs).ifPresent(options::blobs);
    Optional.ofNullable(store).ifPresent(options::store);
    Optional.ofNullable(bus).ifPresent(options::bus);
    Optional.ofNullable(cache).ifPresent(options::cache);
    savedThreads().ifPresent(options::checkpoints);
    Optional.ofNullable(temporal.apiKey()).ifPresent(options::apiKey);
    encryption().ifPresent(options::tls);
    return options.build();
  }

  private Optional<TemporalOptions.Checkpoints> savedThreads() {
    EvergraphProperties.Checkpoints asked = properties.checkpoints();
    if (checkpoints == null && (asked.idle() != null || asked.keepStopped() != null)) {
      String name = asked.idle() == null ? "keep-stopped" : "idle";
      throw new InvalidInputException(
          "evergraph.checkpoints." + name, "a store beside it: evergraph.checkpoints.type", "none");
    }
    return Optional.ofNullable(checkpoints)
        .map(it -> new TemporalOptions.Checkpoints(it, asked.idle(), asked.keepStopped()));
  }

  private Optional<TemporalOptions.Tls> encryption() {
    EvergraphProperties.Tls tls = properties.temporal().tls();
    boolean asked =
        tls.enabled()
            || properties.temporal().apiKey() != null
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
    Path given = devServer.program();
    return given == null
        ? Programs.find("temporal", searchPath)
        : Optional.of(executable(given, searchPath));
  }

  private static Path executable(Path program, @Nullable String searchPath) {
    return Files.isRegularFile(program) && Files.isExecutable(program)
        ? program
        : Optional.of(program)
            .filter(it -> it.getNameCount() == 1)
            .flatMap(it -> Programs.find(it.toString(), searchPath))
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "the temporal program (evergraph.temporal.dev-server.program)",
                        "a program that can be executed",
                        "'" + program + "'"));
  }

  private static boolean hasEmbedded(@Nullable ClassLoader classes) {
    return ClassUtils.isPresent(EMBEDDED, classes);
  }
}
