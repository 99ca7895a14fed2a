package io.evergraph.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.jdbc.JdbcEventBus;
import io.evergraph.graph.Emission;
import io.evergraph.runtime.spi.Emitted;
import io.evergraph.runtime.spi.EventBus;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** On a real PostgreSQL. */
@Tag("real")
class JdbcEventBusTest extends SharedEventBusContract {
  private static EmbeddedPostgres server;
  private static JdbcEventBus bus;
  private static JdbcEventBus elsewhere;

  @BeforeAll
  static void startServer() throws IOException {
    server = EmbeddedPostgres.builder().start();
    bus = open();
    elsewhere = open();
  }

  private static JdbcEventBus open() {
    return JdbcEventBus.open(server.getJdbcUrl("postgres", "postgres"), "postgres", "postgres");
  }

  @AfterAll
  static void stopServer() throws IOException {
    bus.close();
    elsewhere.close();
    server.close();
  }

  @Override
  EventBus bus() {
    return bus;
  }

  @Override
  EventBus elsewhere() {
    return elsewhere;
  }

  @Override
  void put(String thread, String text) {
    assertThat(
            JdbcClient.create(server.getPostgresDatabase())
                .sql("INSERT INTO evergraph_emission (thread, content) VALUES (?, ?)")
                .params(thread, text)
                .update())
        .isEqualTo(1);
  }

  private interface Crash {
    void of(OwnPostgres server) throws IOException;
  }

  @Test
  @Tag("slow")
  void shouldCarryOnToThoseWhoListenedBeforeACrashOfTheServer(@TempDir Path folder)
      throws Exception {
    carryOnAfter(
        folder,
        server -> {
          server.kill();
          server.restart();
        });
  }

  @Test
  @Tag("slow")
  void shouldCarryOnToThoseWhoListenedBeforeACrashOfOneOfItsProcesses(@TempDir Path folder)
      throws Exception {
    carryOnAfter(folder, OwnPostgres::killOneProcess);
  }

  private static void carryOnAfter(Path folder, Crash crash) throws Exception {
    try (OwnPostgres own = OwnPostgres.start(folder);
        JdbcEventBus mortal = JdbcEventBus.open(own.url(), "postgres", "postgres");
        EventBus.Subscription listener = mortal.subscribe("t", () -> {})) {
      List<Emitted> heard = new ArrayList<>();
      for (int sequence = 1; sequence <= 3_000; sequence++) {
        mortal.publish(emitted("t", sequence));
      }
      await().until(() -> heard.addAll(listener.take()) && heard.size() == 3_000);

      crash.of(own);

      AtomicInteger sequence = new AtomicInteger(3_000);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                mortal.publish(emitted("t", sequence.incrementAndGet()));
                mortal.flush();
                return !listener.take().isEmpty();
              });
    }
  }

  @Test
  @Tag("slow")
  void shouldListenAgainWhereItsConnectionHasGoneSilent() throws Exception {
    try (SilentProxy proxy = new SilentProxy(server.getPort());
        JdbcEventBus far =
            JdbcEventBus.open(
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres",
                "postgres",
                "postgres")) {
      Semaphore news = new Semaphore(0);
      try (EventBus.Subscription unused = far.subscribe("silent", news::release)) {
        bus.publish(emitted("silent", 1));
        await().until(() -> news.tryAcquire(2));

        proxy.silence();
        int unheard = news.drainPermits();

        await()
            .atMost(Duration.ofSeconds(60))
            .until(
                () -> {
                  bus.publish(emitted("silent", 2));
                  return news.tryAcquire();
                });
      }
    }
  }

  @Test
  @Tag("slow")
  void shouldNotWaitForOneThatHasGoneSilentInTheMiddleOfItsBatch() throws Exception {
    try (SilentProxy proxy = new SilentProxy(server.getPort());
        JdbcEventBus far =
            JdbcEventBus.open(
                "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres",
                "postgres",
                "postgres");
        EventBus.Subscription listener = bus.subscribe("beside", () -> {})) {
      try (Connection holding = server.getPostgresDatabase().getConnection();
          Statement statement = holding.createStatement()) {
        holding.setAutoCommit(false);
        statement.execute("LOCK TABLE evergraph_emission IN SHARE MODE");
        far.publish(emitted("far", 1));
        await().until(JdbcEventBusTest::isSomebodyWaitingForTheTable);
        proxy.silence();
        holding.commit();
      }

      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                bus.publish(emitted("beside", 2));
                return !listener.take().isEmpty();
              });
    }
  }

  private static boolean isSomebodyWaitingForTheTable() {
    return JdbcClient.create(server.getPostgresDatabase())
        .sql("SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'relation' AND NOT granted)")
        .query(Boolean.class)
        .single();
  }

  private static Emitted emitted(String thread, long sequence) {
    return new Emitted(
        thread,
        "run",
        "",
        1,
        1,
        "task",
        "node",
        1,
        sequence,
        Instant.EPOCH,
        new Emission.Custom("x"));
  }
}
