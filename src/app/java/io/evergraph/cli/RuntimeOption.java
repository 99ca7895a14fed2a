package io.evergraph.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Which runtime a command uses for its own runs: memory, or Temporal with its options. */
final class RuntimeOption {
  @Option(
      names = "--runtime",
      paramLabel = "memory|temporal",
      description =
          "What runs the graphs; memory if nothing is given; temporal without --temporal is the"
              + " embedded server.")
  private @Nullable Kind given;

  @Mixin private final ConnectionOptions temporal = new ConnectionOptions();

  ConnectionOptions connection() {
    return temporal;
  }

  /** Returns whether memory was asked for, not only taken because nothing was given. */
  boolean asksForMemory() {
    return given == Kind.MEMORY;
  }

  Kind kind() {
    Kind meant = temporal.properties().isEmpty() ? Kind.MEMORY : Kind.TEMPORAL;
    return Optional.ofNullable(given).orElse(meant);
  }

  Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>(temporal.properties());
    properties.put("evergraph.runtime", kind().name());
    if (kind() == Kind.TEMPORAL && !temporal.namesServer()) {
      properties.putAll(ConnectionOptions.EMBEDDED);
    }
    return properties;
  }

  enum Kind {
    MEMORY,
    TEMPORAL
  }
}
