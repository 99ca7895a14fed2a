package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.graph.Store;
import io.evergraph.runtime.spi.LocalStore;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(Store.class)
class StoreConfiguration {
  private static final String TYPE = "evergraph.store.type";

  @Bean
  @ConditionalOnProperty(name = TYPE, havingValue = "memory")
  Store evergraphLocalStore() {
    return new LocalStore();
  }

  /** Needs Spring JDBC, Flyway and a driver, which only some applications have. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    JdbcStore evergraphJdbcStore(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      return new ChosenDatabase("evergraph.store", properties.store().jdbc(), databases)
          .open(JdbcStore::open, JdbcStore::new);
    }
  }

  /** Needs Lettuce. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisStore evergraphRedisStore(EvergraphProperties properties) {
      return RedisStore.open(properties.store().redisUrl());
    }
  }
}
