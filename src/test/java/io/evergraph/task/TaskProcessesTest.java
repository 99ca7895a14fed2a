package io.evergraph.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Two processes on one PostgreSQL, of which one may be killed. */
@Tag("real")
class TaskProcessesTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TempDir Path folder;
  private static EmbeddedPostgres server;
  private JdbcTasks tasks;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @BeforeEach
  void emptyDatabase() {
    int unused =
        JdbcClient.create(server.getPostgresDatabase())
            .sql("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            .update();
    tasks = JdbcTasks.open(url(), "postgres", "postgres");
  }

  @AfterEach
  void closeTasks() {
    tasks.close();
  }

  private static String url() {
    return server.getJdbcUrl("postgres", "postgres");
  }

  private void awaitFile(String name) {
    await().atMost(LONGEST).until(() -> Files.exists(folder.resolve(name)));
  }

  /** Returns how often each answer came, to this process and the other. */
  private Map<String, Long> raced(AgentTaskOrchestrator desk, String users) throws IOException {
    awaitFile("ready");
    Files.createFile(folder.resolve("start"));
    Map<String, Long> answers = new HashMap<>(TaskProcess.race(desk, TaskProcess.users(users)));
    awaitFile("answers");
    String theirs = Files.readString(folder.resolve("answers")).replaceAll("[{} ]", "");
    for (String answer : theirs.split(",")) {
      String[] pair = answer.split("=");
      answers.merge(pair[0], Long.parseLong(pair[1]), Long::sum);
    }
    return answers;
  }

  @Test
  void shouldHoldTheLimitsOfAUserOverTwoProcesses() throws Exception {
    Process other = TaskProcess.start(url(), 100, "one", folder);
    try (AgentTaskOrchestrator desk = TaskProcess.desk(tasks, new Agents(), 100)) {
      assertThat(raced(desk, "one"))
          .containsOnly(
              Map.entry("accepted", 5L),
              Map.entry("user_concurrency", 25L),
              Map.entry("user_rate", 50L));
      assertThat(desk.tasks(TaskQuery.all())).hasSize(5);
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldHoldTheCapacityOverTwoProcesses() throws Exception {
    Process other = TaskProcess.start(url(), 7, "their", folder);
    try (AgentTaskOrchestrator desk = TaskProcess.desk(tasks, new Agents(), 7)) {
      assertThat(raced(desk, "our"))
          .containsOnly(Map.entry("accepted", 7L), Map.entry("total_capacity", 73L));
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void shouldGiveBackWhatAKilledProcessHeld() throws Exception {
    Process other = TaskProcess.start(url(), 7, "their", folder);
    try (AgentTaskOrchestrator desk = TaskProcess.desk(tasks, new Agents(), 7)) {
      awaitFile("ready");
      Files.createFile(folder.resolve("start"));
      awaitFile("answers");
      assertThat(TaskProcess.race(desk, TaskProcess.users("our")))
          .containsOnly(Map.entry("total_capacity", 40L));

      other.destroyForcibly().waitFor();

      await().atMost(LONGEST).until(() -> left(desk).isEmpty());
      assertThat(TaskProcess.race(desk, TaskProcess.users("new")))
          .containsOnly(Map.entry("accepted", 7L), Map.entry("total_capacity", 33L));
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  private static List<TaskRecord> left(AgentTaskOrchestrator desk) {
    return desk.tasks(TaskQuery.all()).stream().filter(task -> !task.state().isOver()).toList();
  }
}
