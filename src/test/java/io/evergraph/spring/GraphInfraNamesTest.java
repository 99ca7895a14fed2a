package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.backend.StoreInFront;
import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Store;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.LocalStore;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.server.admin.GraphInfrastructure;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** An application that names what is behind its graphs as other agent platforms do. */
class GraphInfraNamesTest {
  private static final String PREFIX = "agent.defaults.graph-infra.";

  private final WebApplicationContextRunner server =
      new WebApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  EvergraphAutoConfiguration.class, EvergraphWebAutoConfiguration.class))
          .withUserConfiguration(Graphs.class)
          .withPropertyValues("evergraph.runtime=memory");

  private static StandardEnvironment environment(Map<String, Object> properties) {
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("given", properties));
    new GraphInfraNames().postProcessEnvironment(environment, new SpringApplication());
    return environment;
  }

  private static TaskApplication application(Map<String, Object> properties) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put("evergraph.web.allow-admin", true);
    return TaskApplication.start(
        TaskApplication.runtime(new Semaphore(0)),
        new LocalTaskRecords(),
        new LocalAdmissionLimits(),
        all);
  }

  @Test
  void shouldTakeTheNamesOfSaversForOurs() {
    assertThat(environment(Map.of(PREFIX + "checkpoint-saver", "memory")))
        .extracting(it -> it.getProperty("evergraph.checkpoints.type"))
        .isEqualTo("memory");
    assertThat(environment(Map.of(PREFIX + "checkpoint-saver", "mysql")))
        .extracting(it -> it.getProperty("evergraph.checkpoints.type"))
        .isEqualTo("jdbc");
    StandardEnvironment redis =
        environment(
            Map.of(PREFIX + "checkpoint-saver", "redis", "spring.data.redis.host", "cache"));
    assertThat(redis.getProperty("evergraph.checkpoints.type")).isEqualTo("redis");
    assertThat(redis.getProperty("evergraph.checkpoints.redis-url"))
        .isEqualTo("redis://cache:6379/0");
  }

  @Test
  void shouldReachTheRedisServerOfSpringAsSpringDoes() {
    StandardEnvironment environment =
        environment(
            Map.of(
                PREFIX + "checkpoint-saver",
                "redis",
                "spring.data.redis.host",
                "cache",
                "spring.data.redis.password",
                "p@ss word",
                "spring.data.redis.database",
                "3",
                "spring.data.redis.ssl.enabled",
                "true"));

    assertThat(environment.getProperty("evergraph.checkpoints.redis-url"))
        .isEqualTo("rediss://:p%40ss%20word@cache:6379/3");
  }

  @Test
  void shouldEncryptWithTheBundleOfSpringUnlessThatIsSwitchedOff() {
    Map<String, Object> bundled =
        Map.of(
            PREFIX + "checkpoint-saver",
            "redis",
            "spring.data.redis.host",
            "cache",
            "spring.data.redis.ssl.bundle",
            "ours");
    Map<String, Object> plain = new HashMap<>(bundled);
    plain.put("spring.data.redis.ssl.enabled", "false");

    assertThat(environment(bundled).getProperty("evergraph.checkpoints.redis-url"))
        .isEqualTo("rediss://cache:6379/0");
    assertThat(environment(plain).getProperty("evergraph.checkpoints.redis-url"))
        .isEqualTo("redis://cache:6379/0");
  }

  @Test
  void shouldPreferOurOwnNames() {
    StandardEnvironment environment =
        environment(
            Map.of(PREFIX + "checkpoint-saver", "mysql", "evergraph.checkpoints.type", "redis"));

    assertThat(environment.getProperty("evergraph.checkpoints.type")).isEqualTo("redis");
  }

  @Test
  void shouldRefuseASaverThatIsNone() {
    assertThatThrownBy(() -> environment(Map.of(PREFIX + "checkpoint-saver", "paper")))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContainingAll(PREFIX + "checkpoint-saver", "memory, mysql or redis", "'paper'");
  }

  @Test
  void shouldShowDiagramsAndWhatIsBehindTheGraphs() throws Exception {
    try (TaskApplication application =
        application(
            Map.of(
                PREFIX + "checkpoint-saver", "memory",
                PREFIX + "observation-enabled", "true",
                PREFIX + "diagram-enabled", "true"))) {
      JsonNode status =
          TaskApplication.json(application.get("/api/admin/agents/graph-infra-status"));
      assertThat(status.path("checkpoint_saver").asText()).isEqualTo("memory");
      assertThat(status.path("observation_enabled").asBoolean()).isTrue();
      assertThat(status.path("diagram_enabled").asBoolean()).isTrue();
      assertThat(status.path("tasks").asText()).isEqualTo("memory");

      JsonNode diagram = TaskApplication.json(application.get("/api/admin/agents/support/diagram"));
      assertThat(diagram.path("mermaid").asText()).contains("flowchart TD", "read", "act");
      assertThat(TaskApplication.json(application.get("/api/admin/agents/diagrams")))
          .containsExactly(diagram);
      assertThat(application.get("/api/admin/agents/nobody/diagram").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void shouldShowTheStoresThatTheApplicationBrings() {
    CheckpointStore ledger =
        new StoreInFront(new LocalCheckpointStore()) {
          @Override
          public String kind() {
            return "ledger";
          }
        };

    server
        .withBean(CheckpointStore.class, () -> ledger)
        .withBean(Store.class, LocalStore::new)
        .run(
            context ->
                assertThat(context.getBean(GraphInfrastructure.class))
                    .returns("ledger", GraphInfrastructure::checkpointSaver)
                    .returns("memory", GraphInfrastructure::store));
  }

  @Test
  void shouldShowMemoryWhereThreadsAreSavedNowhere() {
    server
        .withPropertyValues("evergraph.checkpoints.type=none")
        .run(
            context ->
                assertThat(context.getBean(GraphInfrastructure.class))
                    .returns("memory", GraphInfrastructure::checkpointSaver)
                    .returns("none", GraphInfrastructure::store));
  }

  @Test
  void shouldShowNoDiagramWhereTheyAreSwitchedOff() throws Exception {
    try (TaskApplication application =
        application(
            Map.of(PREFIX + "observation-enabled", "false", PREFIX + "diagram-enabled", "false"))) {
      JsonNode status =
          TaskApplication.json(application.get("/api/admin/agents/graph-infra-status"));
      assertThat(status.path("diagram_enabled").asBoolean()).isFalse();
      assertThat(status.path("observation_enabled").asBoolean()).isFalse();
      assertThat(application.get("/api/admin/agents/diagrams").body())
          .contains("evergraph.web.diagrams=true");
    }
  }
}
