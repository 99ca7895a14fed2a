package io.evergraph.backend.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/** Records and limits of tasks in one PostgreSQL database; needs bucket4j besides. */
public final class JdbcTasks implements AutoCloseable {
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
    this(database, () -> {});
  }

  private JdbcTasks(DataSource database, Runnable onClose) {
    this.records = new JdbcTaskRecords(database);
    this.limits = new JdbcAdmissionLimits(database);
    this.onClose = onClose;
  }

  /**
   * Uses a database over connections of its own, which are closed with this.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @throws io.evergraph.error.InvalidInputException when the database cannot be used
   */
  public static JdbcTasks open(String url, String username, String password) {
    HikariDataSource database = JdbcSchema.connect(url, username, password, "evergraph-tasks");
    try {
      return new JdbcTasks(database, database::close);
    } catch (RuntimeException failure) {
      database.close();
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
