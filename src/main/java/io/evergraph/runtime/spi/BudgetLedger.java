package io.evergraph.runtime.spi;

import io.evergraph.error.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Accounts of what may be used in all: what is about to be used is reserved first, and settled by
 * what was used in fact. Safe for use by several threads and, where the back-end is shared,
 * processes: what is used and reserved together never exceeds an account, unless more was used than
 * had been reserved.
 *
 * <p>Every call throws {@link io.evergraph.error.StoreUnavailableException} when the back-end
 * cannot be reached.
 */
public interface BudgetLedger {
  /**
   * How long after its expiry a reservation can still be settled, and how long after its end an
   * account is kept for that.
   */
  Duration LATEST_SETTLEMENT = Duration.ofHours(1);

  /** The most that can be claimed or used at once: a thousand million, in millionths. */
  long MOST_AT_ONCE = 1_000_000_000_000_000L;

  /**
   * Something of which there is so much.
   *
   * @param name one per owner, kind and window of time
   * @param most how much there is
   * @param end when nothing more is claimed of it
   */
  record Account(String name, long most, Instant end) {
    public Account {
      Objects.requireNonNull(name, "name");
      Objects.requireNonNull(end, "end");
    }
  }

  /** A part of an account. */
  record Claim(Account account, long amount) {
    /**
     * Checks the amount.
     *
     * @throws InvalidInputException when it is below 0 or above {@link #MOST_AT_ONCE}
     */
    public Claim {
      Objects.requireNonNull(account, "account");
      requireAmount(account.name(), amount);
    }
  }

  /**
   * An account that does not hold what is claimed.
   *
   * @param used what is used of it, and reserved by others
   */
  record Shortage(Account account, long used) {}

  /**
   * How an account stands.
   *
   * @param used what was used
   * @param reserved what is reserved and has not expired
   */
  record Balance(long used, long reserved) {}

  /** Returns what this is called: {@code memory}, {@code jdbc}, {@code redis} … */
  String kind();

  /**
   * Reserves parts of accounts: all of them, or none. What the same owner has reserved counts no
   * more, so that somebody who tries again does not reserve twice; it can still be settled, by an
   * earlier attempt that was not over.
   *
   * @param owner who reserves, the same in every attempt
   * @param id of this reservation, another one in every attempt
   * @param expiry after which time it counts no more, so that a killed process gives it back
   * @return empty when all is reserved; else the first account that does not hold its part
   */
  Optional<Shortage> reserve(String owner, String id, List<Claim> claims, Duration expiry);

  /**
   * Puts what was used in the place of a reservation, once: where the id has none, nothing changes.
   * One that has expired, or that its owner has replaced, counts as used from now on.
   *
   * @param used what was used, by the names of all accounts of the reservation
   * @throws InvalidInputException when an amount is below 0 or above {@link #MOST_AT_ONCE}
   */
  void settle(String id, Map<String, Long> used);

  /** Returns how an account stands; nothing used where there is none of this name. */
  Balance balance(String account);

  /** Refuses amounts that cannot be counted. */
  static void requireAmount(String account, long amount) {
    if (amount < 0 || amount > MOST_AT_ONCE) {
      throw new InvalidInputException(
          "an amount of '" + account + "'", "0 to " + MOST_AT_ONCE, "" + amount);
    }
  }
}
