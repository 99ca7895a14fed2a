package io.evergraph.backend.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.evergraph.error.InvalidInputException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** The tables of a database. */
final class JdbcSchema {
  private static final String MIGRATIONS = "classpath:io/evergraph/backend/jdbc";
  private static final String MIGRATION_TABLE = "evergraph_schema_history";

  private JdbcSchema() {}

  /** Returns connections of one's own, which are made when they are needed. */
  static HikariDataSource connect(String url, String username, String password, String pool) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(username);
    config.setPassword(password);
    config.setPoolName(pool);
    config.setInitializationFailTimeout(-1);
    return new HikariDataSource(config);
  }

  /**
   * Makes what tables are missing.
   *
   * @throws InvalidInputException when they cannot be made
   */
  static void bringUpToDate(DataSource database) {
    try {
      Flyway.configure(JdbcSchema.class.getClassLoader())
          .dataSource(database)
          .locations(MIGRATIONS)
          .table(MIGRATION_TABLE)
          .baselineOnMigrate(true)
          .baselineVersion("0")
          // the tables are independent of each other
          .outOfOrder(true)
          .load()
          .migrate();
    } catch (FlywayException failure) {
      throw new InvalidInputException(
              "the database (evergraph tables)",
              "a PostgreSQL database in which tables may be made",
              String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }
}
