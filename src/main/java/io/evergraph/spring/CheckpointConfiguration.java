package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcCheckpointStore;
import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.CheckpointStore;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(CheckpointStore.class)
class CheckpointConfiguration {
  static final String TYPE = "evergraph.checkpoints.type";

  /** Needs Spring JDBC, Flyway and a driver, which only some applications have. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    JdbcCheckpointStore evergraphJdbcCheckpointStore(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      EvergraphProperties.Jdbc jdbc = properties.checkpoints().jdbc();
      return Optional.ofNullable(jdbc.url())
          .map(url -> JdbcCheckpointStore.open(url, jdbc.username(), jdbc.password()))
          .or(() -> Optional.ofNullable(databases.getIfUnique()).map(JdbcCheckpointStore::new))
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      TYPE + "=jdbc",
                      "evergraph.checkpoints.jdbc.url, or one DataSource bean",
                      "neither"));
    }
  }

  /** Needs Lettuce. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisCheckpointStore evergraphRedisCheckpointStore(EvergraphProperties properties) {
      return RedisCheckpointStore.open(properties.checkpoints().redisUrl());
    }
  }
}
