package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcNodeCache;
import io.evergraph.backend.redis.RedisNodeCache;
import io.evergraph.runtime.spi.NodeCache;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
@ConditionalOnMissingBean(NodeCache.class)
class CacheConfiguration {
  private static final String TYPE = "evergraph.cache.type";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    @DependsOnDatabaseInitialization
    JdbcNodeCache evergraphJdbcNodeCache(
        EvergraphProperties properties, ObjectProvider<DataSource> databases) {
      return new ChosenDatabase(TYPE, properties.cache().jdbc(), databases)
          .open(JdbcNodeCache::open, JdbcNodeCache::new);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "redis")
  static class InRedis {
    @Bean
    RedisNodeCache evergraphRedisNodeCache(EvergraphProperties properties) {
      Libraries.REDIS.require(TYPE + "=redis");
      return RedisNodeCache.open(properties.cache().redisUrl());
    }
  }
}
