package io.evergraph.spring;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.evergraph.backend.redis.RedisAdmissionLimits;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.task.AfterHook;
import io.evergraph.task.AgentTaskOrchestrator;
import io.evergraph.task.BeforeHook;
import io.evergraph.task.OrchestratorBuilder;
import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.NoneNestedConditions;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Tasks of agents, where the library of their circuit breakers is on the class path. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(name = TaskConfiguration.BREAKERS)
class TaskConfiguration {
  static final String BREAKERS = "io.github.resilience4j.circuitbreaker.CircuitBreaker";
  static final String TYPE = "evergraph.tasks.type";
  private static final String LIMITS = "evergraph.tasks.limits";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "memory", matchIfMissing = true)
  static class InMemory {
    @Bean
    @ConditionalOnMissingBean
    TaskRecords evergraphLocalTaskRecords() {
      return new LocalTaskRecords();
    }

    @Bean
    @Conditional(LimitsWithRecords.class)
    @ConditionalOnMissingBean
    AdmissionLimits evergraphLocalAdmissionLimits() {
      return new LocalAdmissionLimits();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = TYPE, havingValue = "jdbc")
  static class InDatabase {
    @Bean
    @DependsOnDatabaseInitialization
    JdbcTasks evergraphJdbcTasks(TaskProperties properties, ObjectProvider<DataSource> databases) {
      Libraries.LIMITS_IN_DATABASE.require(TYPE + "=jdbc");
      return new ChosenDatabase(TYPE, properties.jdbc(), databases)
          .open(JdbcTasks::open, JdbcTasks::new);
    }

    @Bean
    @ConditionalOnMissingBean
    TaskRecords evergraphJdbcTaskRecords(JdbcTasks tasks) {
      return tasks.records();
    }

    @Bean
    @Conditional(LimitsWithRecords.class)
    @ConditionalOnMissingBean
    AdmissionLimits evergraphJdbcAdmissionLimits(JdbcTasks tasks) {
      return tasks.limits();
    }
  }

  /** However the other place is spelled. */
  static final class LimitsWithRecords extends NoneNestedConditions {
    LimitsWithRecords() {
      super(ConfigurationPhase.REGISTER_BEAN);
    }

    @ConditionalOnProperty(name = LIMITS, havingValue = "redis")
    static class InRedis {}
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnProperty(name = LIMITS, havingValue = "redis")
  static class LimitsInRedis {
    @Bean
    @ConditionalOnMissingBean(AdmissionLimits.class)
    RedisAdmissionLimits evergraphRedisAdmissionLimits(TaskProperties properties) {
      Libraries.REDIS.require(LIMITS + "=redis");
      Libraries.LIMITS_IN_REDIS.require(LIMITS + "=redis");
      return RedisAdmissionLimits.open(properties.redisUrl());
    }
  }

  /** Hooks are beans: those before by their names, in order. */
  @Bean
  @ConditionalOnBean({TaskRecords.class, AdmissionLimits.class})
  @ConditionalOnMissingBean
  AgentTaskOrchestrator evergraphOrchestrator(
      GraphRuntime runtime,
      TaskRecords records,
      AdmissionLimits limits,
      TaskProperties properties,
      ObjectProvider<AfterHook> after,
      ObjectProvider<BeforeHook> before,
      ListableBeanFactory beans) {
    OrchestratorBuilder desk =
        AgentTaskOrchestrator.on(runtime)
            .records(records)
            .limits(limits)
            .breaker(properties.breaker().rule())
            .perUser(properties.user().rule())
            .capacity(properties.capacity().rule())
            .timeouts(properties.timeouts())
            .retry(properties.retry().rule())
            .expiry(properties.expiry());
    before.orderedStream().forEach(hook -> desk.before(name(hook, beans), hook));
    after.orderedStream().forEach(desk::after);
    return desk.build();
  }

  private static String name(BeforeHook hook, ListableBeanFactory beans) {
    return beans.getBeansOfType(BeforeHook.class).entrySet().stream()
        .filter(bean -> bean.getValue() == hook)
        .findFirst()
        .orElseThrow()
        .getKey();
  }
}
