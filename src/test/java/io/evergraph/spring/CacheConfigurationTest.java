package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.runtime.spi.NodeCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class CacheConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.temporal.embedded=true", "evergraph.worker.enabled=false");

  @Test
  void shouldKeepResultsInItsOwnProcessUnlessThereIsAPlace() {
    runner.run(
        context ->
            assertThat(context.getBean(GraphRuntime.class).cache())
                .isInstanceOf(LocalNodeCache.class));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "temporal"})
  void shouldTakeTheCacheOfTheApplication(String kind) {
    NodeCache own = new LocalNodeCache();
    runner
        .withBean(NodeCache.class, () -> own)
        .withPropertyValues("evergraph.runtime=" + kind)
        .run(context -> assertThat(context.getBean(GraphRuntime.class).cache()).isSameAs(own));
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.cache.type=jdbc")
        .run(RefusedStart.saying("evergraph.cache.jdbc.url"));
  }

  @Test
  void shouldSayWhichRedisItCannotReach() {
    runner
        .withPropertyValues(
            "evergraph.cache.type=redis", "evergraph.cache.redis-url=redis://127.0.0.1:1")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("the Redis of the node cache"));
  }
}
