package io.evergraph.backend.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.output.MigrateResult;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/** The tables of a database. */
final class JdbcSchema {
  private static final String MIGRATIONS = "classpath:io/evergraph/backend/jdbc";
  private static final String MIGRATIONS_OF_MYSQL = "classpath:io/evergraph/backend/mysql";
  private static final String MIGRATION_TABLE = "evergraph_schema_history";
  private static final String POSTGRES = "a PostgreSQL database in which tables may be made";
  private static final String DRIVEN =
      "a URL that a driver on the class path takes, such as jdbc:postgresql://host:5432/name or"
          + " jdbc:mariadb://host:3306/name,";
  private static final Pattern WITH_CLEAR_SECRETS =
      Pattern.compile(
          "(?<driver>[^/?;@=]*//)(?:[^?;=]*@)?(?<database>[^?;@=]*)(?:[?;][^@]*)?", Pattern.DOTALL);
  private static final String COMMITTING =
      "connections that commit each statement, by a URL of its own (.jdbc.url) or by"
          + " spring.datasource.hikari.auto-commit=true,";

  private static final String SEEING =
      "connections that see what others have committed meanwhile, by a URL of its own (.jdbc.url) or"
          + " by spring.datasource.hikari.transaction-isolation=TRANSACTION_READ_COMMITTED,";

  private JdbcSchema() {}

  /** Opens what keeps its data over connections of its own, which are closed with it. */
  static <T> T open(
      String url,
      String username,
      String password,
      String pool,
      BiFunction<DataSource, Runnable, T> opening) {
    HikariDataSource database = connect(url, username, password, pool);
    try {
      return opening.apply(new NetworkTimeoutDataSource(database), database::close);
    } catch (RuntimeException failure) {
      database.close();
      throw failure;
    }
  }

  /** Returns connections of one's own, which are made when they are needed. */
  static HikariDataSource connect(String url, String username, String password, String pool) {
    return connect(url, username, password, pool, null);
  }

  /**
   * Returns connections of one's own.
   *
   * @param begin what each connection does first; null for nothing
   */
  static HikariDataSource connect(
      String url, String username, String password, String pool, @Nullable String begin) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(url);
    config.setUsername(username);
    config.setPassword(password);
    config.setPoolName(pool);
    config.setInitializationFailTimeout(-1);
    config.setMinimumIdle(1); // others are made when needed: each back-end has a pool of its own
    config.setConnectionInitSql(begin);
    config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
    try {
      return new HikariDataSource(config);
    } catch (RuntimeException showsTheUrl) {
      throw new InvalidInputException("the database", DRIVEN, withoutSecrets(url));
    }
  }

  /** Where it is not clear what is a password, only the name of the driver is not one. */
  private static String withoutSecrets(String url) {
    Matcher parts = WITH_CLEAR_SECRETS.matcher(url);
    return parts.matches()
        ? parts.group("driver") + parts.group("database")
        : url.replaceAll("(?s)^((?:jdbc:)?[^:/?;@=]*).*", "$1…");
  }

  /**
   * Makes what tables are missing.
   *
   * @throws InvalidInputException when they cannot be made, or the connections commit nothing
   */
  static void bringUpToDate(DataSource database) {
    requirePostgres(database);
    migrate(database, MIGRATIONS, POSTGRES);
    requireAutoCommit(database);
  }

  /** Elsewhere, what fails halfway would stand in the way of tables that can be made there. */
  private static void requirePostgres(DataSource database) {
    String product = product(database, POSTGRES);
    if (!product.equals("postgresql")) {
      throw new InvalidInputException("the database", POSTGRES, product);
    }
  }

  /** A pool takes back what nobody commits, without a word: every write would be lost. */
  private static void requireAutoCommit(DataSource database) {
    try (Connection connection = database.getConnection()) {
      if (!connection.getAutoCommit()) {
        throw new InvalidInputException("the data source", COMMITTING, "auto-commit off");
      }
    } catch (SQLException failure) {
      throw refused(POSTGRES, failure);
    }
  }

  /**
   * Brings the tables of what counts up to date. Who waits for another to count must see what that
   * one has counted: the snapshot of a stricter isolation is older.
   *
   * @throws InvalidInputException when they cannot be made, or the connections do not see that
   */
  static void bringCountsUpToDate(DataSource database) {
    bringUpToDate(database);
    try (Connection connection = database.getConnection()) {
      int isolation = connection.getTransactionIsolation();
      if (isolation > Connection.TRANSACTION_READ_COMMITTED) {
        boolean isStrictest = isolation == Connection.TRANSACTION_SERIALIZABLE;
        throw new InvalidInputException(
            "the data source",
            SEEING,
            "the isolation " + (isStrictest ? "serializable" : "repeatable read"));
      }
    } catch (SQLException failure) {
      throw refused(POSTGRES, failure);
    }
  }

  /**
   * Makes what tables of saved threads are missing, on PostgreSQL, MySQL or MariaDB. Whoever saves
   * threads commits each change, whatever the connections do.
   *
   * @return the name of the database product in lower case
   * @throws InvalidInputException when they cannot be made
   */
  static String bringSavedThreadsUpToDate(DataSource database) {
    String expected = "a PostgreSQL, MySQL or MariaDB database in which tables may be made";
    String product = product(database, expected);
    boolean isMySql = product.equals("mysql") || product.equals("mariadb");
    migrate(database, isMySql ? MIGRATIONS_OF_MYSQL : MIGRATIONS, expected);
    return product;
  }

  private static String product(DataSource database, String expected) {
    try {
      return JdbcUtils.extractDatabaseMetaData(database, it -> it.getDatabaseProductName())
          .toLowerCase(Locale.ROOT);
    } catch (MetaDataAccessException failure) {
      throw refused(expected, said(failure));
    }
  }

  /** Returns what the driver has said: a pool says only that it has no connection. */
  private static Exception said(Exception failure) {
    return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
        .filter(SQLException.class::isInstance)
        .reduce((outer, inner) -> inner)
        .map(Exception.class::cast)
        .orElse(failure);
  }

  private static void migrate(DataSource database, String location, String expected) {
    Flyway tables =
        Flyway.configure(JdbcSchema.class.getClassLoader())
            .dataSource(NetworkTimeoutDataSource.withoutTimeout(database))
            .locations(location)
            .table(MIGRATION_TABLE)
            .baselineOnMigrate(true)
            .baselineVersion("0")
            .load();
    try {
      migrate(tables);
    } catch (FlywayException failure) {
      throw refused(expected, failure);
    }
  }

  /**
   * Another process that begins the tables of an empty database makes Flyway take it for one that
   * has tables of somebody else; looked at again, it has Flyway's own, under whose lock it waits.
   */
  private static void migrate(Flyway tables) {
    try {
      MigrateResult unused = tables.migrate();
    } catch (FlywayException failure) {
      if (failure.getCause() instanceof SQLException) {
        throw failure;
      }
      MigrateResult unused = tables.migrate();
    }
  }

  private static GraphException refused(String expected, Exception failure) {
    return new InvalidInputException("the database", expected, String.valueOf(failure.getMessage()))
        .causedBy(failure);
  }
}
