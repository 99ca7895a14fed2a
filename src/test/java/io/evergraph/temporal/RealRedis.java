package io.evergraph.temporal;

import io.evergraph.Ports;
import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A Redis server that carries emissions and holds the store for all processes of a folder. */
record RealRedis(OwnRedis server) implements AutoCloseable {
  private static final String ADDRESS = ".redis";

  static RealRedis start(Path folder) throws IOException {
    int port = Ports.free();
    OwnRedis server = OwnRedis.start(port);
    Files.writeString(folder.resolve(ADDRESS), "redis://127.0.0.1:" + port);
    return new RealRedis(server);
  }

  /** Options of the connections of a folder's processes, whether it has a server or not. */
  static TemporalOptions.Builder optionsFor(Path folder) {
    Path address = folder.resolve(ADDRESS);
    TemporalOptions.Builder options = TemporalOptions.builder();
    if (!Files.exists(address)) {
      return options;
    }
    try {
      String url = Files.readString(address);
      return options.bus(RedisEventBus.open(url)).store(RedisStore.open(url));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Closes what the options of a connection have opened. */
  static void release(TemporalConnection connection) {
    if (connection.options().bus() instanceof RedisEventBus bus) {
      bus.close();
      ((RedisStore) connection.store()).close();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
