package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.runtime.spi.CheckpointStore;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(CheckpointStore.class)
class CheckpointConfiguration {
  static final String TYPE = "evergraph.checkpoints.type";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    @DependsOnDatabaseInitialization
    JdbcCheckpointStore evergraphJdbcCheckpointStore(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      return new ChosenDatabase(TYPE, properties.checkpoints().jdbc(), databases)
          .open(JdbcCheckpointStore::open, JdbcCheckpointStore::new);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisCheckpointStore evergraphRedisCheckpointStore(EvergraphProperties properties) {
      Libraries.REDIS.require(TYPE + "=redis");
      return RedisCheckpointStore.open(properties.checkpoints().redisUrl());
    }
  }
}
