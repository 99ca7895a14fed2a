package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcBudgetLedger;
import io.evergraph.backend.redis.RedisBudgetLedger;
import io.evergraph.runtime.spi.BudgetLedger;
import io.evergraph.runtime.spi.LocalBudgetLedger;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The ledger that the agents of an application are given. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(BudgetLedger.class)
class BudgetConfiguration {
  private static final String TYPE = "evergraph.budgets.type";

  /** With {@code none}, too, each process counts for itself. */
  @Bean
  @ConditionalOnMissingBean
  BudgetLedger evergraphLocalBudgetLedger() {
    return new LocalBudgetLedger();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    @DependsOnDatabaseInitialization
    JdbcBudgetLedger evergraphJdbcBudgetLedger(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      return new ChosenDatabase(TYPE, properties.budgets().jdbc(), databases)
          .open(JdbcBudgetLedger::open, JdbcBudgetLedger::new);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisBudgetLedger evergraphRedisBudgetLedger(EvergraphProperties properties) {
      Libraries.REDIS.require(TYPE + "=redis");
      return RedisBudgetLedger.open(properties.budgets().redisUrl());
    }
  }
}
