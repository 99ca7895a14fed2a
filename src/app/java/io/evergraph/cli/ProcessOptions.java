package io.evergraph.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.WebApplicationType;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class ProcessOptions {
  private static final int LARGEST_PORT = 65_535;
  private static final String LOOPBACK = "127.0.0.1";

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port to listen on; 0 takes a free one.")
  private @Nullable Integer port;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "The address to listen on; 127.0.0.1 if not given.")
  private @Nullable String host;

  @Option(
      names = "--deployment",
      paramLabel = "NAME",
      description = "The deployment of this worker, where the server is to keep builds apart.")
  private @Nullable String deployment;

  @Option(
      names = "--build-id",
      paramLabel = "ID",
      description = "The build of this worker within its deployment.")
  private @Nullable String buildId;

  @Option(
      names = "--versioning",
      paramLabel = "pinned|auto-upgrade",
      description =
          "Threads end with the build they began with, or go on with the current one;"
              + " auto-upgrade if not given.")
  private @Nullable String versioning;

  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  WebApplicationType webWhenPortIsNamed() {
    if (port == null && host != null) {
      throw new CommandFailedException("Give --host with --port only: nothing listens without it.");
    }
    return port == null ? WebApplicationType.NONE : WebApplicationType.SERVLET;
  }

  /** Returns where people reach the process, as far as that is known: not on all addresses. */
  Optional<String> url() {
    String named = host == null ? LOOPBACK : host;
    return Optional.ofNullable(port)
        .filter(given -> given > 0 && !Banner.isAny(named))
        .map(given -> Banner.url(named, given));
  }

  Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>(temporal.properties());
    put(properties, "evergraph.worker.deployment-name", deployment);
    put(properties, "evergraph.worker.build-id", buildId);
    put(properties, "evergraph.worker.versioning", versioning);
    put(properties, "server.port", port == null ? null : checked(port));
    put(properties, "server.address", host);
    return properties;
  }

  private static void put(Map<String, Object> properties, String name, @Nullable Object value) {
    if (value != null) {
      properties.put(name, value);
    }
  }

  private static int checked(int number) {
    if (number < 0 || number > LARGEST_PORT) {
      throw new CommandFailedException(
          "Expected a number from 0 to " + LARGEST_PORT + " as --port but found " + number + ".");
    }
    return number;
  }
}
