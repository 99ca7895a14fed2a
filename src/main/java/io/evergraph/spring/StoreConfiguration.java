package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcStore;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.graph.Store;
import io.evergraph.runtime.spi.LocalStore;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(Store.class)
class StoreConfiguration {
  static final String TYPE = "evergraph.store.type";

  @Bean
  @ConditionalOnProperty(name = TYPE, havingValue = "memory")
  Store evergraphLocalStore() {
    return new LocalStore();
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    @DependsOnDatabaseInitialization
    JdbcStore evergraphJdbcStore(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      return new ChosenDatabase(TYPE, properties.store().jdbc(), databases)
          .open(JdbcStore::open, JdbcStore::new);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisStore evergraphRedisStore(EvergraphProperties properties) {
      Libraries.REDIS.require(TYPE + "=redis");
      return RedisStore.open(properties.store().redisUrl());
    }
  }
}
