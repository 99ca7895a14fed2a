package io.evergraph.backend.jdbc;

import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads tables of any size, a few rows at a time. */
final class JdbcRows {
  private static final int FETCHED = 100;

  /** Data exceptions, and limits of the program. */
  private static final List<String> REFUSALS = List.of("22", "54");

  private final JdbcTemplate template;
  private final TransactionTemplate transaction;
  private final String subject;

  /**
   * Makes a reader.
   *
   * @param subject what is read, for errors
   */
  JdbcRows(DataSource database, String subject) {
    OutsideTransaction apart = new OutsideTransaction(database);
    this.template = new JdbcTemplate(apart.connections());
    this.transaction = apart.transaction();
    this.subject = subject;
    template.setFetchSize(FETCHED);
  }

  /**
   * Returns the failure of a call: what the database cannot hold, such as a text with a NUL or a
   * key that is too long for its index, it does not hold later either.
   */
  static GraphException explained(String subject, Exception failure) {
    return NestedExceptionUtils.getMostSpecificCause(failure) instanceof SQLException said
            && isRefused(said)
        ? new InvalidInputException(subject, "what the database can hold", firstLine(said))
            .causedBy(failure)
        : unavailable(subject, failure);
  }

  static GraphException unavailable(String subject, Exception failure) {
    return new StoreUnavailableException(subject, String.valueOf(failure.getMessage()))
        .causedBy(failure);
  }

  /** Returns a time that is kept with its zone. */
  static Instant time(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static boolean isRefused(SQLException said) {
    return REFUSALS.stream().anyMatch(String.valueOf(said.getSQLState())::startsWith);
  }

  /** Those that follow hold parts of what was written. */
  private static String firstLine(SQLException said) {
    return String.valueOf(said.getMessage()).lines().findFirst().orElse("");
  }

  /** PostgreSQL's driver fetches rows as they are read within a transaction only. */
  void read(String sql, RowCallbackHandler each) {
    try {
      transaction.executeWithoutResult(status -> template.query(sql, each));
    } catch (DataAccessException | TransactionException failure) {
      throw unavailable(subject, failure);
    }
  }
}
