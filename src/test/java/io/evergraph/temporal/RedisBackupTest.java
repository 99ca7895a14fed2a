package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.runtime.spi.CheckpointStore;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A copy of the append-only files of a Redis that runs is a backup, for a new Redis. */
@Tag("real")
@Tag("slow")
class RedisBackupTest extends BackupContract {
  private static final String FILES = "appendonlydir";

  @TempDir private Path folder;
  @TempDir private Path other;

  private OwnRedis server;
  private RedisCheckpointStore store;
  private OwnRedis newServer;
  private RedisCheckpointStore restored;

  @BeforeEach
  void startServer() throws IOException {
    server = OwnRedis.start(folder);
    store = RedisCheckpointStore.open(server.url());
  }

  @AfterEach
  void stopServers() throws IOException {
    store.close();
    server.close();
    restored.close();
    newServer.close();
  }

  @Override
  CheckpointStore store() {
    return store;
  }

  @Override
  CheckpointStore restored() throws IOException {
    backUp();
    newServer = OwnRedis.start(other);
    restored = RedisCheckpointStore.open(newServer.url());
    return restored;
  }

  /** Redis does not begin its files anew while they are copied. */
  private void backUp() throws IOException {
    try (RedisClient client = RedisClient.create(server.url());
        StatefulRedisConnection<String, String> connection = client.connect()) {
      RedisCommands<String, String> commands = connection.sync();
      assertThat(commands.configSet("auto-aof-rewrite-percentage", "0")).isEqualTo("OK");
      await().until(() -> commands.info("persistence").contains("aof_rewrite_in_progress:0"));
      copy(folder.resolve(FILES), other.resolve(FILES));
      assertThat(commands.configSet("auto-aof-rewrite-percentage", "100")).isEqualTo("OK");
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Override
  void leaveOthers() {
    try (RedisStore items = RedisStore.open(server.url())) {
      items.put(List.of("ann"), "note", Map.of("is", "kept"));
    }
  }

  @Override
  void assertThatTheOthersAreThere() {
    try (RedisStore items = RedisStore.open(newServer.url())) {
      assertThat(items.get(List.of("ann"), "note").orElseThrow().value())
          .isEqualTo(Map.of("is", "kept"));
    }
  }
}
