package io.evergraph.spring;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.temporal.connection.TemporalConnection;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of what runs the graphs. */
@AutoConfiguration(after = EvergraphAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
public class EvergraphHealthAutoConfiguration {

  @Bean
  @ConditionalOnBean(TemporalConnection.class)
  @ConditionalOnMissingBean(name = "temporalHealthIndicator")
  @ConditionalOnEnabledHealthIndicator("temporal")
  HealthIndicator temporalHealthIndicator(TemporalConnection connection, GraphRuntime runtime) {
    return new TemporalHealthIndicator(connection, runtime.info());
  }

  @Bean
  @ConditionalOnBean(GraphWorkerLifecycle.class)
  @ConditionalOnMissingBean(name = "workerHealthIndicator")
  @ConditionalOnEnabledHealthIndicator("worker")
  HealthIndicator workerHealthIndicator(GraphWorkerLifecycle worker) {
    return () ->
        (worker.isRunning() ? Health.up() : Health.outOfService())
            .withDetail("taskQueue", worker.taskQueue())
            .build();
  }
}
