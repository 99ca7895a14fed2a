package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.backend.redis.RedisBudgetLedger;
import io.evergraph.error.StoreUnavailableException;
import io.evergraph.runtime.spi.BudgetLedger;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On a real Redis. */
@Tag("real")
class RedisBudgetLedgerTest extends BudgetLedgerContract {
  private static OwnRedis server;
  private static RedisBudgetLedger ledger;
  private static RedisBudgetLedger elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = OwnRedis.start();
    ledger = RedisBudgetLedger.open(server.url());
    elsewhere = RedisBudgetLedger.open(server.url());
  }

  @AfterAll
  static void stopServer() throws IOException {
    ledger.close();
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
  void shouldSayThatTheServerIsGone() throws IOException {
    OwnRedis other = OwnRedis.start();
    try (RedisBudgetLedger left = RedisBudgetLedger.open(other.url())) {
      other.close();

      assertThatThrownBy(() -> left.balance("any")).isInstanceOf(StoreUnavailableException.class);
    }
  }
}
