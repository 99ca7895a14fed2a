package io.evergraph.demo.chaos;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.jdbc.JdbcTasks;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/**
 * A PostgreSQL that holds checkpoints and records of tasks, and a Redis that holds emissions and
 * results of nodes: for all processes of a run, and killed in turns.
 */
final class CrashingStores implements AutoCloseable {
  private static final String USER = "postgres";

  /** Longer than a restart takes, so that what needs the store meets its absence. */
  private static final Duration AWAY = Duration.ofSeconds(3);

  private final String jdbcUrl;
  private final String redisUrl;
  private final List<CrashingStore> stores = new ArrayList<>();
  private final List<CompletableFuture<Fault>> outages = new ArrayList<>();

  /**
   * Starts both.
   *
   * @throws IOException if there is no free port
   */
  CrashingStores(Chaos.Stores programs, Path folder) throws IOException, InterruptedException {
    int postgres = freePort();
    int redis = freePort();
    this.jdbcUrl = "jdbc:postgresql://127.0.0.1:" + postgres + "/postgres";
    this.redisUrl = "redis://127.0.0.1:" + redis;
    try {
      start("PostgreSQL", programs.postgres(), "-p", postgres, folder);
      start("Redis", programs.redis(), "--port", redis, folder);
    } catch (RuntimeException failure) {
      close();
      throw failure;
    }
  }

  private void start(String name, List<String> words, String flag, int port, Path folder)
      throws InterruptedException {
    List<String> command =
        Stream.concat(words.stream(), Stream.of(flag, String.valueOf(port))).toList();
    boolean isRedis = name.equals("Redis");
    stores.add(
        new CrashingStore(
            name,
            command,
            folder.resolve(name + ".log"),
            () -> isRedis ? redisAnswers() : databaseAnswers()));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean databaseAnswers() throws Exception {
    try (Connection connection = DriverManager.getConnection(jdbcUrl, USER, "")) {
      return connection.isValid(1);
    }
  }

  private boolean redisAnswers() {
    try (RedisClient client = RedisClient.create(redisUrl)) {
      return client.connect().sync().ping().equals("PONG");
    }
  }

  /** Returns what a worker process is told, as variables of its environment. */
  Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    variables.put("EVERGRAPH_CHECKPOINTS_TYPE", "jdbc");
    variables.put("EVERGRAPH_CHECKPOINTS_JDBC_URL", jdbcUrl);
    variables.put("EVERGRAPH_CHECKPOINTS_JDBC_USERNAME", USER);
    variables.put("EVERGRAPH_EMISSIONS_TYPE", "redis");
    variables.put("EVERGRAPH_EMISSIONS_REDISURL", redisUrl);
    variables.put("EVERGRAPH_CACHE_TYPE", "redis");
    variables.put("EVERGRAPH_CACHE_REDISURL", redisUrl);
    return variables;
  }

  JdbcCheckpointStore checkpoints() {
    return JdbcCheckpointStore.open(jdbcUrl, USER, "");
  }

  JdbcTasks tasks() {
    return JdbcTasks.open(jdbcUrl, USER, "");
  }

  String redisUrl() {
    return redisUrl;
  }

  /** Begins to kill the next one; it comes back by itself. */
  void crashNext() {
    CrashingStore victim = stores.get(outages.size() % stores.size());
    outages.add(
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return victim.crash(AWAY);
              } catch (InterruptedException stop) {
                throw new IllegalStateException(stop);
              }
            }));
  }

  int crashes() {
    return outages.size();
  }

  /** Waits until all that were killed are back. */
  List<Fault> awaitBack() {
    return outages.stream().map(CompletableFuture::join).toList();
  }

  @Override
  public void close() {
    stores.forEach(CrashingStore::close);
  }
}
