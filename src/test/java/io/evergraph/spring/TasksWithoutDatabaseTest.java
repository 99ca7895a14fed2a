package io.evergraph.spring;

import static io.evergraph.spring.TaskApplication.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.jdbc.JdbcTasks;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A server whose PostgreSQL goes away. */
@Tag("real")
class TasksWithoutDatabaseTest {
  @Test
  void shouldSayWhenToComeAgainWhereTheDatabaseIsAway() throws Exception {
    try (EmbeddedPostgres server = EmbeddedPostgres.builder().start()) {
      JdbcTasks tasks =
          JdbcTasks.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
      try (TaskApplication application =
          TaskApplication.start(
              TaskApplication.runtime(new Semaphore(0)),
              tasks.records(),
              tasks.limits(),
              Map.of())) {
        assertThat(application.begin("ann", "now").statusCode()).isEqualTo(202);

        tasks.close();

        for (HttpResponse<String> refused :
            List.of(application.begin("ann", "now"), application.get("/tasks?user=ann"))) {
          assertThat(refused.statusCode()).isEqualTo(503);
          assertThat(json(refused).path("type").asText())
              .isEqualTo("urn:evergraph:problem:store-unavailable");
          assertThat(refused.headers().firstValue("retry-after")).hasValue("5");
        }
      }
    }
  }
}
