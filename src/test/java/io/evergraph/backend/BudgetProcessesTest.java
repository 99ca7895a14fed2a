package io.evergraph.backend;

import static io.evergraph.backend.BudgetProcess.account;
import static io.evergraph.backend.BudgetProcess.reserves;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger.Balance;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes with one budget in PostgreSQL or Redis, of which one may be killed. */
@Tag("real")
@Tag("slow")
class BudgetProcessesTest {
  private static final Duration LONGEST = Duration.ofMinutes(4);

  @TempDir Path folder;
  private static EmbeddedPostgres postgres;
  private static OwnRedis redis;

  @BeforeAll
  static void startServers() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
    redis = OwnRedis.start();
  }

  @AfterAll
  static void stopServers() throws IOException {
    postgres.close();
    redis.close();
  }

  private static String url(String kind) {
    return kind.equals("redis") ? redis.url() : postgres.getJdbcUrl("postgres", "postgres");
  }

  private void awaitFile(String name) {
    await().atMost(LONGEST).until(() -> Files.exists(folder.resolve(name)));
  }

  private static void close(BudgetLedger ledger) throws Exception {
    ((AutoCloseable) ledger).close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc", "redis"})
  void shouldUseAllOfABudgetAndNoMoreOverTwoProcesses(String kind) throws Exception {
    String url = url(kind);
    Process other = BudgetProcess.start(url, folder);
    BudgetLedger ledger = BudgetProcess.open(url);
    try {
      awaitFile("ready");
      Files.createFile(folder.resolve("spend"));
      awaitFile("began");
      long first = BudgetProcess.spendOnce(ledger, "our", account(folder));
      Files.createFile(folder.resolve("joined"));
      long ours = first + BudgetProcess.spend(ledger, "our", account(folder));
      awaitFile("times");
      long theirs = Long.parseLong(Files.readString(folder.resolve("times")));

      assertThat(ours + theirs).isEqualTo(428);
      assertThat(ours).isPositive();
      assertThat(theirs).isPositive();
      assertThat(ledger.balance(account(folder).name()))
          .isEqualTo(new Balance(428 * BudgetProcess.USED, 0));
    } finally {
      close(ledger);
      other.destroyForcibly().waitFor();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc", "redis"})
  void shouldGiveBackWhatAKilledProcessHadReserved(String kind) throws Exception {
    String url = url(kind);
    Process other = BudgetProcess.start(url, folder);
    BudgetLedger ledger = BudgetProcess.open(url);
    try {
      awaitFile("ready");
      Files.createFile(folder.resolve("hold"));
      awaitFile("times");
      other.destroyForcibly().waitFor();

      assertThat(reserves(ledger, BudgetProcess.HELD, account(folder), 2_000)).isTrue();
      assertThat(reserves(ledger, "another", account(folder), 1_001)).isFalse();

      await().atMost(LONGEST).until(() -> reserves(ledger, "another", account(folder), 3_000));
    } finally {
      close(ledger);
      other.destroyForcibly().waitFor();
    }
  }
}
