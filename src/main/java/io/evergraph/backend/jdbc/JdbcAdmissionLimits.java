package io.evergraph.backend.jdbc;

import io.evergraph.backend.TimedBuckets;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.github.bucket4j.BucketExceptions;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import io.github.bucket4j.postgresql.PostgreSQLSelectForUpdateBasedProxyManager;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Counts in tables of a PostgreSQL database, {@code evergraph_budget} and {@code evergraph_place},
 * which it makes when they are not there: for all processes with that database. Budgets begin by
 * the clocks of the processes, places expire by that of the database.
 */
public final class JdbcAdmissionLimits implements AdmissionLimits {
  private static final String ENTER = "SELECT evergraph_enter(:holder, :places, :room, :expiry)";

  private static final String LEAVE =
      "WITH unhurried AS (SELECT set_config('synchronous_commit', 'off', true))"
          + " DELETE FROM evergraph_place USING unhurried WHERE holder = :holder";

  private static final String RENEW =
      "UPDATE evergraph_place SET expires_at = now() + :expiry * interval '1 millisecond'"
          + " WHERE holder = ANY (:holders)";

  private static final int CLEANED_AT_ONCE = 1_000;

  private final JdbcClient client;

  /** What is counted is not part of what a caller may take back. */
  private final TransactionTemplate apart;

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
    JdbcSchema.bringUpToDate(database);
    this.client = JdbcClient.create(database);
    this.apart = new TransactionTemplate(new JdbcTransactionManager(database));
    apart.setPropagationBehavior(TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
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
  public Optional<Place> enter(String holder, List<Place> places, Duration expiry) {
    return with(
            "the places of '" + holder + "'",
            () ->
                client
                    .sql(ENTER)
                    .param("holder", holder)
                    .param("places", places.stream().map(Place::name).toArray(String[]::new))
                    .param("room", places.stream().map(Place::most).toArray(Integer[]::new))
                    .param("expiry", expiry.toMillis())
                    .query((row, number) -> Optional.ofNullable(row.getString(1)))
                    .single())
        .flatMap(full -> places.stream().filter(it -> it.name().equals(full)).findFirst());
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
    int unusedCleaned = with("old budgets", () -> budgets.removeExpired(CLEANED_AT_ONCE));
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
      return Objects.requireNonNull(apart.execute(status -> action.get()));
    } catch (DataAccessException
        | TransactionException
        | BucketExceptions.BucketExecutionException failure) {
      throw new StoreUnavailableException(subject, String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }
}
