package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.github.bucket4j.postgresql.Bucket4jPostgreSQL;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.lettuce.core.RedisClient;
import io.temporal.testing.TestWorkflowEnvironment;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What an application is told that has chosen a back-end without its libraries. */
class LibrariesTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withPropertyValues("evergraph.runtime=memory");

  private void assertRefused(String choice, Class<?> missing, String artifact) {
    runner
        .withPropertyValues(choice)
        .withClassLoader(new FilteredClassLoader(missing))
        .run(RefusedStart.saying(choice, artifact, "class path", missing.getName()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evergraph.blobs.store",
        "evergraph.store.type",
        "evergraph.checkpoints.type",
        "evergraph.emissions.type",
        "evergraph.budgets.type",
        "evergraph.cache.type"
      })
  void shouldSayWhatADatabaseNeedsOnTheClassPath(String setting) {
    assertRefused(setting + "=jdbc", JdbcClient.class, "org.springframework:spring-jdbc");
    assertRefused(setting + "=jdbc", HikariDataSource.class, "com.zaxxer:HikariCP");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evergraph.store.type",
        "evergraph.checkpoints.type",
        "evergraph.emissions.type",
        "evergraph.budgets.type",
        "evergraph.cache.type",
        "evergraph.tasks.limits"
      })
  void shouldSayWhatRedisNeedsOnTheClassPath(String setting) {
    assertRefused(setting + "=redis", RedisClient.class, "io.lettuce:lettuce-core");
  }

  @Test
  void shouldSayWhatTasksNeedOnTheClassPathWhereTheirRecordsAreChosen() {
    assertRefused(
        "evergraph.tasks.type=jdbc",
        CircuitBreaker.class,
        "io.github.resilience4j:resilience4j-circuitbreaker");
  }

  @Test
  void shouldStartWithoutTasksWhereTheirLibraryIsMissingAndNoneAreAskedFor() {
    runner
        .withPropertyValues("evergraph.tasks.type=none")
        .withClassLoader(new FilteredClassLoader(CircuitBreaker.class))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void shouldNotGoOnInMemoryWhereTheEmbeddedServerIsAskedForAndMissing() {
    EvergraphProperties asked =
        new Binder(
                new MapConfigurationPropertySource(Map.of("evergraph.temporal.embedded", "true")))
            .bind("evergraph", EvergraphProperties.class)
            .get();

    assertThat(
            TemporalServers.isAvailable(
                asked.temporal(), "", new FilteredClassLoader(TestWorkflowEnvironment.class)))
        .isTrue();
  }

  static Stream<Arguments> limits() {
    return Stream.of(
        Arguments.of("evergraph.tasks.type=jdbc", Bucket4jPostgreSQL.class, "-postgresql"),
        Arguments.of("evergraph.tasks.limits=redis", Bucket4jLettuce.class, "-lettuce"));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void shouldSayWhatSharedLimitsNeedOnTheClassPath(
      String choice, Class<?> missing, String artifact) {
    assertRefused(choice, missing, "com.bucket4j:bucket4j_jdk17" + artifact);
  }
}
