package io.evergraph.backend;

import io.evergraph.Ports;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import redis.embedded.RedisServer;

/** A real Redis server on this machine that keeps nothing on disk. */
public final class OwnRedis implements AutoCloseable {
  private static final String PROCESS_ID = "process_id:";

  private final int port;
  private RedisServer server;

  private OwnRedis(int port) throws IOException {
    this.port = port;
    this.server = begun(port);
  }

  /** Starts one on a free port. */
  public static OwnRedis start() throws IOException {
    return start(Ports.free());
  }

  /** Starts one on this port. */
  public static OwnRedis start(int port) throws IOException {
    return new OwnRedis(port);
  }

  private static RedisServer begun(int port) throws IOException {
    RedisServer begun =
        RedisServer.builder().port(port).setting("bind 127.0.0.1").setting("save \"\"").build();
    begun.start();
    return begun;
  }

  public String url() {
    return "redis://127.0.0.1:" + port;
  }

  /** Kills it as {@code kill -9} does. */
  public void kill() {
    ProcessHandle process = ProcessHandle.of(processId()).orElseThrow();
    process.destroyForcibly();
    process.onExit().join();
  }

  private long processId() {
    try (RedisClient client = RedisClient.create(url());
        StatefulRedisConnection<String, String> connection = client.connect()) {
      return connection
          .sync()
          .info("server")
          .lines()
          .filter(line -> line.startsWith(PROCESS_ID))
          .mapToLong(line -> Long.parseLong(line.substring(PROCESS_ID.length())))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Starts it again after a kill, at the same port and empty. */
  public void restart() throws IOException {
    server = begun(port);
  }

  @Override
  public void close() throws IOException {
    server.stop();
  }
}
