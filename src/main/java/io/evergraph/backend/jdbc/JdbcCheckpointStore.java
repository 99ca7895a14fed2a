package io.evergraph.backend.jdbc;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.SavedPart;
import io.evergraph.runtime.spi.SavedThread;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps threads in two tables of a PostgreSQL, MySQL or MariaDB database, {@code
 * evergraph_saved_thread} and {@code evergraph_saved_part}, which it makes when they are not there.
 */
public final class JdbcCheckpointStore implements CheckpointStore, AutoCloseable {
  private static final String UPDATE =
      "UPDATE evergraph_saved_thread SET graph = :graph, progress = :progress, head = :head,"
          + " saved_at = :saved WHERE id = :id AND saved_at = :last";
  private static final String INSERT =
      "INSERT INTO evergraph_saved_thread (id, graph, progress, head, saved_at)"
          + " VALUES (:id, :graph, :progress, :head, :saved)";
  private static final String DELETE = "DELETE FROM evergraph_saved_thread WHERE id = :id";
  private static final String DELETE_STOPPED =
      DELETE + " AND progress <> :running AND saved_at < :before";
  private static final String FIND = "SELECT * FROM evergraph_saved_thread WHERE id = :id";
  private static final String OPEN =
      "SELECT * FROM evergraph_saved_thread WHERE progress <> :ended AND id > :after"
          + " ORDER BY id LIMIT :limit";
  private static final String IDS =
      "SELECT id FROM evergraph_saved_thread WHERE id > :after ORDER BY id LIMIT :limit";
  private static final String STOPPED =
      "SELECT id FROM evergraph_saved_thread WHERE progress <> :running AND saved_at < :before";

  private static final String INSERT_PART =
      "INSERT INTO evergraph_saved_part (thread, number, last_checkpoint, content)"
          + " VALUES (:thread, :number, :last, :content)";
  private static final String DELETE_PART =
      "DELETE FROM evergraph_saved_part WHERE thread = :thread AND number = :number";
  private static final String DELETE_PARTS =
      "DELETE FROM evergraph_saved_part WHERE thread = :thread";
  private static final String DELETE_OLD_PARTS =
      DELETE_PARTS + " AND number < :number AND last_checkpoint < :kept";
  private static final String PARTS =
      "SELECT * FROM evergraph_saved_part WHERE thread = :thread ORDER BY number";

  private final JdbcClient client;

  /** What others go on with is not part of what a caller may take back. */
  private final TransactionTemplate transaction;

  private final OutsideTransaction apart;
  private final String kind;
  private final Runnable onClose;

  /**
   * Makes a store in a database and brings the tables up to date.
   *
   * @param database stays open when the store is closed
   * @throws InvalidInputException when the tables cannot be made
   */
  public JdbcCheckpointStore(DataSource database) {
    this(database, () -> {});
  }

  private JdbcCheckpointStore(DataSource database, Runnable onClose) {
    this.apart = new OutsideTransaction(database);
    this.client = JdbcClient.create(apart.connections());
    this.transaction = apart.transaction();
    // MySQL and MariaDB lock gaps otherwise, and first saves at a time wait for each other
    transaction.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
    this.kind = JdbcSchema.bringSavedThreadsUpToDate(database);
    this.onClose = onClose;
  }

  /**
   * Makes a store with connections of its own, which are closed with it.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name} or {@code
   *     jdbc:mariadb://host:3306/name}
   * @throws InvalidInputException when the database cannot be used
   */
  public static JdbcCheckpointStore open(String url, String username, String password) {
    return JdbcSchema.open(
        url, username, password, "evergraph-checkpoints", JdbcCheckpointStore::new);
  }

  @Override
  public String kind() {
    return kind;
  }

  @Override
  public boolean save(SavedThread thread, @Nullable SavedPart part, @Nullable Instant last) {
    try {
      return together(thread.id(), () -> put(thread, part, last));
    } catch (DuplicateKeyException saved) {
      return false; // at the same time
    }
  }

  private boolean put(SavedThread thread, @Nullable SavedPart part, @Nullable Instant last) {
    StatementSpec record =
        last == null
            ? written(INSERT, thread)
            : written(UPDATE, thread).param("last", last.toEpochMilli());
    boolean isNext = record.update() > 0;
    if (isNext && part != null) {
      put(part);
    }
    return isNext;
  }

