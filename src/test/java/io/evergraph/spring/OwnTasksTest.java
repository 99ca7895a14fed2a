package io.evergraph.spring;

import static io.evergraph.spring.TaskApplication.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.spi.LocalAdmissionLimits;
import io.evergraph.runtime.spi.LocalTaskRecords;
import io.evergraph.runtime.spi.TaskRecords;
import io.evergraph.runtime.spi.TaskState;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who has logged in sees the tasks of that user; operators see all. */
class OwnTasksTest {
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final String LOGIN = "X-Login";
  private static final Semaphore PERMITS = new Semaphore(0);
  private static final GraphRuntime RUNTIME = TaskApplication.runtime(PERMITS);
  private static final TaskRecords RECORDS = new LocalTaskRecords();
  private static TaskApplication open;
  private static TaskApplication closed;

  private final String ann = "ann-" + UUID.randomUUID();
  private final String bob = "bob-" + UUID.randomUUID();

  @BeforeAll
  static void start() {
    var limits = new LocalAdmissionLimits();
    open =
        TaskApplication.start(RUNTIME, RECORDS, limits, Map.of("evergraph.web.allow-admin", true));
    closed = TaskApplication.start(RUNTIME, RECORDS, limits, Map.of());
  }

  @AfterAll
  static void stop() {
    PERMITS.release(1_000);
    open.close();
    closed.close();
  }

  private static String begun(String user, String order) throws Exception {
    HttpResponse<String> begun = open.begin(user, order, LOGIN, user);
    assertThat(begun.statusCode()).isEqualTo(202);
    return begun.headers().firstValue("location").orElseThrow();
  }

  private static JsonNode listed(String path, String user) throws Exception {
    return json(open.get(path, LOGIN, user));
  }

  @Test
  void shouldListTheTasksOfWhoHasLoggedInOnly() throws Exception {
    String path = begun(ann, "now");
    String another = begun(bob, "now");

    assertThat(listed("/tasks", ann))
        .singleElement()
        .satisfies(task -> assertThat(path).endsWith(task.path("task_id").asText()));
    assertThat(listed("/tasks?user=" + bob, bob))
        .singleElement()
        .satisfies(task -> assertThat(another).endsWith(task.path("task_id").asText()));
    assertThat(json(open.get("/tasks?user=" + ann))).hasSize(1);
  }

  @Test
  void shouldRefuseToListTheTasksOfSomebodyElse() throws Exception {
    HttpResponse<String> refused = open.get("/tasks?user=" + bob, LOGIN, ann);

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(json(refused).path("detail").asText()).contains(ann + "', who has logged in", bob);
  }

  @Test
  void shouldKnowNothingOfTheTasksOfSomebodyElse() throws Exception {
    String path = begun(ann, "hold");

    assertThat(open.get(path, LOGIN, ann).statusCode()).isEqualTo(200);
    assertThat(open.get(path, LOGIN, bob).statusCode()).isEqualTo(404);
    assertThat(open.get(path + "/stream", LOGIN, bob).statusCode()).isEqualTo(404);
    HttpResponse<String> refused = open.post(path + "/cancel", "", LOGIN, bob);
    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(json(refused)).isEqualTo(json(open.post(path + "/cancel", "", LOGIN, bob)));
    assertThat(json(open.get(path, LOGIN, ann)).path("state").asText()).isNotEqualTo("cancelled");

    assertThat(open.post(path + "/cancel", "", LOGIN, ann).statusCode()).isEqualTo(202);

    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> json(open.get(path, LOGIN, ann)).path("state").asText().equals("cancelled"));
    assertThat(open.get(path + "/stream", LOGIN, ann).body()).contains("event:");
  }

  private static HttpResponse<String> goOn(String thread, String user) throws Exception {
    String body = "{\"agent\":\"support\",\"input\":{\"order\":\"now\"},\"thread_id\":\"%s\"}";
    return open.post("/tasks", body.formatted(thread), LOGIN, user);
  }

  @Test
  void shouldBeginNoTaskOnTheThreadOfSomebodyElse() throws Exception {
    String path = begun(ann, "now");
    String thread = json(open.get(path, LOGIN, ann)).path("thread_id").asText();
    String named = "named-" + ann;
    assertThat(goOn(named, ann).statusCode()).isEqualTo(202);

    HttpResponse<String> refused = goOn(thread, bob);

    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(json(refused).path("detail").asText()).contains(thread, "does not exist");
    assertThat(goOn(named, bob).statusCode()).isEqualTo(404);
    assertThat(listed("/tasks", bob)).isEmpty();
    assertThat(goOn(thread, ann).statusCode()).isEqualTo(202);
    assertThat(goOn("new-" + bob, bob).statusCode()).isEqualTo(202);
  }

  @Test
  void shouldChangeNoRecordOfSomebodyElseByARefusedRequest() throws Exception {
    String path = begun(ann, "ask");
    String id = path.substring(path.lastIndexOf('/') + 1);
    await().atMost(LONGEST).until(() -> noted(id) == TaskState.WAITING);
    ThreadId thread = ThreadId.of(RECORDS.find(id).orElseThrow().thread());
    String question = RUNTIME.snapshot(thread).interrupts().get(0).id();
    assertThat(RUNTIME.answer(thread, Answer.to(question, "well"))).isNotNull();

    assertThat(goOn(thread.value(), bob).statusCode()).isEqualTo(404);

    assertThat(noted(id)).isEqualTo(TaskState.WAITING);
  }

  private static TaskState noted(String id) {
    return RECORDS.find(id).orElseThrow().state();
  }

  @Test
  void shouldShowOperatorsTheTasksOfAll() throws Exception {
    String path = begun(ann, "hold");
    String operated = "/api/admin" + path;

    assertThat(json(open.get("/api/admin/tasks?user=" + ann, LOGIN, "root"))).hasSize(1);
    assertThat(json(open.get(operated, LOGIN, "root")).path("user").asText()).isEqualTo(ann);
    assertThat(open.post(operated + "/cancel", "", LOGIN, "root").statusCode()).isEqualTo(202);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> json(open.get(operated)).path("state").asText().equals("cancelled"));
    assertThat(open.get(operated + "/stream", LOGIN, "root").body()).contains("event:");
  }

  @Test
  void shouldShowNobodyTheTasksOfAllWhereTheEndpointsOfOperatorsAreOff() throws Exception {
    String path = begun(ann, "now");

    assertThat(closed.get("/api/admin/tasks").statusCode()).isEqualTo(403);
    assertThat(closed.get("/api/admin" + path, LOGIN, ann).statusCode()).isEqualTo(403);
    assertThat(closed.get(path, LOGIN, ann).statusCode()).isEqualTo(200);
  }
}
