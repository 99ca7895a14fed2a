package io.evergraph.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.TemporalHouse;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that are being tried, over HTTP. */
@Tag("real")
class PendingTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<Integer> ATTEMPT = Channel.of("attempt", Integer.class);
  private static final Set<String> BROKEN = ConcurrentHashMap.newKeySet();
  private static TemporalHouse house;
  private static TestServer server;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("pending-rest", busy());
    server = TestServer.of(house.runtime());
  }

  @AfterAll
  static void stop() {
    server.close();
    house.close();
  }

  private static Graph busy() {
    NodePolicy patient =
        NodePolicy.builder()
            .retry(
                RetryPolicy.on(IllegalStateException.class)
                    .withPauses(Duration.ofHours(1), Duration.ofHours(1)))
            .build();
    return Graph.builder("busy")
        .channels(ATTEMPT)
        .node("call", context -> call(context.thread(), context.attempt()), patient)
        .edge(Graph.START, "call")
        .build();
  }

  private static Command call(String thread, int attempt) {
    if (BROKEN.contains(thread)) {
      throw new IllegalStateException("the model is busy");
    }
    return Command.update(ATTEMPT, attempt);
  }

  private static RunHandle begin(String thread) {
    BROKEN.add(thread);
    RunHandle run = house.runtime().start(busy(), ThreadId.of(thread), StateUpdate.empty());
    Awaitility.await().atMost(LONGEST).until(() -> attempt(thread) == 2);
    return run;
  }

  private static int attempt(String thread) {
    return server.get(path(thread, "")).json().path(0).path("attempt").asInt();
  }

  private static String path(String thread, String rest) {
    return "/admin/threads/" + thread + "/pending" + rest;
  }

  @Test
  void shouldHoldChangeAndResetATask() throws Exception {
    RunHandle run = begin("rest-busy");
    JsonNode before = server.get(path("rest-busy", "")).json().get(0);
    String task = "/" + before.get("task_id").asText();

    Reply pause = server.post(path("rest-busy", task + "/pause"), "{\"reason\":\"model down\"}");
    Reply limits =
        server.post(
            path("rest-busy", task + "/limits"),
            "{\"attempts\":7,\"hard_timeout_seconds\":900,\"retry_interval_seconds\":5,"
                + "\"heartbeat_timeout_seconds\":30}");
    Reply reset = server.post(path("rest-busy", task + "/reset"), "{\"forget_position\":true}");
    JsonNode held = server.get(path("rest-busy", "")).json().get(0);
    BROKEN.remove("rest-busy");
    Reply unpause = server.post(path("rest-busy", task + "/unpause"), "");

    assertThat(before.get("phase").asText()).isEqualTo("waiting");
    assertThat(before.get("error").asText()).isEqualTo("java.lang.IllegalStateException");
    assertThat(before.get("message").asText()).isEqualTo("the model is busy");
    assertThat(before.get("next_attempt_at").asText()).isNotEmpty();
    assertThat(before.get("limits").get("attempts").asInt()).isEqualTo(3);
    assertThat(pause.status()).as(pause.body()).isEqualTo(202);
    assertThat(limits.status()).as(limits.body()).isEqualTo(202);
    assertThat(reset.status()).as(reset.body()).isEqualTo(202);
    assertThat(held.get("phase").asText()).isEqualTo("paused");
    assertThat(held.get("attempt").asInt()).isEqualTo(1);
    assertThat(held.get("pause").get("reason").asText()).isEqualTo("model down");
    assertThat(held.get("limits").get("attempts").asInt()).isEqualTo(7);
    assertThat(held.get("limits").get("hard_timeout_seconds").asInt()).isEqualTo(900);
    assertThat(held.get("limits").get("retry_interval_seconds").asInt()).isEqualTo(5);
    assertThat(held.get("limits").get("heartbeat_timeout_seconds").asInt()).isEqualTo(30);
    assertThat(unpause.status()).as(unpause.body()).isEqualTo(202);
    assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(run.await(LONGEST).state().get(ATTEMPT)).isEqualTo(1);
    assertThat(server.get(path("rest-busy", "")).json()).isEmpty();
  }

  @Test
  void shouldExplainWhatItCannotDo() {
    begin("rest-wrong");

    assertProblem(server.get(path("nobody", "")), 404, "unknown-thread");
    assertProblem(server.post(path("rest-wrong", "/x/pause"), "{}"), 404, "unknown-task");
    assertProblem(server.post(path("rest-wrong", "/x/limits"), "{}"), 422, "invalid-input");
    assertProblem(
        server.post(path("rest-wrong", "/x/limits"), "{\"attempts\":0}"), 422, "invalid-input");
    assertProblem(
        server.post(path("rest-wrong", "/x/limits"), "{\"attempts\":2147483647}"),
        422,
        "invalid-input");
    assertThat(server.get("/v3/api-docs").json().get("paths").has(path("{threadId}", ""))).isTrue();
  }

  @Test
  void shouldSayWhatToDoInsteadWhereTheRuntimeHasNoSuchOrder() {
    try (TestServer memory = TestServer.of(busy())) {
      Reply refused = memory.post(path("any", "/x/reset"), "{}");

      assertProblem(refused, 422, "not-offered");
      assertThat(refused.type()).startsWith("application/problem+json");
      assertThat(refused.json().get("detail").asText())
          .contains("the runtime 'memory'", "retry, skip or edit it");
    }
  }

  private static void assertProblem(Reply reply, int status, String kind) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.json().get("type").asText()).isEqualTo("urn:evergraph:problem:" + kind);
  }
}
