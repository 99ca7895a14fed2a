package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger.Account;
import io.evergraph.runtime.spi.BudgetLedger.Balance;
import io.evergraph.runtime.spi.BudgetLedger.Claim;
import io.evergraph.runtime.spi.BudgetLedger.Shortage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What all ledgers of budgets do. */
abstract class BudgetLedgerContract {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final String name = TimeOrderedId.next();
  private final Account tokens =
      new Account("tokens " + name, 100, Instant.now().plus(Duration.ofDays(1)));
  private final Account cost = new Account("cost " + name, 10, tokens.end());

  abstract BudgetLedger ledger();

  /** The same ledger as another process opens it. */
  abstract BudgetLedger elsewhere();

  private Optional<Shortage> reserve(BudgetLedger ledger, String id, long amount) {
    return ledger.reserve(id, id, List.of(new Claim(tokens, amount)), MINUTE);
  }

  @Test
  void shouldReserveUntilAnAccountHoldsNoMore() {
    assertThat(reserve(ledger(), "a", 60)).isEmpty();
    assertThat(reserve(elsewhere(), "b", 40)).isEmpty();

    assertThat(reserve(ledger(), "c", 1)).contains(new Shortage(tokens, 100));
    assertThat(elsewhere().balance(tokens.name())).isEqualTo(new Balance(0, 100));
  }

  @Test
  void shouldReleaseWhatWasNotUsed() {
    assertThat(reserve(ledger(), "a", 100)).isEmpty();

    elsewhere().settle("a", Map.of(tokens.name(), 30L));

    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(30, 0));
    assertThat(reserve(ledger(), "b", 71)).contains(new Shortage(tokens, 30));
    assertThat(reserve(elsewhere(), "b", 70)).isEmpty();
  }

  @Test
  void shouldCountWhatWasUsedBeyondAReservation() {
    assertThat(reserve(ledger(), "a", 10)).isEmpty();

    ledger().settle("a", Map.of(tokens.name(), 120L));

    assertThat(reserve(elsewhere(), "b", 0)).contains(new Shortage(tokens, 120));
  }

  @Test
  void shouldReserveOnceForWhoTriesAgain() {
    assertThat(reserve(ledger(), "a", 80)).isEmpty();

    assertThat(reserve(elsewhere(), "a", 90)).isEmpty();

    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(0, 90));
    assertThat(reserve(ledger(), "b", 11)).contains(new Shortage(tokens, 90));
  }

  @Test
  void shouldCountWhatEachOfTwoOverlappingAttemptsHasUsed() {
    List<Claim> claims = List.of(new Claim(tokens, 60));
    assertThat(ledger().reserve("task", "first", claims, MINUTE)).isEmpty();
    assertThat(elsewhere().reserve("task", "second", claims, MINUTE)).isEmpty();
    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(0, 60));

    ledger().settle("first", Map.of(tokens.name(), 20L));
    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(20, 60));
    ledger().settle("first", Map.of(tokens.name(), 20L));
    elsewhere().settle("second", Map.of(tokens.name(), 30L));

    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(50, 0));
  }

  @Test
  void shouldKeepTheEarlierReservationOfAnOwnerWhoseNextOneDoesNotFit() {
    assertThat(ledger().reserve("task", "first", List.of(new Claim(tokens, 60)), MINUTE)).isEmpty();
    assertThat(reserve(ledger(), "other", 40)).isEmpty();

    List<Claim> more = List.of(new Claim(tokens, 61));
    assertThat(elsewhere().reserve("task", "second", more, MINUTE))
        .contains(new Shortage(tokens, 40));

    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(0, 100));
  }

  @Test
  void shouldSettleOnce() {
    assertThat(reserve(ledger(), "a", 20)).isEmpty();

    ledger().settle("a", Map.of(tokens.name(), 15L));
    elsewhere().settle("a", Map.of(tokens.name(), 15L));
    ledger().settle("nobody", Map.of(tokens.name(), 15L));

    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(15, 0));
    assertThat(reserve(ledger(), "a", 85)).isEmpty();
  }

  @Test
  void shouldReserveAllPartsOrNone() {
    List<Claim> both = List.of(new Claim(tokens, 50), new Claim(cost, 8));
    assertThat(ledger().reserve("a", "a", both, MINUTE)).isEmpty();

    assertThat(elsewhere().reserve("b", "b", both, MINUTE)).contains(new Shortage(cost, 8));

    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(0, 50));
    ledger().settle("a", Map.of(tokens.name(), 40L, cost.name(), 2L));
    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(40, 0));
    assertThat(elsewhere().balance(cost.name())).isEqualTo(new Balance(2, 0));
    assertThat(elsewhere().reserve("b", "b", both, MINUTE)).isEmpty();
  }

  @Test
  void shouldGiveBackWhatExpiresAndCountWhatIsSettledLate() {
    Duration brief = Duration.ofMillis(50);
    assertThat(ledger().reserve("a", "a", List.of(new Claim(tokens, 100)), brief)).isEmpty();

    pass(brief);

    await().until(() -> reserve(elsewhere(), "b", 40).isEmpty());
    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(0, 40));
    ledger().settle("a", Map.of(tokens.name(), 90L));
    assertThat(elsewhere().balance(tokens.name())).isEqualTo(new Balance(90, 40));
  }

  /** Moves the clock of the ledger, where it can be moved. */
  void pass(Duration time) {}

  @Test
  void shouldReserveWithoutEndWhereThereIsNoLimit() {
    Account endless = new Account(tokens.name(), Long.MAX_VALUE, tokens.end());
    assertThat(reserve(ledger(), "a", 100)).isEmpty();

    assertThat(
            elsewhere()
                .reserve("b", "b", List.of(new Claim(endless, BudgetLedger.MOST_AT_ONCE)), MINUTE))
        .isEmpty();

    ledger().settle("b", Map.of(tokens.name(), BudgetLedger.MOST_AT_ONCE));
    assertThat(ledger().balance(tokens.name()))
        .isEqualTo(new Balance(BudgetLedger.MOST_AT_ONCE, 100));
  }

  @Test
  void shouldRefuseWhatCannotBeCounted() {
    assertThatThrownBy(() -> ledger().settle("a", Map.of(tokens.name(), -1L)))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> new Claim(tokens, BudgetLedger.MOST_AT_ONCE + 1))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldGiveOutExactlyWhatThereIsWhenManyCome() {
    long reserved =
        IntStream.range(0, 60)
            .parallel()
            .filter(it -> isUsed(it % 2 == 0 ? ledger() : elsewhere(), "id " + it))
            .count();

    assertThat(reserved).isEqualTo(14);
    assertThat(ledger().balance(tokens.name())).isEqualTo(new Balance(98, 0));
  }

  private boolean isUsed(BudgetLedger ledger, String id) {
    if (reserve(ledger, id, 7).isPresent()) {
      return false;
    }
    ledger.settle(id, Map.of(tokens.name(), 7L));
    return true;
  }
}
