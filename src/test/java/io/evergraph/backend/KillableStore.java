package io.evergraph.backend;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.runtime.spi.CheckpointStore;
import java.io.IOException;
import java.nio.file.Path;

/** A real server of a checkpoint store that is killed and comes back, with its data or empty. */
public interface KillableStore extends AutoCloseable {
  /**
   * Starts one, {@code redis}, {@code jdbc}, or {@code redis-without-disk}, which comes back empty.
   *
   * @param folder an empty one for its data
   */
  static KillableStore start(String kind, Path folder) throws IOException {
    return switch (kind) {
      case "redis" -> new Redis(OwnRedis.start(folder));
      case "redis-without-disk" -> new Redis(OwnRedis.start());
      case "jdbc" -> new Postgres(OwnPostgres.start(folder));
      default -> throw new IllegalArgumentException(kind);
    };
  }

  /** Opens the store. */
  Opened open();

  /** Kills the server as {@code kill -9} does. */
  void kill() throws IOException;

  /** Starts it again, at the same address. */
  void restart() throws IOException;

  @Override
  void close() throws IOException;

  /** A store with connections of its own. */
  record Opened(CheckpointStore store, Runnable onClose) implements AutoCloseable {
    @Override
    public void close() {
      onClose.run();
    }
  }

  /** A Redis. */
  record Redis(OwnRedis server) implements KillableStore {
    @Override
    public Opened open() {
      RedisCheckpointStore store = RedisCheckpointStore.open(server.url());
      return new Opened(store, store::close);
    }

    @Override
    public void kill() {
      server.kill();
    }

    @Override
    public void restart() throws IOException {
      server.restart();
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }

  /** A PostgreSQL. */
  record Postgres(OwnPostgres server) implements KillableStore {
    @Override
    public Opened open() {
      JdbcCheckpointStore store = JdbcCheckpointStore.open(server.url(), "postgres", "postgres");
      return new Opened(store, store::close);
    }

    @Override
    public void kill() throws IOException {
      server.kill();
    }

    @Override
    public void restart() throws IOException {
      server.restart();
    }

    @Override
    public void close() throws IOException {
      server.close();
    }
  }
}
