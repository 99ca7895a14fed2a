package io.evergraph.backend.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Connections whose server counts as away when it sends nothing for 30 seconds, though it is
 * connected.
 */
final class NetworkTimeoutDataSource extends DelegatingDataSource {
  private static final int LONGEST_SILENCE_MILLIS = 30_000;

  /**
   * Limits the connections of a pool.
   *
   * @param pool takes the limit off again when a connection comes back
   */
  NetworkTimeoutDataSource(DataSource pool) {
    super(pool);
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = super.getConnection();
    connection.setNetworkTimeout(Runnable::run, LONGEST_SILENCE_MILLIS);
    return connection;
  }

  /** Returns the connections without that limit, for changes of tables, which may take long. */
  static DataSource withoutTimeout(DataSource database) {
    return database instanceof NetworkTimeoutDataSource it ? it.obtainTargetDataSource() : database;
  }
}
