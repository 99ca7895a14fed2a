package io.evergraph.spring;

import static io.evergraph.spring.TaskApplication.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskRecords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two server processes of one application; they share runtime, records and limits. */
class TasksOverHttpTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Semaphore PERMITS = new Semaphore(0);
  private static TaskApplication one;
  private static TaskApplication two;

  private final String user = "user-" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    var runtime = TaskApplication.runtime(PERMITS);
    TaskRecords records = new LocalTaskRecords();
    var limits = new LocalAdmissionLimits();
    Map<String, Object> properties =
        Map.of("evergraph.tasks.user.concurrent", 2, "evergraph.web.allow-admin", true);
    one = TaskApplication.start(runtime, records, limits, properties);
    two = TaskApplication.start(runtime, records, limits, properties);
  }

  @AfterAll
  static void stop() {
    PERMITS.release(1_000);
    one.close();
    two.close();
  }

  private static void awaitState(String path, String state) {
    await().atMost(LONGEST).until(() -> json(two.get(path)).path("state").asText().equals(state));
  }

  @Test
  void shouldBeginATaskAndShowItsRecordEverywhere() throws Exception {
    HttpResponse<String> begun = one.begin(user, "now");

    assertThat(begun.statusCode()).isEqualTo(202);
    assertThat(json(begun).path("state").asText()).isEqualTo("pending");
    String path = begun.headers().firstValue("location").orElseThrow();
    awaitState(path, "finished");
    assertThat(json(two.get("/tasks?user=" + user + "&agent=support")))
        .singleElement()
        .satisfies(task -> assertThat(path).endsWith(task.path("task_id").asText()));
    assertThat(json(two.get("/tasks?user=nobody"))).isEmpty();
    assertThat(json(one.get("/info")).path("tasks").asText()).isEqualTo("memory");
  }

  @Test
  void shouldSayWhichRuleRefusesAndWhenToComeAgain() throws Exception {
    String path = one.begin(user, "hold").headers().firstValue("location").orElseThrow();
    assertThat(two.begin(user, "hold").statusCode()).isEqualTo(202);

    HttpResponse<String> refused = two.begin(user, "now");

    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(refused.headers().firstValue("retry-after")).hasValue("1");
    assertThat(json(refused).path("type").asText())
        .isEqualTo("urn:evergraph:problem:limit-reached");
    assertThat(json(refused).path("rule").asText()).isEqualTo("user_concurrency");
    assertThat(json(one.get("/tasks?user=" + user))).hasSize(2);
    PERMITS.release(2);
    awaitState(path, "finished");
  }

  @Test
  void shouldSayWhatElseIsWrong() throws Exception {
    HttpResponse<String> rude = one.begin(user, "rude");
    assertThat(rude.statusCode()).isEqualTo(403);
    assertThat(rude.headers().firstValue("retry-after")).hasValue("60");
    assertThat(json(rude).path("hook").asText()).isEqualTo("manners");
    assertThat(json(rude).path("detail").asText()).contains("be polite");

    assertThat(one.post("/tasks", "{\"agent\":\"nobody\",\"user\":\"ann\"}").statusCode())
        .isEqualTo(404);
    assertThat(one.post("/tasks", "{\"agent\":\"support\"}").statusCode()).isEqualTo(422);
    assertThat(one.get("/tasks/none").statusCode()).isEqualTo(404);
    assertThat(json(one.get("/tasks?user=" + user))).isEmpty();
  }

  @Test
  void shouldRefuseAnAgentThatFailsWith503() throws Exception {
    try (TaskApplication failing =
        TaskApplication.start(
            TaskApplication.runtime(PERMITS),
            new LocalTaskRecords(),
            new LocalAdmissionLimits(),
            Map.of())) {
      for (int task = 0; task < 5; task++) {
        String path = failing.begin(user, "fail").headers().firstValue("location").orElseThrow();
        await()
            .atMost(LONGEST)
            .until(() -> json(failing.get(path)).path("state").asText().equals("failed"));
      }

      await().atMost(LONGEST).until(() -> failing.begin("bob", "now").statusCode() == 503);

      HttpResponse<String> refused = failing.begin(user, "now");
      assertThat(refused.statusCode()).isEqualTo(503);
      assertThat(Integer.parseInt(refused.headers().firstValue("retry-after").orElseThrow()))
          .isBetween(1, 30);
    }
  }

  @Test
  void shouldStopATaskFromAnyProcess() throws Exception {
    String path = one.begin(user, "hold").headers().firstValue("location").orElseThrow();
    awaitState(path, "running");

    assertThat(two.post(path + "/cancel", "").statusCode()).isEqualTo(202);

    awaitState(path, "cancelled");
  }

  @Test
  void shouldGoOnWithAStreamWhoseConnectionBroke() throws Exception {
    String path = one.begin(user, "hold").headers().firstValue("location").orElseThrow();
    String stream = path + "/stream?stream_mode=updates";
    String seen = firstUpdate(stream);

    PERMITS.release();
    String rest = two.get(stream, "Last-Event-ID", seen).body();
    String all = two.get(stream).body();

    assertThat(rest).contains("acted", "event:end").doesNotContain("read hold");
    assertThat(all).contains("read hold").endsWith(rest.strip() + "\n\n");
    awaitState(path, "finished");
  }

  @Test
  void shouldNameItsOwnPathToReadOn() throws Exception {
    String path = two.begin(user, "now").headers().firstValue("location").orElseThrow();
    awaitState(path, "finished");

    for (String stream : List.of(path + "/stream", "/api/admin" + path + "/stream")) {
      String next = locationOf(one.get(stream + "?stream_mode=updates"));

      assertThat(next).startsWith(stream + "?");
      assertThat(one.get(next).body()).contains("event:updates", "acted");
    }
  }

  private static String locationOf(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return response.headers().firstValue("location").orElseThrow();
  }

  /** Reads until the first update has come, returns its id, and breaks the connection. */
  private static String firstUpdate(String stream) throws Exception {
    String id = "";
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(one.open(stream).body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("id:")) {
          id = line.substring(3).strip();
        }
        if (line.contains("read hold")) {
          break;
        }
      }
    } catch (IOException broken) {
      assertThat(id).isNotEmpty();
    }
    return id;
  }
}
