package io.evergraph.demo.chaos;

import io.evergraph.demo.chaos.Fault.Outage;
import io.evergraph.spring.EvergraphProperties;
import io.evergraph.spring.TemporalDevServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Instant;
import java.util.Random;

/** A Temporal server that is killed and comes back at the same address with the same database. */
final class CrashingServer implements AutoCloseable {
  // Systems hand out ports above: a client that calls a dead server could be given the server's own
  private static final int FIRST_PORT = 20_000;
  private static final int LAST_PORT = 30_000;
  private static final Random RANDOM = new Random();

  private final Chaos.Programs programs;
  private final EvergraphProperties.DevServer settings;
  private TemporalDevServer server;
  private boolean closed;

  CrashingServer(Chaos.Programs programs) {
    this.programs = programs;
    this.settings =
        new EvergraphProperties.DevServer(
            true, programs.temporal(), programs.folder().resolve("temporal"), port(), port());
    this.server = TemporalDevServer.start(programs.temporal(), settings);
  }

  private static int port() {
    while (true) {
      int port = FIRST_PORT + RANDOM.nextInt(LAST_PORT - FIRST_PORT);
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return port;
      } catch (IOException taken) {
        // the next one, then
      }
    }
  }

  synchronized String address() {
    return server.address();
  }

  /** Kills the server as {@code kill -9} does, starts the next one, and returns when it answers. */
  synchronized Outage crash() {
    if (closed) {
      throw new IllegalStateException("Expected a running server, found that it was closed.");
    }
    String before = address();
    Instant at = Instant.now();
    server.kill();
    server = TemporalDevServer.start(programs.temporal(), settings);
    if (!address().equals(before)) {
      throw new IllegalStateException(
          "Expected the server at %s again, found it at %s: the port was taken meanwhile."
              .formatted(before, address()));
    }
    return new Outage(at, Instant.now());
  }

  @Override
  public synchronized void close() {
    closed = true;
    server.close();
  }
}
