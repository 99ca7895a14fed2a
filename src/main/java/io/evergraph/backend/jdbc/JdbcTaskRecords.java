package io.evergraph.backend.jdbc;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.InvalidValueException;
import io.evergraph.runtime.LogContents;
import io.evergraph.runtime.codec.PlainJson;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecordChange;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

/**
 * Keeps the records of tasks in a table of a PostgreSQL database, {@code evergraph_task}, which it
 * makes when it is not there.
 */
public final class JdbcTaskRecords implements TaskRecords {
  private static final Logger LOG = LoggerFactory.getLogger(JdbcTaskRecords.class);

  private static final String CREATE =
      "INSERT INTO evergraph_task VALUES (:id, :agent, :owner, :thread, :run, :input::jsonb,"
          + " :context::jsonb, :state, :error, :created, :changed, now())";

  /** Waits for a transaction that has inserted the record and has not committed. */
  private static final String WITHDRAW =
      CREATE
          + " ON CONFLICT (id) DO UPDATE SET state = excluded.state, error = excluded.error,"
          + " changed_at = excluded.changed_at, seen_at = excluded.seen_at"
          + " WHERE evergraph_task.state = 'PENDING'";

  private static final String CHANGE =
      "UPDATE evergraph_task SET state = :state, run = COALESCE(:run, run), error = :error,"
          + " changed_at = now(), seen_at = now() WHERE id = :id AND state = :expected RETURNING *";

  private static final String LIST =
      "SELECT * FROM evergraph_task WHERE (:owner::text IS NULL OR owner = :owner)"
          + " AND (:agent::text IS NULL OR agent = :agent)"
          + " AND (:thread::text IS NULL OR thread = :thread)"
          + " ORDER BY id DESC LIMIT :limit OFFSET :offset";

  private static final String ADOPT =
      "UPDATE evergraph_task SET seen_at = now() WHERE id IN (SELECT id FROM evergraph_task"
          + " WHERE state IN ('PENDING', 'RUNNING') AND agent = ANY(:agents)"
          + " AND seen_at < now() - :unseen * interval '1 millisecond'"
          + " ORDER BY seen_at LIMIT :most FOR UPDATE SKIP LOCKED) RETURNING *";

  private final JdbcClient client;

  /** Records are not part of what a caller may take back. */
  private final OutsideTransaction apart;

  /**
   * Keeps records in a database and brings its tables up to date.
   *
   * @throws InvalidInputException when the tables cannot be made
   */
  public JdbcTaskRecords(DataSource database) {
    this.apart = new OutsideTransaction(database);
    this.client = JdbcClient.create(apart.connections());
    JdbcSchema.bringUpToDate(database);
  }

  @Override
  public String kind() {
    return "jdbc";
  }

  @Override
  public void create(TaskRecord task) {
    int unused = with(task.id(), () -> inserted(task));
  }

  private int inserted(TaskRecord task) {
    try {
      return written(CREATE, task);
    } catch (DuplicateKeyException taken) {
      throw new InvalidInputException("the id of a task", "a new one", "'" + task.id() + "'");
    }
  }

  private int written(String statement, TaskRecord task) {
    return client
        .sql(statement)
        .param("id", task.id())
        .param("agent", task.agent())
        .param("owner", task.user())
        .param("thread", task.thread())
        .param("run", task.run())
        .param("input", PlainJson.text(task.input()))
        .param("context", PlainJson.text(task.context()))
        .param("state", task.state().name())
        .param("error", holdable(task.error()))
        .param("created", at(task.createdAt()))
        .param("changed", at(task.changedAt()))
        .update();
  }

  @Override
  public void withdraw(TaskRecord ended) {
    int unused = with(ended.id(), () -> written(WITHDRAW, ended));
  }

  /** PostgreSQL holds no text with a NUL, and a task must end whatever its failure says. */
  private static @Nullable String holdable(@Nullable String error) {
    return error == null ? null : error.replace('\0', '\uFFFD');
  }

  private static OffsetDateTime at(Instant time) {
    return time.atOffset(ZoneOffset.UTC);
  }

