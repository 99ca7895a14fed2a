package io.evergraph.backend.jdbc;

import io.evergraph.runtime.spi.BudgetLedger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.TransactionException;

/**
 * Keeps accounts in tables of a PostgreSQL database, {@code evergraph_spent} and {@code
 * evergraph_reserved}, which it makes when they are not there: for all processes with that
 * database. Reservations expire by the clock of the database.
 */
public final class JdbcBudgetLedger implements BudgetLedger, AutoCloseable {
  private static final String RESERVE =
      "SELECT * FROM evergraph_reserve("
          + ":owner, :id, :accounts, :most, :amounts, :ends, :expiry, :late)";

  private static final String SETTLE = "SELECT evergraph_settle(:id, :accounts, :amounts)";

  private static final String BALANCE =
      "SELECT used, (SELECT COALESCE(sum(amount), 0) FROM evergraph_reserved AS it"
          + " WHERE it.account = spent.account AND expires_at > now()) AS reserved"
          + " FROM evergraph_spent AS spent WHERE account = :account";

  private static final String CLEAN =
      "DELETE FROM evergraph_spent WHERE account IN (SELECT account FROM evergraph_spent"
          + " WHERE ends_at < now() - :late * interval '1 millisecond' FOR UPDATE SKIP LOCKED)";

  private static final int SETTLEMENTS_PER_CLEANING = 1_000;

  private final JdbcClient client;
  private final Runnable onClose;
  private final AtomicLong settlements = new AtomicLong();

  /** What is counted is not part of what a caller may take back. */
  private final OutsideTransaction apart;

  /**
   * Keeps accounts in a database and brings its tables up to date.
   *
   * @param database stays open when this is closed
   * @throws io.evergraph.error.InvalidInputException when the tables cannot be made
   */
  public JdbcBudgetLedger(DataSource database) {
    this(database, () -> {});
  }

  private JdbcBudgetLedger(DataSource database, Runnable onClose) {
    this.apart = new OutsideTransaction(database);
    this.client = JdbcClient.create(apart.connections());
    this.onClose = onClose;
    JdbcSchema.bringCountsUpToDate(database);
  }

  /**
   * Keeps accounts over connections of its own, which are closed with it.
   *
   * @param url such as {@code jdbc:postgresql://host:5432/name}
   * @throws io.evergraph.error.InvalidInputException when the database cannot be used
   */
  public static JdbcBudgetLedger open(String url, String username, String password) {
    return JdbcSchema.open(url, username, password, "evergraph-budgets", JdbcBudgetLedger::new);
  }

  @Override
  public String kind() {
    return "jdbc";
  }

  @Override
  public Optional<Shortage> reserve(String owner, String id, List<Claim> claims, Duration expiry) {
    return with(
        "the reservation of '" + owner + "'",
        () ->
            client
                .sql(RESERVE)
                .param("owner", owner)
                .param("id", id)
                .param(
                    "accounts",
                    claims.stream().map(it -> it.account().name()).toArray(String[]::new))
                .param("most", numbers(claims, it -> it.account().most()))
                .param("amounts", numbers(claims, Claim::amount))
                .param("ends", numbers(claims, it -> it.account().end().toEpochMilli()))
                .param("expiry", expiry.toMillis())
                .param("late", LATEST_SETTLEMENT.toMillis())
                .query((row, number) -> shortage(row.getString(1), row.getLong(2), claims))
                .optional());
  }

  private static Long[] numbers(List<Claim> claims, Function<Claim, Long> number) {
    return claims.stream().map(number).toArray(Long[]::new);
  }

  private static Shortage shortage(String account, long used, List<Claim> claims) {
    return claims.stream()
        .map(Claim::account)
        .filter(it -> it.name().equals(account))
        .map(it -> new Shortage(it, used))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void settle(String id, Map<String, Long> used) {
    used.forEach(BudgetLedger::requireAmount);
    List<String> accounts = List.copyOf(used.keySet());
    int unused =
        with(
            "what '" + id + "' has used",
            () ->
                client
                    .sql(SETTLE)
                    .param("id", id)
                    .param("accounts", accounts.toArray(String[]::new))
                    .param("amounts", accounts.stream().map(used::get).toArray(Long[]::new))
                    .query((row, number) -> 1)
                    .single());
    if (settlements.incrementAndGet() % SETTLEMENTS_PER_CLEANING == 0) {
      int unusedCleaned =
          with(
              "old accounts",
              () -> client.sql(CLEAN).param("late", LATEST_SETTLEMENT.toMillis()).update());
    }
  }

  @Override
  public Balance balance(String account) {
    return with(
            "the account '" + account + "'",
            () ->
                client
                    .sql(BALANCE)
                    .param("account", account)
                    .query((row, number) -> new Balance(row.getLong(1), row.getLong(2)))
                    .optional())
        .orElse(new Balance(0, 0));
  }

  private <T> T with(String subject, Supplier<T> action) {
    try {
      return apart.call(action);
    } catch (DataAccessException | TransactionException failure) {
      throw JdbcRows.explained(subject, failure);
    }
  }

  @Override
  public void close() {
    onClose.run();
  }
}
