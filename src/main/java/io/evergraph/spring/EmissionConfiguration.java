package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcEventBus;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.runtime.spi.EventBus;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(EventBus.class)
class EmissionConfiguration {
  private static final String TYPE = "evergraph.emissions.type";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    @DependsOnDatabaseInitialization
    JdbcEventBus evergraphJdbcEventBus(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      return new ChosenDatabase(TYPE, properties.emissions().jdbc(), databases)
          .open(JdbcEventBus::open, JdbcEventBus::new);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisEventBus evergraphRedisEventBus(EvergraphProperties properties) {
      Libraries.REDIS.require(TYPE + "=redis");
      return RedisEventBus.open(properties.emissions().redisUrl());
    }
  }
}
