package io.evergraph.backend.jdbc;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.BucketExceptions;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.jdbc.PrimaryKeyMapper;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import io.github.bucket4j.postgresql.PostgreSQLSelectForUpdateBasedProxyManager;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
  /** Counts need not outlive a crash of the database: a commit does not wait for its disk. */
  private static final String NEED_NOT_LAST = "SET LOCAL synchronous_commit TO off";

  private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(:place, 20))";

  private static final String OTHERS =
      "SELECT count(*) FROM evergraph_place"
          + " WHERE place = :place AND holder <> :holder AND expires_at > now()";

  private static final String CLEAN =
      "DELETE FROM evergraph_place WHERE place = :place AND expires_at <= now()";

  private static final String ENTER =
      "INSERT INTO evergraph_place VALUES (:place, :holder,"
          + " now() + :expiry * interval '1 millisecond')"
          + " ON CONFLICT (place, holder) DO UPDATE SET expires_at = excluded.expires_at";

  private static final String RENEW =
      "UPDATE evergraph_place SET expires_at = now() + :expiry * interval '1 millisecond'"
          + " WHERE holder IN (:holders)";

  private static final int CLEANED_AT_ONCE = 1_000;

  private final JdbcClient client;
  private final TransactionTemplate transaction;
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
    this.transaction = new TransactionTemplate(new JdbcTransactionManager(database));
    transaction.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    this.budgets =
        Bucket4jPostgreSQL.selectForUpdateBasedBuilder(database)
            .primaryKeyMapper(PrimaryKeyMapper.STRING)
            .table("evergraph_budget")
            .idColumn("id")
            .stateColumn("state")
            .expiresAtColumn("expires_at")
            .clientClock(new Meter(clock))
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(
                    Duration.ofMinutes(1)))
            .build();
  }

  /** The time of a clock, as the library asks for it. */
  private record Meter(Clock clock) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return TimeUnit.MILLISECONDS.toNanos(clock.millis());
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }

  @Override
  public Optional<Duration> take(String key, int most, Duration window) {
    BucketConfiguration budget =
        BucketConfiguration.builder()
            .addLimit(limit -> limit.capacity(most).refillIntervally(most, window))
            .build();
    ConsumptionProbe probe =
        with(
            "the budget '" + key + "'",
            () -> budgets.builder().build(key, () -> budget).tryConsumeAndReturnRemaining(1));
    return probe.isConsumed()
        ? Optional.empty()
        : Optional.of(Duration.ofNanos(probe.getNanosToWaitForRefill()));
  }

  @Override
  public Optional<Place> enter(String holder, List<Place> places, Duration expiry) {
    return with(
        "the places of '" + holder + "'",
        () ->
            Objects.requireNonNull(transaction.execute(status -> entered(holder, places, expiry))));
  }

  /** Locks the places in one order, so that two who enter never wait for each other. */
  private Optional<Place> entered(String holder, List<Place> places, Duration expiry) {
    int unused = client.sql(NEED_NOT_LAST).update();
    places.stream().map(Place::name).sorted(Comparator.naturalOrder()).forEach(this::lock);
    Optional<Place> full = places.stream().filter(place -> isFull(place, holder)).findFirst();
    if (full.isEmpty()) {
      places.forEach(place -> enter(place.name(), holder, expiry));
    }
    return full;
  }

  private void lock(String place) {
    var unused = client.sql(LOCK).param("place", place).query().listOfRows();
  }

  private boolean isFull(Place place, String holder) {
    return client
            .sql(OTHERS)
            .param("place", place.name())
            .param("holder", holder)
            .query(Long.class)
            .single()
        >= place.most();
  }

  private void enter(String place, String holder, Duration expiry) {
    int unusedCleaned = client.sql(CLEAN).param("place", place).update();
    int unusedEntered =
        client
            .sql(ENTER)
            .param("place", place)
            .param("holder", holder)
            .param("expiry", expiry.toMillis())
            .update();
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
                        .param("holders", holders)
                        .update());
    int unusedCleaned = with("old budgets", () -> budgets.removeExpired(CLEANED_AT_ONCE));
  }

  @Override
  public void leave(String holder) {
    int unused =
        with(
            "the places of '" + holder + "'",
            () ->
                client
                    .sql("DELETE FROM evergraph_place WHERE holder = :holder")
                    .param("holder", holder)
                    .update());
  }

  private static <T> T with(String subject, Supplier<T> action) {
    try {
      return action.get();
    } catch (DataAccessException
        | TransactionException
        | BucketExceptions.BucketExecutionException failure) {
      throw new StoreUnavailableException(subject, String.valueOf(failure.getMessage()))
          .causedBy(failure);
    }
  }
}
