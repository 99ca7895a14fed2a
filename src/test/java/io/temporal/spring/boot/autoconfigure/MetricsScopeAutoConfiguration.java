package io.temporal.spring.boot.autoconfigure;

import com.uber.m3.tally.NoopScope;
import com.uber.m3.tally.Scope;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Brings its scope whether there is another one or not. */
@AutoConfiguration
@ConditionalOnBean(MeterRegistry.class)
public class MetricsScopeAutoConfiguration {
  @Bean
  Scope temporalMetricsScope() {
    return new NoopScope();
  }
}
