package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcEventBus;
import io.evergraph.backend.redis.RedisEventBus;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.spi.EventBus;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(EventBus.class)
class EmissionConfiguration {
  private static final String TYPE = "evergraph.emissions.type";

  /** Needs Spring JDBC, Flyway and a driver, which only some applications have. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    JdbcEventBus evergraphJdbcEventBus(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      EvergraphProperties.Jdbc jdbc = properties.emissions().jdbc();
      return Optional.ofNullable(jdbc.url())
          .map(url -> JdbcEventBus.open(url, jdbc.username(), jdbc.password()))
          .or(() -> Optional.ofNullable(databases.getIfUnique()).map(JdbcEventBus::new))
          .orElseThrow(
              () ->
                  new InvalidInputException(
                      TYPE + "=jdbc",
                      "evergraph.emissions.jdbc.url, or one DataSource bean",
                      "neither"));
    }
  }

  /** Needs Lettuce. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisEventBus evergraphRedisEventBus(EvergraphProperties properties) {
      return RedisEventBus.open(properties.emissions().redisUrl());
    }
  }
}
