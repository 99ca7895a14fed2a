package io.evergraph.backend.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A database that counts as away when it sends nothing for so long, though it is connected. */
final class ImpatientDatabase extends DelegatingDataSource {
  private static final int LONGEST_SILENCE_MILLIS = 30_000;

  /**
   * Makes one.
   *
   * @param pool takes the limit off again when a connection comes back
   */
  ImpatientDatabase(DataSource pool) {
    super(pool);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    connection.setNetworkTimeout(Runnable::run, LONGEST_SILENCE_MILLIS);
    return connection;
  }

  /** Returns the database without that limit, for changes of tables, which may take long. */
  static DataSource patient(DataSource database) {
    return database instanceof ImpatientDatabase it ? it.obtainTargetDataSource() : database;
  }
}
