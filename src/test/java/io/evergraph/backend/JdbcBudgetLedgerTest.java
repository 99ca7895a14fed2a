package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.jdbc.JdbcBudgetLedger;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger.Account;
import io.evergraph.runtime.spi.BudgetLedger.Claim;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real PostgreSQL. */
@Tag("real")
class JdbcBudgetLedgerTest extends BudgetLedgerContract {
  private static EmbeddedPostgres server;
  private static JdbcBudgetLedger ledger;
  private static JdbcBudgetLedger elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    ledger = new JdbcBudgetLedger(server.getPostgresDatabase());
    elsewhere = open();
  }

  private static JdbcBudgetLedger open() {
    return JdbcBudgetLedger.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @AfterAll
  static void stopServer() throws IOException {
    elsewhere.close();
    server.close();
  }

  @Override
  BudgetLedger ledger() {
    return ledger;
  }

  @Override
  BudgetLedger elsewhere() {
    return elsewhere;
  }

  @Test
  @Tag("slow")
  void shouldForgetAccountsAfterTheirEndFromTimeToTime() {
    Account ended = new Account("ended", 10, Instant.now().minus(Duration.ofHours(2)));
    assertThat(ledger.reserve("a", "a", List.of(new Claim(ended, 5)), Duration.ofHours(1)))
        .isEmpty();
    ledger.settle("a", Map.of("ended", 5L));
    assertThat(ledger.balance("ended").used()).isEqualTo(5);

    for (int settled = 0; settled < 1_000; settled++) {
      ledger.settle("nobody", Map.of());
    }

    assertThat(ledger.balance("ended").used()).isZero();
  }

  @Test
  void shouldSayThatTheDatabaseCannotHoldTheNameOfAnAccount() {
    assertThatThrownBy(() -> ledger.balance("tenant a\0b"))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldSayThatTheDatabaseIsGone() {
    JdbcBudgetLedger closed = open();
    closed.close();

    assertThatThrownBy(() -> closed.balance("any")).isInstanceOf(StoreUnavailableException.class);
  }
}
