package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.jdbc.JdbcStore;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Processes that start together find an empty database, and each of them makes its tables. */
@Tag("real")
class TablesMadeAtOnceTest {
  private static final int PROCESSES = 6;
  private static final int DATABASES = 4;

  @Test
  void shouldOpenAnEmptyDatabaseFromSeveralProcessesAtOnce() throws Exception {
    ExecutorService processes = Executors.newFixedThreadPool(PROCESSES);
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      for (int number = 0; number < DATABASES; number++) {
        DataSource database = newDatabase(server, "empty" + number);

        List<Future<JdbcStore>> opened = processes.invokeAll(atOnce(database));

        for (Future<JdbcStore> store : opened) {
          assertThat(store.get()).isNotNull();
        }
      }
    } finally {
      processes.shutdownNow();
    }
  }

  private static DataSource newDatabase(EmbeddedPostgres server, String name) throws IOException {
    JdbcClient.create(server.getPostgresDatabase()).sql("CREATE DATABASE " + name).update();
    return server.getDatabase("postgres", name);
  }

  private static List<Callable<JdbcStore>> atOnce(DataSource database) {
    CyclicBarrier start = new CyclicBarrier(PROCESSES);
    Stream<Callable<JdbcStore>> openings =
        IntStream.range(0, PROCESSES)
            .mapToObj(
                any ->
                    () -> {
                      int unused = start.await();
                      return new JdbcStore(database);
                    });
    return openings.toList();
  }
}
