package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.jdbc.JdbcBudgetLedger;
import io.evergraph.backend.redis.RedisBudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class BudgetConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.runtime=memory");

  @Test
  void shouldKeepBudgetsInTheProcessUnlessSaid() {
    runner.run(
        context ->
            assertThat(context.getBean(BudgetLedger.class)).isInstanceOf(LocalBudgetLedger.class));
    runner
        .withPropertyValues("evergraph.budgets.type=none")
        .run(context -> assertThat(context).hasSingleBean(LocalBudgetLedger.class));
  }

  @Test
  void shouldTakeTheLedgerOfTheApplication() {
    BudgetLedger own = new LocalBudgetLedger();
    runner
        .withBean(BudgetLedger.class, () -> own)
        .run(context -> assertThat(context.getBean(BudgetLedger.class)).isSameAs(own));
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.budgets.type=jdbc")
        .run(RefusedStart.saying("evergraph.budgets.jdbc.url"));
  }

  @Test
  @Tag("real")
  void shouldKeepBudgetsInTheDatabaseOfTheApplication() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      runner
          .withPropertyValues("evergraph.budgets.type=jdbc")
          .withBean(DataSource.class, server::getPostgresDatabase)
          .run(
              context ->
                  assertThat(context.getBean(BudgetLedger.class))
                      .isInstanceOf(JdbcBudgetLedger.class));
    }
  }

  @Test
  @Tag("real")
  void shouldKeepBudgetsInRedis() throws Exception {
    try (OwnRedis server = OwnRedis.start()) {
      runner
          .withPropertyValues(
              "evergraph.budgets.type=redis", "evergraph.budgets.redis-url=" + server.url())
          .run(
              context ->
                  assertThat(context.getBean(BudgetLedger.class))
                      .isInstanceOf(RedisBudgetLedger.class));
    }
  }
}
