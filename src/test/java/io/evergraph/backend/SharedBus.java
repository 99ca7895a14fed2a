package io.evergraph.backend;

import io.evergraph.Ports;
import io.evergraph.backend.jdbc.JdbcEventBus;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.runtime.spi.EventBus;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.function.Supplier;

/** The back-ends that carry emissions between processes, each with a real server of its own. */
public enum SharedBus {
  REDIS {
    @Override
    public Server start() throws IOException {
      int port = Ports.free();
      return new Server(
          OwnRedis.start(port), () -> connection(RedisEventBus.open("redis://127.0.0.1:" + port)));
    }
  },
  POSTGRES {
    @Override
    public Server start() throws IOException {
      EmbeddedPostgres server = EmbeddedPostgres.builder().setPort(Ports.free()).start();
      String url = server.getJdbcUrl("postgres", "postgres");
      return new Server(server, () -> connection(JdbcEventBus.open(url, "postgres", "postgres")));
    }
  };

  public abstract Server start() throws IOException;

  private static <B extends EventBus & AutoCloseable> Connection connection(B bus) {
    return new Connection(bus, bus);
  }

  /** A server. Every process that uses it has a connection of its own. */
  public record Server(AutoCloseable process, Supplier<Connection> connections)
      implements AutoCloseable {
    public Connection connect() {
      return connections.get();
    }

    @Override
    public void close() throws Exception {
      process.close();
    }
  }

  /** The bus of one process. */
  public record Connection(EventBus bus, AutoCloseable held) implements AutoCloseable {
    @Override
    public void close() {
      try {
        held.close();
      } catch (Exception failure) {
        throw new IllegalStateException(failure);
      }
    }
  }
}
