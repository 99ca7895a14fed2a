package io.evergraph.spring;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RuntimeInfo;
import io.evergraph.temporal.connection.TemporalConnection;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The health of what runs the graphs. */
@AutoConfiguration(
    after = EvergraphAutoConfiguration.class,
    afterName =
        "org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration")
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
  @ConditionalOnBean(TemporalConnection.class)
  static TemporalReadiness evergraphTemporalReadiness() {
    return new TemporalReadiness();
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

  private static final class TemporalHealthIndicator extends AbstractHealthIndicator {
    private static final long PATIENCE_SECONDS = 2;

    private final TemporalConnection connection;
    private final RuntimeInfo info;

    TemporalHealthIndicator(TemporalConnection connection, RuntimeInfo info) {
      super("The Temporal server does not answer");
      this.connection = connection;
      this.info = info;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
      builder.withDetail("durable", info.durability() == RuntimeInfo.Durability.DURABLE);
      info.details().forEach(builder::withDetail);
      String version =
          connection
              .client()
              .getWorkflowServiceStubs()
              .blockingStub()
              .withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS)
              .getSystemInfo(GetSystemInfoRequest.getDefaultInstance())
              .getServerVersion();
      if (!version.isEmpty()) {
        builder.withDetail("serverVersion", version);
      }
      builder.up();
    }
  }
}
