package io.evergraph.backend.jdbc;

import io.evergraph.backend.FullPlaces;
import io.evergraph.backend.TimedBuckets;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.codec.PlainJson;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.github.bucket4j.BucketExceptions;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import io.github.bucket4j.postgresql.PostgreSQLSelectForUpdateBasedProxyManager;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

/**
 * Counts in tables of a PostgreSQL database, {@code evergraph_budget}, {@code evergraph_place} and
 * {@code evergraph_waiting}, which it makes when they are not there: for all processes with that
 * database. Budgets begin by the clocks of the processes, places expire by that of the database.
 */
public final class JdbcAdmissionLimits implements AdmissionLimits {
  private static final String ENTER =
      "SELECT * FROM evergraph_admit(:asked::jsonb, :expiry, :patience)";

  private static final String LEAVE =
      "WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true)),"
          + " patient AS (DELETE FROM evergraph_waiting WHERE holder = :holder)"
          + " DELETE FROM evergraph_place USING unhurried WHERE holder = :holder";

  private static final String RENEW =
      "UPDATE evergraph_place SET expires_at = now() + :expiry * interval '1 millisecond'"
          + " WHERE holder = ANY (:holders)";

  /** What those leave who waited in a killed process. */
  private static final String CLEAN =
      "DELETE FROM evergraph_waiting WHERE expires_at < now() - interval '1 minute'";

  private static final int CLEANED_AT_ONCE = 1_000;

  private final JdbcClient client;

  /** What is counted is not part of what a caller may take back. */
  private final OutsideTransaction apart;

  private final PostgreSQLSelectForUpdateBasedProxyManager<String> budgets;

  /**
   * Counts in a database and brings its tables up to date.
   *
   * @throws InvalidInputException when the tables cannot be made
   */
  public JdbcAdmissionLimits(DataSource database) {
    this(database, Clock.systemUTC());
  }

  /** Counts in a database; budgets begin by a clock. */
  public JdbcAdmissionLimits(DataSource database, Clock clock) {
    JdbcSchema.bringCountsUpToDate(database);
    this.apart = new OutsideTransaction(database);
    this.client = JdbcClient.create(apart.connections());
    this.budgets =
        TimedBuckets.timed(
                Bucket4jPostgreSQL.selectForUpdateBasedBuilder(database)
                    .primaryKeyMapper(PrimaryKeyMapper.STRING)
                    .table("evergraph_budget")
                    .idColumn("id")
                    .stateColumn("state")
                    .expiresAtColumn("expires_at"),
                clock)
            .build();
  }

  @Override
  public String kind() {
    return "jdbc";
  }

  @Override
  public Optional<Duration> take(String key, int most, Duration window) {
    return with(
        "the budget '" + key + "'", () -> new TimedBuckets(budgets).take(key, most, window));
  }

  @Override
  public Map<String, Place> enter(List<Entrant> entrants, Duration expiry, Duration patience) {
    return FullPlaces.of(
        entrants, with("the places of tasks", () -> admitted(entrants, expiry, patience)));
  }

  private List<Integer> admitted(List<Entrant> entrants, Duration expiry, Duration patience) {
    return client
        .sql(ENTER)
        .param("asked", PlainJson.text(Map.of("entrants", forms(entrants))))
        .param("expiry", expiry.toMillis())
        .param("patience", patience.toMillis())
        .query(Integer.class)
        .list();
  }

  private static List<Map<String, Object>> forms(List<Entrant> entrants) {
    return entrants.stream()
        .map(
            it ->
                Map.of(
                    "holder",
                    it.holder(),
                    "rank",
                    it.rank(),
                    "places",
                    it.places().stream().map(Place::name).toList(),
                    "room",
                    it.places().stream().map(Place::most).toList()))
        .toList();
  }

  @Override
  public void renew(Collection<String> holders, Duration expiry) {
    int unused =
        with(
            "the places of tasks",
            () ->
                holders.isEmpty()
                    ? 0
                    : client
                        .sql(RENEW)
                        .param("expiry", expiry.toMillis())
                        .param("holders", holders.toArray(String[]::new))
                        .update());
    int unusedWaiting = with("the places of tasks", () -> client.sql(CLEAN).update());
    int unusedBudgets = with("old budgets", () -> budgets.removeExpired(CLEANED_AT_ONCE));
  }

  @Override
  public void leave(String holder) {
    int unused =
        with(
            "the places of '" + holder + "'",
            () -> client.sql(LEAVE).param("holder", holder).update());
  }

  private <T> T with(String subject, Supplier<T> action) {
    try {
      return apart.call(action);
    } catch (DataAccessException
        | TransactionException
        | BucketExceptions.BucketExecutionException failure) {
      throw JdbcRows.explained(subject, failure);
    }
  }
}
