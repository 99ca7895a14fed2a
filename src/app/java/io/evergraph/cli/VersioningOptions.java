package io.evergraph.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The build that the worker of a process is of. */
final class VersioningOptions {
  private static final String PREFIX = "evergraph.worker.";

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

  /** Returns what was given as properties of the application. */
  Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    put(properties, "deployment-name", deployment);
    put(properties, "build-id", buildId);
    put(properties, "versioning", versioning);
    return properties;
  }

  private static void put(Map<String, Object> properties, String name, @Nullable String value) {
    Optional.ofNullable(value).ifPresent(given -> properties.put(PREFIX + name, given));
  }
}
