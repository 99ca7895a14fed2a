package io.evergraph.task;

import static org.awaitility.Awaitility.await;

import io.evergraph.backend.OwnRedis;
import io.evergraph.runtime.spi.AdmissionLimits.Entrant;
import io.evergraph.runtime.spi.AdmissionLimits.Place;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Two processes with limits in one Redis, of which one may be killed. */
@Tag("real")
@Tag("slow")
class RedisTaskProcessesTest extends TaskProcesses {
  private static OwnRedis server;

  @BeforeAll
  static void startServer() throws IOException {
    server = OwnRedis.start();
  }

  @AfterAll
  static void stopServer() throws IOException {
    server.close();
  }

  @Override
  String url() {
    return server.url();
  }

  @Override
  void empty() {
    try (RedisClient client = RedisClient.create(server.url())) {
      String unused = client.connect().sync().flushall();
    }
  }

  @Override
  void awaitGivenBack(AgentTaskOrchestrator desk, TaskPlace place) {
    List<Entrant> alone = List.of(new Entrant("last", 0, List.of(new Place("all agents", 1))));
    await()
        .atMost(LONGEST)
        .until(() -> place.limits().enter(alone, TaskProcess.SOON, Duration.ZERO).isEmpty());
    place.limits().leave("last");
  }
}
