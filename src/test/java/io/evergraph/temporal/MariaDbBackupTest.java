package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.OwnMariaDb;
import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.runtime.spi.CheckpointStore;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A dump of the rows of MariaDB, by its own programs, is a backup, for an empty database. */
@Tag("real")
@Tag("slow")
class MariaDbBackupTest extends BackupContract {
  private static OwnMariaDb server;
  private static JdbcCheckpointStore store;
  private static JdbcCheckpointStore restored;

  @TempDir private Path folder;

  @BeforeAll
  static void startServer() throws Exception {
    server = OwnMariaDb.begin();
    server.createDB("agents");
    server.createDB("restored");
    store = JdbcCheckpointStore.open(server.url("agents"), "root", "");
  }

  @AfterAll
  static void stopServer() throws Exception {
    store.close();
    restored.close();
    server.stop();
  }

  @Override
  CheckpointStore store() {
    return store;
  }

  @Override
  CheckpointStore restored() throws Exception {
    File backup = folder.resolve("backup.sql").toFile();
    run(
        command(
                "mariadb-dump",
                "--no-create-info",
                "agents",
                "evergraph_saved_thread",
                "evergraph_saved_part")
            .redirectOutput(backup));
    restored = JdbcCheckpointStore.open(server.url("restored"), "root", "");
    run(command("mariadb", "restored").redirectInput(backup));
    return restored;
  }

  private ProcessBuilder command(String name, String... words) {
    List<String> all = new ArrayList<>();
    all.add(server.program(name).toString());
    all.addAll(List.of("--host=127.0.0.1", "--port=" + server.port(), "--user=root"));
    all.addAll(List.of(words));
    return new ProcessBuilder(all);
  }

  private void run(ProcessBuilder program) throws Exception {
    File errors = folder.resolve("errors.txt").toFile();
    Process process = program.redirectError(errors).start();
    assertThat(process.waitFor()).as(program.command() + ", see " + errors).isZero();
  }

  @Override
  void leaveOthers() {
    // on MariaDB there is nothing else
  }

  @Override
  void assertThatTheOthersAreThere() {
    // on MariaDB there is nothing else
  }
}
