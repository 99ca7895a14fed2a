package io.evergraph.backend.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/** Records and limits of tasks in one PostgreSQL database; needs bucket4j besides. */
public final class JdbcTasks implements AutoCloseable {
  /**
   * Counts need not outlive a crash of the database: a commit does not wait for its disk. Nobody
   * waits longer for a process that falls silent while it counts.
   */
  private static final String NEED_NOT_LAST =
      "SET synchronous_commit TO off; SET idle_in_transaction_session_timeout TO '5s'";

  private final JdbcTaskRecords records;
  private final JdbcAdmissionLimits limits;
  private final Runnable onClose;

  /**
   * Uses a database and brings its tables up to date.
   *
   * @param database stays open when this is closed
   * @throws io.evergraph.error.InvalidInputException when the tables cannot be made
   */
  public JdbcTasks(DataSource database) {
    this(database, database, () -> {});
  }

  private JdbcTasks(DataSource ofRecords, DataSource ofLimits, Runnable onClose) {
    this.records = new JdbcTaskRecords(ofRecords);
    this.limits = new JdbcAdmissionLimits(ofLimits);
    this.onClose = onClose;
  }

  /**
   * Uses a database over connections of its own, which are closed with this.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @throws io.evergraph.error.InvalidInputException when the database cannot be used
   */
  public static JdbcTasks open(String url, String username, String password) {
    HikariDataSource records = JdbcSchema.connect(url, username, password, "evergraph-tasks");
    HikariDataSource limits =
        JdbcSchema.connect(url, username, password, "evergraph-limits", NEED_NOT_LAST);
    Runnable close =
        () -> {
          records.close();
          limits.close();
        };
    try {
      return new JdbcTasks(
          new NetworkTimeoutDataSource(records), new NetworkTimeoutDataSource(limits), close);
    } catch (RuntimeException failure) {
      close.run();
      throw failure;
    }
  }

  /** Returns the records. */
  public JdbcTaskRecords records() {
    return records;
  }

  /** Returns the limits. */
  public JdbcAdmissionLimits limits() {
    return limits;
  }

  @Override
  public void close() {
    onClose.run();
  }
}
