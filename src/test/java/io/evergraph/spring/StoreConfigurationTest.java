package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.temporal.connection.TemporalConnection;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class StoreConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.temporal.embedded=true", "evergraph.worker.enabled=false");

  @Test
  void shouldKeepItemsInTheProcessOfTheEmbeddedServer() {
    runner.run(
        context -> {
          assertThat(context).doesNotHaveBean(Store.class);
          assertThat(context.getBean(TemporalConnection.class).store())
              .isInstanceOf(LocalStore.class);
        });
  }

  @Test
  void shouldTakeTheStoreOfTheApplication() {
    Store own = new LocalStore();
    runner
        .withBean(Store.class, () -> own)
        .run(
            context -> assertThat(context.getBean(TemporalConnection.class).store()).isSameAs(own));
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.store.type=jdbc")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("evergraph.store.jdbc.url"));
  }

  @Test
  void shouldSayWhichRedisItCannotReach() {
    runner
        .withPropertyValues(
            "evergraph.store.type=redis", "evergraph.store.redis-url=redis://127.0.0.1:1")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("the Redis of the long-term store"));
  }
}
