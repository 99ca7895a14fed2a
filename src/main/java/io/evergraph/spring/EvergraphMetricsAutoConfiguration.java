package io.evergraph.spring;

import com.uber.m3.tally.RootScopeBuilder;
import com.uber.m3.tally.Scope;
import com.uber.m3.util.Duration;
import io.micrometer.core.instrument.MeterRegistry;
import io.temporal.common.reporter.MicrometerClientStatsReporter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The figures of client and worker ({@code temporal_*}) among those of the application. */
@AutoConfiguration(
    before = EvergraphAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
      "org.springframework.boot.micrometer.metrics.autoconfigure"
          + ".CompositeMeterRegistryAutoConfiguration",
      "io.temporal.spring.boot.autoconfigure.MetricsScopeAutoConfiguration"
    })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBooleanProperty(
    name = EvergraphMetricsAutoConfiguration.ENABLED,
    matchIfMissing = true)
public class EvergraphMetricsAutoConfiguration {
  static final String ENABLED = "evergraph.metrics.enabled";

  private static final double REPORT_SECONDS = 5;

  @Bean(destroyMethod = "close")
  @ConditionalOnBean(MeterRegistry.class)
  @ConditionalOnMissingBean
  Scope evergraphMetricsScope(MeterRegistry registry) {
    return new RootScopeBuilder()
        .reporter(new MicrometerClientStatsReporter(registry))
        .reportEvery(Duration.ofSeconds(REPORT_SECONDS));
  }
}