  private StatementSpec written(String sql, SavedThread thread) {
    return client
        .sql(sql)
        .param("id", thread.id())
        .param("graph", thread.graph())
        .param("progress", thread.progress().name())
        .param("head", thread.head())
        .param("saved", thread.savedAt().toEpochMilli());
  }

  private void put(SavedPart part) {
    int unused = (part.isFirst() ? of(DELETE_PARTS, part) : numbered(DELETE_PART, part)).update();
    unused =
        numbered(INSERT_PART, part)
            .param("last", part.lastCheckpoint())
            .param("content", part.content())
            .update();
    unused = numbered(DELETE_OLD_PARTS, part).param("kept", part.keptFrom()).update();
  }

  private StatementSpec of(String sql, SavedPart part) {
    return client.sql(sql).param("thread", part.thread());
  }

  private StatementSpec numbered(String sql, SavedPart part) {
    return of(sql, part).param("number", part.number());
  }

  @Override
  public Optional<SavedThread> find(String thread) {
    return read(
        thread,
        () -> client.sql(FIND).param("id", thread).query(JdbcCheckpointStore::thread).optional());
  }

  @Override
  public List<SavedPart> parts(String thread) {
    return read(
        thread,
        () -> client.sql(PARTS).param("thread", thread).query(JdbcCheckpointStore::part).list());
  }

  @Override
  public List<SavedThread> open(String after, int limit) {
    return read(
        "*",
        () ->
            client
                .sql(OPEN)
                .param("ended", SavedThread.Progress.ENDED.name())
                .param("after", after)
                .param("limit", limit)
                .query(JdbcCheckpointStore::thread)
                .list());
  }

  @Override
  public List<String> ids(String after, int limit) {
    return read(
        "*",
        () ->
            client.sql(IDS).param("after", after).param("limit", limit).query(String.class).list());
  }

  @Override
  public boolean delete(String thread) {
    return together(
        thread,
        () -> {
          boolean wasThere = client.sql(DELETE).param("id", thread).update() > 0;
          int unused = client.sql(DELETE_PARTS).param("thread", thread).update();
          return wasThere;
        });
  }

  /** Each is looked at again when it is deleted: it may have gone on meanwhile. */
  @Override
  public int deleteStopped(Instant savedBefore) {
    List<String> over =
        read("*", () -> stopped(client.sql(STOPPED), savedBefore).query(String.class).list());
    return (int) over.stream().filter(id -> deleteIfStopped(id, savedBefore)).count();
  }

  private static StatementSpec stopped(StatementSpec statement, Instant savedBefore) {
    return statement
        .param("running", SavedThread.Progress.RUNNING.name())
        .param("before", savedBefore.toEpochMilli());
  }

  private boolean deleteIfStopped(String thread, Instant savedBefore) {
    return together(
        thread,
        () ->
            stopped(client.sql(DELETE_STOPPED).param("id", thread), savedBefore).update() > 0
                && client.sql(DELETE_PARTS).param("thread", thread).update() >= 0);
  }

  private static SavedThread thread(ResultSet row, int number) throws SQLException {
    return new SavedThread(
        row.getString("id"),
        row.getString("graph"),
        SavedThread.Progress.of(row.getString("progress")),
        row.getString("head"),
        Instant.ofEpochMilli(row.getLong("saved_at")));
  }

  private static SavedPart part(ResultSet row, int number) throws SQLException {
    return new SavedPart(
        row.getString("thread"),
        row.getLong("number"),
        row.getLong("last_checkpoint"),
        0,
        row.getString("content"));
  }

  private boolean together(String thread, BooleanSupplier writes) {
    return with(
        thread, () -> Boolean.TRUE.equals(transaction.execute(status -> writes.getAsBoolean())));
  }

  private <T> T read(String thread, Supplier<T> action) {
    return with(thread, () -> apart.call(action));
  }

  private static <T> T with(String thread, Supplier<T> action) {
    try {
      return action.get();
    } catch (DuplicateKeyException conflict) {
      throw conflict;
    } catch (DataAccessException | TransactionException failure) {
      throw JdbcRows.unavailable("the saved thread '" + thread + "'", failure);
    }
  }

  @Override
  public void close() {
    onClose.run();
  }
}
