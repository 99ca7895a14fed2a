package io.evergraph.spring;

import io.evergraph.runtime.RuntimeInfo.Durability;
import io.evergraph.temporal.connection.TemporalConnection;
import java.util.List;
import java.util.Optional;

/**
 * The Temporal server that an application runs on. Closing it closes the connection, and stops the
 * server if it was started for this application.
 *
 * @param connection the connection to it
 * @param description what it is, in words
 * @param durability whether what runs on it survives this process
 * @param uiUrl where its web pages are
 * @param parts what to close, in order
 */
public record TemporalServer(
    TemporalConnection connection,
    String description,
    Durability durability,
    Optional<String> uiUrl,
    List<AutoCloseable> parts)
    implements AutoCloseable {
  public TemporalServer {
    parts = List.copyOf(parts);
  }

  @Override
  public void close() throws Exception {
    for (AutoCloseable part : parts) {
      part.close();
    }
  }
}
