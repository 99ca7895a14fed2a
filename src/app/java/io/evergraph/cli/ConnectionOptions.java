package io.evergraph.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

final class ConnectionOptions {
  private static final String PREFIX = "evergraph.temporal.";
  private static final String BLOBS = "evergraph.blobs.";

  /** The server inside the process; a target that a file names would contradict it. */
  static final Map<String, Object> EMBEDDED =
      Map.of(PREFIX + "embedded", true, PREFIX + "target", "");

  @Option(
      names = "--temporal",
      paramLabel = "HOST:PORT",
      description = "The Temporal server to use.")
  private @Nullable String target;

  @Option(
      names = "--namespace",
      paramLabel = "NAME",
      description = "The namespace on that server; `default` if not given.")
  private @Nullable String namespace;

  @Option(
      names = "--task-queue",
      paramLabel = "NAME",
      description = "The task queue of the workers; `evergraph` if not given.")
  private @Nullable String taskQueue;

  @Option(
      names = "--api-key",
      paramLabel = "KEY",
      description =
          "The API key of Temporal Cloud; better given as EVERGRAPH_TEMPORAL_APIKEY in the"
              + " environment.")
  private @Nullable String apiKey;

  @Option(names = "--tls", description = "Encrypt the connection.")
  private boolean tls;

  @Option(names = "--tls-cert", paramLabel = "FILE", description = "The client's certificate, PEM.")
  private @Nullable Path certificate;

  @Option(names = "--tls-key", paramLabel = "FILE", description = "The client's private key, PEM.")
  private @Nullable Path key;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "The certificates to trust, PEM; the system's if not given.")
  private @Nullable Path ca;

  @Option(
      names = "--tls-server-name",
      paramLabel = "NAME",
      description = "The name to expect in the server's certificate.")
  private @Nullable String serverName;

  @Option(
      names = "--embedded",
      description = "Use the Temporal server inside this process: nothing survives its end.")
  private boolean embedded;

  @Option(
      names = "--blobs",
      paramLabel = "WHERE",
      description =
          "Where values are kept that are too large to be sent: a folder, or a database as"
              + " jdbc:postgresql://HOST:PORT/NAME; the same for all processes.")
  private @Nullable String blobs;

  boolean namesServer() {
    return target != null;
  }

  Map<String, Object> properties() {
    if (embedded && target != null) {
      throw new CommandFailedException("Give either --temporal or --embedded, not both.");
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    put(properties, "target", target);
    put(properties, "namespace", namespace);
    put(properties, "task-queue", taskQueue);
    put(properties, "api-key", apiKey);
    put(properties, "tls.enabled", tls ? true : null);
    put(properties, "tls.certificate", readable("--tls-cert", certificate));
    put(properties, "tls.key", readable("--tls-key", key));
    put(properties, "tls.ca", readable("--tls-ca", ca));
    put(properties, "tls.server-name", serverName);
    properties.putAll(largeValues());
    if (embedded) {
      properties.putAll(EMBEDDED);
    } else if (target != null) {
      put(properties, "embedded", false);
    }
    return properties;
  }

  /** Returns where large values are, which no server tells. */
  Map<String, Object> largeValues() {
    if (blobs == null) {
      return Map.of();
    }
    return blobs.startsWith("jdbc:")
        ? Map.of(BLOBS + "store", "jdbc", BLOBS + "jdbc.url", blobs)
        : Map.of(BLOBS + "store", "file", BLOBS + "directory", blobs);
  }

  private static void put(Map<String, Object> properties, String name, @Nullable Object value) {
    Optional.ofNullable(value).ifPresent(given -> properties.put(PREFIX + name, given.toString()));
  }

  private static @Nullable Path readable(String option, @Nullable Path file) {
    return file == null ? null : Arguments.readable(option, file);
  }
}
