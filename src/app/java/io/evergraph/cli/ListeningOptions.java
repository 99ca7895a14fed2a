package io.evergraph.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where a process answers over HTTP: options of every command that can. */
final class ListeningOptions {
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

  /** Returns whether a port was named. */
  boolean namesPort() {
    return port != null;
  }

  /** Returns how the process is reached from this machine; empty when the port is not known yet. */
  Optional<String> url() {
    return Optional.ofNullable(port)
        .filter(given -> given > 0)
        .map(given -> Banner.url(host == null ? LOOPBACK : host, given));
  }

  /**
   * Returns what was given as properties of the application; what was not given is absent.
   *
   * @throws CommandFailedException when the port is none
   */
  Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    if (port != null) {
      properties.put("server.port", checked(port));
    }
    if (host != null) {
      properties.put("server.address", host);
    }
    return properties;
  }

  private static int checked(int number) {
    if (number < 0 || number > LARGEST_PORT) {
      throw new CommandFailedException(
          "Expected a number from 0 to " + LARGEST_PORT + " as --port but found " + number + ".");
    }
    return number;
  }
}
