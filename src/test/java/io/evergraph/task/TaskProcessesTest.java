package io.evergraph.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Two processes on one PostgreSQL, of which one may be killed. */
@Tag("real")
@Tag("slow")
class TaskProcessesTest extends TaskProcesses {
  private static EmbeddedPostgres server;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @Override
  String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  @Override
  void empty() {
    int unused =
        JdbcClient.create(server.getPostgresDatabase())
            .sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            .update();
  }

  @Override
  void requireRecords(AgentTaskOrchestrator desk, int expected) {
    assertThat(desk.tasks(TaskQuery.all())).hasSize(expected);
  }

  @Override
  void awaitGivenBack(AgentTaskOrchestrator desk, TaskPlace place) {
    await().atMost(LONGEST).until(() -> left(desk).isEmpty());
  }

  private static List<TaskRecord> left(AgentTaskOrchestrator desk) {
    return desk.tasks(TaskQuery.all()).stream().filter(task -> !task.state().isOver()).toList();
  }
}
