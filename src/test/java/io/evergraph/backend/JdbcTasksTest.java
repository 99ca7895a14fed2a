package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.evergraph.backend.jdbc.JdbcAdmissionLimits;
import io.evergraph.backend.jdbc.JdbcTaskRecords;
import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** On a real PostgreSQL. */
@Tag("real")
class JdbcTasksTest {
  private static EmbeddedPostgres server;
  private static DataSource database;
  private static JdbcTaskRecords records;
  private static JdbcTasks elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    database = server.getPostgresDatabase();
    records = new JdbcTaskRecords(database);
    elsewhere = open();
  }

  private static JdbcTasks open() {
    return JdbcTasks.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @AfterAll
  static void stopServer() throws IOException {
    elsewhere.close();
    server.close();
  }

  @Nested
  class Records extends TaskRecordsContract {
    @Override
    TaskRecords records() {
      return records;
    }

    @Override
    TaskRecords elsewhere() {
      return elsewhere.records();
    }
  }

  @Nested
  class Limits extends AdmissionLimitsContract {
    private final AdmissionLimits one =
        new JdbcAdmissionLimits(server.getPostgresDatabase(), CLOCK);
    private final AdmissionLimits two =
        new JdbcAdmissionLimits(server.getPostgresDatabase(), CLOCK);

    @Override
    AdmissionLimits limits() {
      return one;
    }

    @Override
    AdmissionLimits elsewhere() {
      return two;
    }

    /** Returns how often somebody was put among those who wait: each takes a number. */
    @Override
    long work() {
      return JdbcClient.create(server.getPostgresDatabase())
          .sql("SELECT last_value FROM evergraph_waiting_arrival_seq")
          .query(Long.class)
          .single();
    }
  }

  private static TaskRecord pending(String id) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return new TaskRecord(
        id, "support", "ann", "t", "r", Map.of(), Map.of(), TaskState.PENDING, null, now, now);
  }

  @ParameterizedTest
  @EnumSource
  void shouldKeepARecordThoughItsCallerTakesEverythingBack(Caller caller) throws SQLException {
    String id = "kept-for-" + caller;
    caller.takesBack(database, () -> records.create(pending(id)));

    assertThat(records.find(id)).isPresent();
  }

  @Test
  void shouldWithdrawARecordWhoseInsertCommitsLater() throws Exception {
    TaskRecord task = pending("in-doubt");
    TaskRecordChange refusal = TaskRecordChange.to(TaskState.CANCELLED, "The request was refused.");
    try (Connection doubtful = database.getConnection()) {
      doubtful.setAutoCommit(false);
      insert(doubtful, task);

      CompletableFuture<Void> withdrawal =
          CompletableFuture.runAsync(() -> records.withdraw(task.after(refusal, Instant.now())));
      await().until(() -> withdrawal.isDone() || isSomebodyWaitingForALock());
      doubtful.commit();

      withdrawal.join();
    }
    assertThat(records.find(task.id())).map(TaskRecord::state).contains(TaskState.CANCELLED);
  }

  private static void insert(Connection connection, TaskRecord task) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO evergraph_task VALUES"
                + " (?, 'support', 'ann', 't', 'r', '{}', '{}', 'PENDING', NULL, now(), now(), now())")) {
      insert.setString(1, task.id());
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
  }

  private static boolean isSomebodyWaitingForALock() {
    return JdbcClient.create(database)
        .sql("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        .query(Boolean.class)
        .single();
  }

  @Test
  void shouldTakeOverTheOthersBesideARecordThatCannotBeRead() {
    records.create(pending("unreadable"));
    records.create(pending("beside-it"));
    assertThat(
            JdbcClient.create(database)
                .sql("UPDATE evergraph_task SET input = '{\"n\": 1e5000}' WHERE id = 'unreadable'")
                .update())
        .isEqualTo(1);

    await()
        .until(
            () ->
                records.adopt(Duration.ofMillis(1), List.of("support"), 10_000).stream()
                    .anyMatch(it -> it.id().equals("beside-it")));

    assertThat(records.deleteOf("t")).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"input = '{\"n\": 1e5000}'", "context = '[]'", "state = 'ASLEEP'"})
  void shouldNameTheRecordThatCannotBeRead(String damage) {
    records.create(pending("damaged"));
    JdbcClient client = JdbcClient.create(database);
    assertThat(client.sql("UPDATE evergraph_task SET " + damage + " WHERE id = 'damaged'").update())
        .isEqualTo(1);

    assertThatThrownBy(() -> records.find("damaged"))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("the record of task damaged");
    assertThatThrownBy(() -> records.list(TaskQuery.all().ofThread("t")))
        .isInstanceOf(InvalidValueException.class)
        .hasMessageContaining("the record of task damaged");

    assertThat(records.deleteOf("t")).isPositive();
  }

  /** More than a statement has parameters. */
  @Test
  void shouldKeepAnyNumberOfTasks() {
    records.create(pending("held"));
    records.create(pending("let-go"));
    List<String> held =
        IntStream.rangeClosed(0, 70_000)
            .mapToObj(number -> number == 0 ? "held" : "t" + number)
            .toList();
    elsewhere.limits().renew(held, Duration.ofMinutes(1));
    await()
        .untilAsserted(
            () -> {
              records.keep(held); // right before: on a busy machine half a second is soon over
              assertThat(records.adopt(Duration.ofMillis(500), List.of("support"), 10_000))
                  .extracting(TaskRecord::id)
                  .contains("let-go")
                  .doesNotContain("held");
            });
  }

  @Test
  void shouldRemoveRecordsOfTasksThatAreOver() {
    records.create(pending("over"));
    assertThat(records.change("over", TaskState.PENDING, TaskRecordChange.to(TaskState.FINISHED)))
        .isPresent();
    records.create(pending("pending"));

    assertThat(records.deleteOverBefore(Instant.now().plusSeconds(60))).isPositive();

    assertThat(records.find("over")).isEmpty();
    assertThat(records.find("pending")).isPresent();
  }

  @Test
  void shouldRefuseConnectionsWhoseIsolationHidesWhoCameMeanwhile() {
    try (HikariDataSource pool = new HikariDataSource()) {
      pool.setDataSource(server.getPostgresDatabase());
      pool.setTransactionIsolation("TRANSACTION_REPEATABLE_READ");

      assertThatThrownBy(() -> new JdbcTasks(pool))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("transaction-isolation=TRANSACTION_READ_COMMITTED")
          .hasMessageContaining("repeatable read");
    }
  }

  @Test
  void shouldSetTheIsolationOfConnectionsOfItsOwn() {
    String url = server.getJdbcUrl("postgres", "postgres");
    String serializable = "&options=-c%20default_transaction_isolation=serializable";
    AdmissionLimits.Place place = new AdmissionLimits.Place("of-own-connections", 1);
    AdmissionLimits.Entrant who = new AdmissionLimits.Entrant("who", 0, List.of(place));

    try (JdbcTasks tasks = JdbcTasks.open(url + serializable, "postgres", "postgres")) {
      assertThat(tasks.limits().enter(List.of(who), Duration.ofMinutes(1), Duration.ZERO))
          .isEmpty();
    }
  }

  @Test
  @Tag("slow")
  void shouldNotWaitForOneThatHasGoneSilentWhileItCounts() throws Exception {
    Duration window = Duration.ofMinutes(10);
    assertThat(elsewhere.limits().take("silent", 9, window)).isEmpty();
    try (SilentProxy proxy = new SilentProxy(server.getPort());
        JdbcTasks far =
            JdbcTasks.open(
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres",
                "postgres",
                "postgres")) {
      try (Connection holding = database.getConnection();
          Statement statement = holding.createStatement()) {
        holding.setAutoCommit(false);
        statement.execute("SELECT * FROM evergraph_budget FOR UPDATE");
        CompletableFuture<Void> unused =
            CompletableFuture.runAsync(() -> far.limits().take("silent", 9, window));
        await().until(JdbcTasksTest::isSomebodyWaitingForALock);
        proxy.silence();
        holding.commit();
      }

      assertThat(elsewhere.limits().take("silent", 9, window)).isEmpty();
    }
  }

  @Test
  void shouldSayThatTheDatabaseCannotHoldTheNameOfABudget() {
    assertThatThrownBy(() -> elsewhere.limits().take("user a\0b", 1, Duration.ofMinutes(1)))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldSayThatTheDatabaseIsGone() {
    JdbcTasks closed = open();
    closed.close();

    assertThatThrownBy(() -> closed.records().list(TaskQuery.all()))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> closed.limits().take("k", 1, Duration.ofMinutes(1)))
        .isInstanceOf(StoreUnavailableException.class);
    assertThatThrownBy(() -> closed.limits().enter(List.of(), Duration.ofMinutes(1), Duration.ZERO))
        .isInstanceOf(StoreUnavailableException.class);
  }
}
