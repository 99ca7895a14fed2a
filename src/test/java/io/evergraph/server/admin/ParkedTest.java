package io.evergraph.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failed tasks that wait for a decision, over HTTP. */
class ParkedTest {
  private static final Channel<Integer> BY = Channel.of("by", Integer.class);
  private static final Channel<Integer> RESULT = Channel.of("result", Integer.class);
  private static final AtomicInteger THREADS = new AtomicInteger();
  private static TestServer server;
  private String thread = "";

  @BeforeAll
  static void start() {
    server = TestServer.of(divide());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Graph divide() {
    return Graph.builder("divide")
        .channels(BY, RESULT)
        .node("divide", context -> Command.update(RESULT, 100 / context.state().get(BY)))
        .edge(Graph.START, "divide")
        .build();
  }

  @BeforeEach
  void park() throws Exception {
    thread = "parked-" + THREADS.incrementAndGet();
    server
        .runtime()
        .start(
            server.runtime().graphs().graph("divide"), ThreadId.of(thread), StateUpdate.of(BY, 0))
        .await(Duration.ofSeconds(30));
  }

  private String path(String rest) {
    return "/admin/threads/" + thread + "/parked" + rest;
  }

  private JsonNode task() {
    return server.get(path("")).json().get(0);
  }

  private JsonNode decided(String order, String body) throws Exception {
    Reply reply = server.post(path("/" + task().get("task_id").asText() + order), body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(202);
    String run = reply.json().get("run_id").asText();
    server.runtime().run(ThreadId.of(thread), run).await(Duration.ofSeconds(30));
    return server.get("/threads/" + thread + "/state").json().get("values");
  }

  @Test
  void shouldShowWhatFailedAndSinceWhen() {
    JsonNode task = task();

    assertThat(task.get("thread_id").asText()).isEqualTo(thread);
    assertThat(task.get("graph").asText()).isEqualTo("divide");
    assertThat(task.get("node").asText()).isEqualTo("divide");
    assertThat(task.get("error").asText()).isEqualTo("java.lang.ArithmeticException");
    assertThat(task.get("message").asText()).isEqualTo("/ by zero");
    assertThat(task.get("attempts").asInt()).isEqualTo(1);
    assertThat(Instant.parse(task.get("since").asText())).isBefore(Instant.now());
  }

  @Test
  void shouldTakeAnUpdateInPlaceOfWhatTheTaskShouldHaveWritten() throws Exception {
    assertThat(decided("/skip", "{\"update\":{\"result\":7}}").get("result").asInt()).isEqualTo(7);
    assertThat(server.get(path("")).json()).isEmpty();
  }

  @Test
  void shouldTryAgainWithOtherValues() throws Exception {
    assertThat(decided("/edit", "{\"values\":{\"by\":4}}").get("result").asInt()).isEqualTo(25);
  }

  @Test
  void shouldTryAgainUnderTheRunIdThatIsGivenOnceOnly() throws Exception {
    String order = "{\"run_id\":\"again-" + thread + "\"}";

    Reply first = server.post(path("/retry"), order);
    server.runtime().run(ThreadId.of(thread), "again-" + thread).await(Duration.ofSeconds(30));
    long events = server.runtime().snapshot(ThreadId.of(thread)).lastEvent();
    Reply second = server.post(path("/retry"), order);

    assertThat(first.json()).isEqualTo(second.json());
    assertThat(server.runtime().snapshot(ThreadId.of(thread)).lastEvent()).isEqualTo(events);
  }

  @Test
  void shouldSayWhatABatchWouldDoAndDoIt() {
    String order =
        "{\"graph\":\"divide\",\"error\":\"/ by zero\",\"batch_id\":\"b-" + thread + "\"";

    JsonNode plan = server.post("/admin/parked/retry", order + ",\"dry_run\":true}").json();
    JsonNode done = server.post("/admin/parked/retry", order + "}").json();

    assertThat(done.get("batch_id").asText()).isEqualTo("b-" + thread);
    assertThat(plan.get("threads").findValuesAsText("outcome")).containsOnly("planned");
    assertThat(done.get("threads").findValuesAsText("outcome")).containsOnly("retried");
    assertThat(done.get("threads").findValuesAsText("thread_id")).contains(thread);
    assertThat(server.post("/admin/parked/retry", "{\"error\":\"other\"}").json().get("threads"))
        .isEmpty();
  }

  @Test
  void shouldListTheTasksOfAllThreadsByGraphNodeAndError() {
    assertThat(server.get("/admin/parked?graph=divide&node=divide&error=zero").json())
        .isNotEmpty()
        .allMatch(task -> task.get("node").asText().equals("divide"));
    assertThat(server.get("/admin/parked?node=other").json()).isEmpty();
    assertThat(server.get("/admin/parked?limit=0").status()).isEqualTo(422);
  }

  @Test
  void shouldExplainWhatItCannotDo() throws Exception {
    assertProblem(server.get("/admin/threads/nobody/parked"), 404, "unknown-thread");
    assertProblem(server.post(path("/unknown/retry"), "{}"), 409, "nothing-to-resume");
    assertProblem(server.post(path("/x/edit"), "{}"), 422, "invalid-input");
    assertProblem(
        server.post("/admin/parked/retry", "{\"concurrency\":1000}"), 422, "invalid-input");
    assertProblem(server.get("/admin/nothing/here"), 404, "unknown-path");
    String task = task().get("task_id").asText();
    assertProblem(
        server.post(path("/" + task + "/skip"), "{\"update\":{\"nowhere\":1}}"),
        422,
        "unknown-channel");
    decided("/skip", "{}");
    assertProblem(server.post(path("/retry"), "{}"), 409, "nothing-to-resume");
  }

  private static void assertProblem(Reply reply, int status, String kind) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.json().get("type").asText()).isEqualTo("urn:evergraph:problem:" + kind);
  }

  @Test
  void shouldDescribeItsPaths() {
    JsonNode paths = server.get("/v3/api-docs").json().get("paths");

    assertThat(paths.has("/admin/parked")).isTrue();
    assertThat(paths.get("/admin/parked/retry").get("post").get("summary").asText())
        .isEqualTo("Try the failed tasks of many threads again");
  }
}
