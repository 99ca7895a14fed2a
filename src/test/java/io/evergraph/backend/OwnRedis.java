package io.evergraph.backend;

import io.evergraph.Ports;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import redis.embedded.RedisServer;
import redis.embedded.RedisServerBuilder;

/** A real Redis server on this machine that keeps its data in a folder, or nothing on disk. */
public final class OwnRedis implements AutoCloseable {
  private static final String PROCESS_ID = "process_id:";

  private final int port;
  private final @Nullable Path folder;
  private RedisServer server;

  private OwnRedis(int port, @Nullable Path folder) throws IOException {
    this.port = port;
    this.folder = folder;
    this.server = begun();
  }

  /** Starts one on a free port. */
  public static OwnRedis start() throws IOException {
    return start(Ports.free());
  }

  /** Starts one on this port. */
  public static OwnRedis start(int port) throws IOException {
    return new OwnRedis(port, null);
  }

  /**
   * Starts one on a free port that writes each change to an append-only file before it answers.
   *
   * @param folder holds the file; what is there already is read first
   */
  public static OwnRedis start(Path folder) throws IOException {
    return new OwnRedis(Ports.free(), folder);
  }

  private RedisServer begun() throws IOException {
    RedisServerBuilder builder =
        RedisServer.builder().port(port).setting("bind 127.0.0.1").setting("save \"\"");
    if (folder != null) {
      builder
          .setting("dir " + folder.toAbsolutePath())
          .setting("appendonly yes")
          .setting("appendfsync always");
    }
    RedisServer begun = builder.build();
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

  /** Starts it again after a kill, at the same port: with its data, or empty if it keeps none. */
  public void restart() throws IOException {
    server = begun();
  }

  @Override
  public void close() throws IOException {
    server.stop();
  }
}
