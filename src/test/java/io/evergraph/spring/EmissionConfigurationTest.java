package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.spi.EventBus;
import io.evergraph.runtime.spi.LocalEventBus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class EmissionConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.temporal.embedded=true", "evergraph.worker.enabled=false");

  @Test
  void shouldReachItsOwnProcessUnlessThereIsAPlace() {
    runner.run(
        context ->
            assertThat(context.getBean(GraphRuntime.class).bus().reach())
                .isEqualTo(EventBus.Reach.PROCESS));
  }

  @ParameterizedTest
  @ValueSource(strings = {"memory", "temporal"})
  void shouldTakeTheBusOfTheApplication(String kind) {
    EventBus own = new LocalEventBus();
    runner
        .withBean(EventBus.class, () -> own)
        .withPropertyValues("evergraph.runtime=" + kind)
        .run(context -> assertThat(context.getBean(GraphRuntime.class).bus()).isSameAs(own));
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.emissions.type=jdbc")
        .run(RefusedStart.saying("evergraph.emissions.jdbc.url"));
  }

  @Test
  void shouldSayWhichRedisItCannotReach() {
    runner
        .withPropertyValues(
            "evergraph.emissions.type=redis", "evergraph.emissions.redis-url=redis://127.0.0.1:1")
        .run(
            context ->
                assertThat(context).getFailure().hasStackTraceContaining("the Redis of emissions"));
  }
}
