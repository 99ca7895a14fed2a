package io.evergraph.runtime.spi;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Keeps accounts in this process, for this process alone. */
public final class LocalBudgetLedger implements BudgetLedger {
  private final Clock clock;
  private final Map<String, Entry> entries = new HashMap<>();

  /** Reservations expire by the clock of the system. */
  public LocalBudgetLedger() {
    this(Clock.systemUTC());
  }

  /** Reservations expire by a clock. */
  public LocalBudgetLedger(Clock clock) {
    this.clock = clock;
  }

  private record Reserved(String owner, long amount, Instant expiresAt) {
    Reserved nothing() {
      return new Reserved(owner, 0, expiresAt);
    }
  }

  /** What is known of an account. */
  private static final class Entry {
    private final Map<String, Reserved> reserved = new HashMap<>();
    private Instant end;
    private long used;

    Entry(Instant end) {
      this.end = end;
    }

    long reserved(Instant now, Predicate<Reserved> which) {
      return reserved.values().stream()
          .filter(it -> which.test(it) && it.expiresAt().isAfter(now))
          .mapToLong(Reserved::amount)
          .sum();
    }

    void reserve(String id, Reserved part) {
      reserved.replaceAll((other, it) -> it.owner().equals(part.owner()) ? part.nothing() : it);
      reserved.put(id, part);
    }
  }

  @Override
  public String kind() {
    return "memory";
  }

  @Override
  public synchronized Optional<Shortage> reserve(
      String owner, String id, List<Claim> claims, Duration expiry) {
    Instant now = clock.instant();
    removeOld(now.minus(LATEST_SETTLEMENT));
    for (Claim claim : claims) {
      Entry entry = entry(claim.account());
      long used = entry.used + entry.reserved(now, it -> !it.owner().equals(owner));
      if (used > claim.account().most() - claim.amount()) {
        return Optional.of(new Shortage(claim.account(), used));
      }
    }
    for (Claim claim : claims) {
      Reserved part = new Reserved(owner, claim.amount(), now.plus(expiry));
      entry(claim.account()).reserve(id, part);
    }
    return Optional.empty();
  }

  private Entry entry(Account account) {
    Entry entry = entries.computeIfAbsent(account.name(), unused -> new Entry(account.end()));
    entry.end = account.end();
    return entry;
  }

  private void removeOld(Instant time) {
    entries.values().removeIf(entry -> entry.end.isBefore(time));
    entries
        .values()
        .forEach(entry -> entry.reserved.values().removeIf(it -> it.expiresAt().isBefore(time)));
  }

  @Override
  public synchronized void settle(String id, Map<String, Long> used) {
    used.forEach(BudgetLedger::requireAmount);
    used.forEach(
        (account, amount) -> {
          Entry entry = entries.get(account);
          if (entry != null && entry.reserved.remove(id) != null) {
            entry.used += amount;
          }
        });
  }

  @Override
  public synchronized Balance balance(String account) {
    Entry entry = entries.get(account);
    return entry == null
        ? new Balance(0, 0)
        : new Balance(entry.used, entry.reserved(clock.instant(), any -> true));
  }
}
