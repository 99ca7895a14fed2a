package io.evergraph.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.simple.JdbcClient;

/** An empty database gets the application's tables first, then ours. */
@Tag("real")
class OrderOfTablesTest {
  private static EmbeddedPostgres server;

  @TempDir private static Path migrations;

  @BeforeAll
  static void start() throws IOException {
    server = EmbeddedPostgres.builder().start();
    Path unused = Files.writeString(migrations.resolve("V1__own.sql"), "CREATE TABLE own (id int)");
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "blobs.store",
        "budgets.type",
        "cache.type",
        "checkpoints.type",
        "emissions.type",
        "store.type",
        "tasks.type"
      })
  void shouldStartOnAnEmptyDatabaseBesideTheFlywayOfTheApplication(String setting) {
    String name = setting.replace('.', '_');
    int unused =
        JdbcClient.create(server.getPostgresDatabase()).sql("CREATE DATABASE " + name).update();
    DataSource database = server.getDatabase("postgres", name);

    new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(EvergraphAutoConfiguration.class, TablesOfTheApplication.class))
        .withUserConfiguration(Graphs.class)
        .withBean(DataSource.class, () -> database)
        .withPropertyValues(
            "evergraph.runtime=memory",
            "evergraph." + setting + "=jdbc",
            "migrations=" + migrations)
        .run(
            context -> {
              assertThat(context).hasNotFailed();
              assertThat(context.getBean(TablesOfTheApplication.Made.class).migrations()).isOne();
              assertThat(isThere(database, "own")).isTrue();
              assertThat(isThere(database, "evergraph_schema_history")).isTrue();
            });
  }

  private static boolean isThere(DataSource database, String table) {
    return JdbcClient.create(database)
        .sql("SELECT to_regclass(:table) IS NOT NULL")
        .param("table", table)
        .query(Boolean.class)
        .single();
  }
}
