package io.evergraph.backend.jdbc;

import io.evergraph.error.StoreUnavailableException;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads tables of any size, a few rows at a time. */
final class JdbcRows {
  private static final int FETCHED = 100;

  private final JdbcTemplate template;
  private final TransactionTemplate transaction;
  private final String subject;

  /**
   * Makes a reader.
   *
   * @param subject what is read, for errors
   */
  JdbcRows(DataSource database, String subject) {
    this.template = new JdbcTemplate(database);
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(database));
    this.subject = subject;
    template.setFetchSize(FETCHED);
  }

  /** PostgreSQL's driver fetches rows as they are read within a transaction only. */
  void read(String sql, RowCallbackHandler each) {
    try {
      transaction.executeWithoutResult(status -> template.query(sql, each));
    } catch (DataAccessException | TransactionException failure) {
      throw new StoreUnavailableException(subject, String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }
}
