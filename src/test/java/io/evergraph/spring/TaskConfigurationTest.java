package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.jdbc.JdbcTaskRecords;
import io.evergraph.backend.redis.RedisAdmissionLimits;
import io.evergraph.runtime.spi.AdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import io.evergraph.task.AfterHook;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.AgentTaskOrchestrator;
import io.evergraph.task.BeforeHook;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class TaskConfigurationTest {
  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(EvergraphAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.runtime=memory");

  @Test
  void shouldKeepTasksInTheProcessUnlessSaid() {
    runner.run(
        context -> {
          assertThat(context.getBean(TaskRecords.class)).isInstanceOf(LocalTaskRecords.class);
          assertThat(context).hasSingleBean(AgentTaskOrchestrator.class);
          TaskProperties properties = context.getBean(TaskProperties.class);
          assertThat(properties.user().rule())
              .hasToString("PerUser[requests=30, window=PT1M, concurrent=5]");
          assertThat(properties.breaker().rule())
              .hasToString("Breaker[window=PT1M, calls=5, failureRate=0.5, openFor=PT30S]");
          assertThat(properties.capacity().rule())
              .hasToString("Capacity[total=200, perAgent=50, longestWait=PT5S]");
          assertThat(properties.retry().rule())
              .hasToString("RetryPauses[first=PT0.5S, longest=PT5S]");
          assertThat(properties.timeouts().hard()).isEqualTo(Duration.ofMinutes(15));
        });
  }

  @Test
  void shouldHaveNoTasksWhereTheyAreSwitchedOffOrTheLibraryIsMissing() {
    runner
        .withPropertyValues("evergraph.tasks.type=none")
        .run(context -> assertThat(context).doesNotHaveBean(AgentTaskOrchestrator.class));
    runner
        .withClassLoader(new FilteredClassLoader("io.github.resilience4j"))
        .run(context -> assertThat(context).doesNotHaveBean(AgentTaskOrchestrator.class));
  }

  @Test
  void shouldAskTheHooksOfTheApplication() {
    List<TaskRecord> seen = new CopyOnWriteArrayList<>();
    runner
        .withBean(
            "polite",
            BeforeHook.class,
            () -> it -> BeforeHook.Decision.pass(it.input("name", "Ada")))
        .withBean("audit", AfterHook.class, () -> seen::add)
        .run(
            context -> {
              TaskRecord end =
                  context
                      .getBean(AgentTaskOrchestrator.class)
                      .execute(AgentRequest.to("greeting", "ann"))
                      .await(Duration.ofSeconds(30));

              assertThat(end.state()).isEqualTo(TaskState.FINISHED);
              assertThat(end.input()).containsEntry("name", "Ada");
              assertThat(seen).containsExactly(end);
            });
  }

  @Test
  void shouldSayWhatADatabaseNeeds() {
    runner
        .withPropertyValues("evergraph.tasks.type=jdbc")
        .run(RefusedStart.saying("evergraph.tasks.jdbc.url"));
  }

  @Test
  @Tag("real")
  void shouldKeepTasksInTheDatabaseOfTheApplication() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      runner
          .withPropertyValues("evergraph.tasks.type=jdbc")
          .withBean(DataSource.class, server::getPostgresDatabase)
          .run(
              context -> {
                assertThat(context.getBean(TaskRecords.class)).isInstanceOf(JdbcTaskRecords.class);
                assertThat(context).hasSingleBean(AdmissionLimits.class);
                assertThat(context.getBean(AgentTaskOrchestrator.class).backEnd())
                    .isEqualTo("jdbc");
              });
    }
  }

  /** As variables of the environment are written. */
  @Test
  void shouldCountLimitsWithTheRecordsHoweverThatIsSpelled() {
    runner
        .withPropertyValues("evergraph.tasks.limits=WITH_RECORDS")
        .run(context -> assertThat(context).hasSingleBean(AgentTaskOrchestrator.class));
  }

  @Test
  @Tag("real")
  void shouldCountLimitsInRedisBesideRecordsElsewhere() throws Exception {
    try (OwnRedis server = OwnRedis.start()) {
      runner
          .withPropertyValues(
              "evergraph.tasks.limits=redis", "evergraph.tasks.redis-url=" + server.url())
          .run(
              context -> {
                assertThat(context.getBean(AdmissionLimits.class))
                    .isInstanceOf(RedisAdmissionLimits.class);
                assertThat(context.getBean(TaskRecords.class)).isInstanceOf(LocalTaskRecords.class);
                assertThat(context).hasSingleBean(AgentTaskOrchestrator.class);
              });
    }
  }
}
