package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Whoever calls within a transaction on a PostgreSQL database, by what manages it. */
enum Caller {
  JDBC {
    @Override
    void takeBack(DataSource database, Runnable action) {
      new TransactionTemplate(new JdbcTransactionManager(database))
          .executeWithoutResult(
              transaction -> {
                action.run();
                transaction.setRollbackOnly();
              });
    }
  },

  /** Lends its connection to JDBC without a sign that a transaction runs on it. */
  JPA {
    @Override
    void takeBack(DataSource database, Runnable action) throws SQLException {
      try (Connection connection = database.getConnection()) {
        connection.setAutoCommit(false);
        TransactionSynchronizationManager.initSynchronization();
        TransactionSynchronizationManager.setActualTransactionActive(true);
        TransactionSynchronizationManager.bindResource(database, new ConnectionHolder(connection));
        try {
          action.run();
        } finally {
          Object unused = TransactionSynchronizationManager.unbindResource(database);
          TransactionSynchronizationManager.clear();
          connection.rollback();
        }
      }
    }
  };

  private static final String OWN = "table_of_the_caller";

  /** Does something after a change of the caller's own, which must be gone when it takes back. */
  void takesBack(DataSource database, Runnable action) throws SQLException {
    JdbcClient client = JdbcClient.create(database);
    takeBack(
        database,
        () -> {
          int unused = client.sql("CREATE TABLE " + OWN + " (id int)").update();
          action.run();
          assertThat(isThere(client)).as("the caller's own, before it takes it back").isTrue();
        });
    assertThat(isThere(client)).as("the caller's own, taken back").isFalse();
  }

  private static boolean isThere(JdbcClient client) {
    return client
        .sql("SELECT to_regclass('" + OWN + "') IS NOT NULL")
        .query(Boolean.class)
        .single();
  }

  abstract void takeBack(DataSource database, Runnable action) throws SQLException;
}
