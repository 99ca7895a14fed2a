package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import io.evergraph.task.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalBudgetLedgerTest extends BudgetLedgerContract {
  private final SettableClock clock = new SettableClock();
  private final BudgetLedger ledger = new LocalBudgetLedger(clock);

  @Override
  BudgetLedger ledger() {
    return ledger;
  }

  @Override
  BudgetLedger elsewhere() {
    return ledger;
  }

  @Override
  void pass(Duration time) {
    clock.pass(time);
  }

  @Test
  void shouldForgetAnAccountAfterItsEnd() {
    BudgetLedger.Account hour =
        new BudgetLedger.Account("hour", 10, clock.instant().plus(Duration.ofHours(1)));
    assertThat(
            ledger.reserve("a", "a", List.of(new BudgetLedger.Claim(hour, 5)), Duration.ofHours(1)))
        .isEmpty();
    ledger.settle("a", Map.of("hour", 5L));
    assertThat(ledger.balance("hour").used()).isEqualTo(5);

    clock.pass(Duration.ofHours(3));
    assertThat(ledger.reserve("b", "b", List.of(), Duration.ofHours(1))).isEmpty();

    assertThat(ledger.balance("hour").used()).isZero();
  }
}
