package io.evergraph.backend;

import io.evergraph.Ports;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A real PostgreSQL server on this machine that can be killed, and come back with its data. */
public final class OwnPostgres implements AutoCloseable {
  private final Path folder;
  private EmbeddedPostgres server;

  private OwnPostgres(Path folder) throws IOException {
    this.folder = folder;
    this.server = builder().setPort(Ports.free()).start();
  }

  /**
   * Starts one on a free port.
   *
   * @param folder an empty one for its data
   */
  public static OwnPostgres start(Path folder) throws IOException {
    return new OwnPostgres(folder);
  }

  private EmbeddedPostgres.Builder builder() {
    return EmbeddedPostgres.builder()
        .setDataDirectory(folder)
        .setCleanDataDirectory(false)
        .setServerConfig("synchronous_commit", "on"); // what was committed outlives a kill
  }

  public String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  /** Kills all its processes, as {@code kill -9} does. */
  public void kill() throws IOException {
    ProcessHandle main = main();
    List<ProcessHandle> all = Stream.concat(main.descendants(), Stream.of(main)).toList();
    all.forEach(ProcessHandle::destroyForcibly);
    all.forEach(it -> it.onExit().join());
  }

  private ProcessHandle main() throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("postmaster.pid"));
    return ProcessHandle.of(Long.parseLong(lines.get(0).strip())).orElseThrow();
  }

  /** Kills one of its processes: the server ends the others, recovers and goes on by itself. */
  public void killOneProcess() throws IOException {
    ProcessHandle one = main().children().findFirst().orElseThrow();
    one.destroyForcibly();
    one.onExit().join();
  }

  /** Starts it again after a kill, at the same port. */
  public void restart() throws IOException {
    int port = server.getPort();
    server.close(); // it is dead; its lock on the folder is not
    server = builder().setPort(port).start();
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
