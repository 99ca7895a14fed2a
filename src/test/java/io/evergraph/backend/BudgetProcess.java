package io.evergraph.backend;

import io.evergraph.JavaProcess;
import io.evergraph.backend.jdbc.JdbcBudgetLedger;
import io.evergraph.backend.redis.RedisBudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger.Account;
import io.evergraph.runtime.spi.BudgetLedger.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** A process of its own that uses a budget until nothing is left, or holds a part of it. */
final class BudgetProcess {
  /** How long a killed process holds its part. */
  static final Duration EXPIRY = Duration.ofSeconds(5);

  /** Longer than a busy machine may take from a reservation to its settlement. */
  private static final Duration NEVER = Duration.ofMinutes(10);

  static final long RESERVED = 10;
  static final long USED = 7;
  static final String HELD = "task";
  private static final int THREADS = 10;
  private static final long PAUSE = 2_000_000;

  private BudgetProcess() {}

  static BudgetLedger open(String url) {
    return url.startsWith("redis:")
        ? RedisBudgetLedger.open(url)
        : JdbcBudgetLedger.open(url, "postgres", "postgres");
  }

  /** Returns the account that the tests with a folder use. */
  static Account account(Path folder) {
    return new Account("tokens " + folder, 3_000, Instant.parse("2100-01-01T00:00:00Z"));
  }

  static boolean reserves(BudgetLedger ledger, String id, Account account, long amount) {
    return reserves(ledger, id, account, amount, EXPIRY);
  }

  private static boolean reserves(
      BudgetLedger ledger, String id, Account account, long amount, Duration expiry) {
    return ledger.reserve(id, id, List.of(new Claim(account, amount)), expiry).isEmpty();
  }

  /** Uses the budget once, so that each process has a part in it however slow it is. */
  static long spendOnce(BudgetLedger ledger, String name, Account account) {
    String id = name + "-first";
    boolean isReserved = reserves(ledger, id, account, RESERVED, NEVER);
    ledger.settle(id, Map.of(account.name(), USED));
    return isReserved ? 1 : 0;
  }

  private static long spendBeside(BudgetLedger ledger, Path folder) throws IOException {
    Files.createFile(folder.resolve("began"));
    while (!Files.exists(folder.resolve("joined"))) {
      LockSupport.parkNanos(PAUSE);
    }
    return spend(ledger, "their", account(folder));
  }

  /** Uses the budget from several threads until it holds no more; returns how often. */
  static long spend(BudgetLedger ledger, String name, Account account) {
    List<Spender> spenders =
        IntStream.range(0, THREADS)
            .mapToObj(it -> new Spender(ledger, name + it, account))
            .toList();
    spenders.forEach(Thread::start);
    return spenders.stream().mapToLong(Spender::times).sum();
  }

  private static final class Spender extends Thread {
    private final BudgetLedger ledger;
    private final Account account;
    private long times;

    Spender(BudgetLedger ledger, String name, Account account) {
      super(name);
      this.ledger = ledger;
      this.account = account;
    }

    @Override
    public void run() {
      while (ledger.balance(account.name()).used() <= account.most() - RESERVED) {
        String id = getName() + "-" + times;
        if (reserves(ledger, id, account, RESERVED, NEVER)) {
          ledger.settle(id, Map.of(account.name(), USED));
          times++;
        }
      }
    }

    long times() {
      try {
        join();
        return times;
      } catch (InterruptedException stop) {
        throw new IllegalStateException(stop);
      }
    }
  }

  /** Starts a process that is ready when the folder holds a file of this name. */
  static Process start(String url, Path folder) throws IOException {
    return JavaProcess.start(BudgetProcess.class, url, folder.toString());
  }

  /** Holds a part or uses all, as a file says, writes down how often it did, and goes on. */
  public static void main(String[] arguments) throws Exception {
    BudgetLedger ledger = open(arguments[0]);
    Path folder = Path.of(arguments[1]);
    Account account = account(folder);
    Files.createFile(folder.resolve("ready"));
    while (!Files.exists(folder.resolve("spend")) && !Files.exists(folder.resolve("hold"))) {
      LockSupport.parkNanos(PAUSE);
    }
    long times =
        Files.exists(folder.resolve("hold"))
            ? (reserves(ledger, HELD, account, 2_000) ? 1 : 0)
            : spendOnce(ledger, "their", account) + spendBeside(ledger, folder);
    Path written = Files.writeString(folder.resolve("times.part"), "" + times);
    Files.move(written, folder.resolve("times"));
    new CountDownLatch(1).await();
  }
}