  @Override
  public Optional<TaskRecord> change(String id, TaskState expected, TaskRecordChange change) {
    return with(
        id,
        () ->
            client
                .sql(CHANGE)
                .param("id", id)
                .param("expected", expected.name())
                .param("state", change.state().name())
                .param("run", change.run())
                .param("error", holdable(change.error()))
                .query(JdbcTaskRecords::task)
                .optional());
  }

  @Override
  public Optional<TaskRecord> find(String id) {
    return with(
        id,
        () ->
            client
                .sql("SELECT * FROM evergraph_task WHERE id = :id")
                .param("id", id)
                .query(JdbcTaskRecords::task)
                .optional());
  }

  @Override
  public List<TaskRecord> list(TaskQuery query) {
    return with(
        "a list",
        () ->
            client
                .sql(LIST)
                .param("owner", query.user())
                .param("agent", query.agent())
                .param("thread", query.thread())
                .param("limit", query.limit())
                .param("offset", query.offset())
                .query(JdbcTaskRecords::task)
                .list());
  }

  @Override
  public int deleteOf(String thread) {
    return with(
        thread,
        () ->
            client
                .sql("DELETE FROM evergraph_task WHERE thread = :thread")
                .param("thread", thread)
                .update());
  }

  @Override
  public void keep(Collection<String> ids) {
    int unused =
        with(
            "tasks in hand",
            () ->
                ids.isEmpty()
                    ? 0
                    : client
                        .sql("UPDATE evergraph_task SET seen_at = now() WHERE id = ANY (:ids)")
                        .param("ids", ids.toArray(String[]::new))
                        .update());
  }

  @Override
  public List<TaskRecord> adopt(Duration unseen, Collection<String> agents, int most) {
    return with(
        "tasks to take over",
        () ->
            client
                .sql(ADOPT)
                .param("unseen", unseen.toMillis())
                .param("agents", agents.toArray(String[]::new))
                .param("most", most)
                .query(JdbcTaskRecords::readable)
                .list()
                .stream()
                .flatMap(Optional::stream)
                .toList());
  }

  /** One record that cannot be read must not keep the others from being taken over. */
  private static Optional<TaskRecord> readable(ResultSet row, int number) throws SQLException {
    try {
      return Optional.of(task(row, number));
    } catch (InvalidValueException unreadable) {
      LOG.error(
          "Task {} goes on nowhere: its record cannot be read.",
          row.getString("id"),
          LogContents.of(unreadable));
      return Optional.empty();
    }
  }

  /**
   * Removes the records of tasks that were over before a time.
   *
   * @return how many
   */
  public int deleteOverBefore(Instant time) {
    return with(
        "a clean-up",
        () ->
            client
                .sql(
                    "DELETE FROM evergraph_task WHERE changed_at < :time"
                        + " AND state NOT IN ('PENDING', 'RUNNING', 'WAITING')")
                .param("time", at(time))
                .update());
  }

  private static TaskRecord task(ResultSet row, int number) throws SQLException {
    String id = row.getString("id");
    try {
      return new TaskRecord(
          id,
          row.getString("agent"),
          row.getString("owner"),
          row.getString("thread"),
          row.getString("run"),
          PlainJson.values(row.getString("input")),
          PlainJson.values(row.getString("context")),
          TaskState.valueOf(row.getString("state")),
          row.getString("error"),
          JdbcRows.time(row, "created_at"),
          JdbcRows.time(row, "changed_at"));
    } catch (IllegalArgumentException unreadable) {
      throw new InvalidValueException(
              "the record of task " + id,
              "a row of evergraph_task that this version can read",
              String.valueOf(unreadable.getMessage()))
          .causedBy(unreadable);
    }
  }

  private <T> T with(String subject, Supplier<T> action) {
    try {
      return apart.call(action);
    } catch (DataAccessException failure) {
      throw JdbcRows.explained("the record of '" + subject + "'", failure);
    } catch (TransactionException failure) {
      throw JdbcRows.unavailable("the record of '" + subject + "'", failure);
    }
  }
}
