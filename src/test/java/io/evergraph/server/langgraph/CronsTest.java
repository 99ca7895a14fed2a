package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.temporal.TemporalHouse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs at set times over HTTP: by the paths of the LangGraph Server, and those for operators. */
@Tag("real")
class CronsTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final Channel<String> GREETING = Channel.of("greeting", String.class);
  private static final String PATH = "/runs/crons";
  private static final List<String> CREATED = new ArrayList<>();
  private static TemporalHouse house;
  private static TestServer server;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("crons-rest", greeter());
    server = TestServer.of(house.runtime());
  }

  @AfterAll
  static void stop() {
    server.close();
    house.close();
  }

  @AfterEach
  void deleteCrons() {
    CREATED.forEach(id -> house.runtime().schedules().delete(id));
    CREATED.clear();
  }

  private static Graph greeter() {
    return Graph.builder("greeter")
        .channels(NAME, GREETING)
        .node(
            "greet",
            context ->
                Command.update(
                    GREETING, context.runContext().get("word") + ", " + context.state().get(NAME)))
        .edge(Graph.START, "greet")
        .build();
  }

  private static JsonNode create(String more) {
    Reply reply =
        server.post(
            PATH,
            "{\"assistant_id\":\"greeter\",\"schedule\":\"0 3 1 1 *\",\"input\":{\"name\":\"Ada\"},"
                + "\"context\":{\"word\":\"Hello\"},\"metadata\":{\"team\":\"sales\"}"
                + more
                + "}");
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    CREATED.add(reply.json().get("cron_id").asText());
    return reply.json();
  }

  private static List<String> search(String body) {
    return StreamSupport.stream(server.post(PATH + "/search", body).json().spliterator(), false)
        .map(cron -> cron.get("cron_id").asText())
        .toList();
  }

  @Test
  void shouldSayThatCronsAreOffered() {
    assertThat(server.get("/info").json().get("flags").get("crons").asBoolean()).isTrue();
  }

  @Test
  void shouldTellOfACronInTheWordsOfTheClients() {
    JsonNode cron = create(",\"timezone\":\"Europe/Berlin\",\"end_time\":\"2040-05-01T00:00:00\"");

    assertThat(cron.get("assistant_id").asText()).isEqualTo(Assistants.idOf("greeter"));
    assertThat(cron.get("schedule").asText()).isEqualTo("0 3 1 1 *");
    assertThat(cron.get("timezone").asText()).isEqualTo("Europe/Berlin");
    assertThat(cron.get("end_time").asText()).isEqualTo("2040-05-01T00:00:00Z");
    assertThat(cron.get("next_run_date").asText()).matches("20..-01-01T02:00:00Z");
    assertThat(cron.get("enabled").asBoolean()).isTrue();
    assertThat(cron.get("metadata")).hasToString("{\"team\":\"sales\"}");
    assertThat(cron.at("/payload/input/name").asText()).isEqualTo("Ada");
    assertThat(cron.at("/payload/context/word").asText()).isEqualTo("Hello");
    assertThat(cron.get("thread_id").isNull()).isTrue();
    assertThat(cron.get("on_run_completed").asText()).isEqualTo("keep");
  }

  @Test
  void shouldTakeIntervals() {
    Reply reply = server.post(PATH, "{\"assistant_id\":\"greeter\",\"schedule\":\"@every 1h30m\"}");
    String id = reply.json().get("cron_id").asText();
    CREATED.add(id);

    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    assertThat(reply.json().get("schedule").asText()).isEqualTo("@every 5400s");
    assertThat(server.get("/admin/schedules/" + id).json().toString()).contains("5400");
    Reply changed = server.patch(PATH + "/" + id, "{\"schedule\":\"@every 60s\"}");
    assertThat(changed.json().get("schedule").asText()).isEqualTo("@every 60s");
    Reply daily = server.patch(PATH + "/" + id, "{\"schedule\":\"0 3 1 1 *\"}");
    assertThat(daily.json().get("schedule").asText()).isEqualTo("0 3 1 1 *");
  }

  @Test
  void shouldBeginARunWhoseThreadIsReadLikeAnyOther() {
    String id = create("").get("cron_id").asText();

    Reply triggered = server.post("/admin/schedules/" + id + "/trigger", "{}");
    JsonNode run =
        Awaitility.await()
            .atMost(LONGEST)
            .until(
                () -> server.get("/admin/schedules/" + id).json().at("/recent/0"),
                found -> !found.isMissingNode());
    String thread = "/threads/" + run.get("thread_id").asText().replace(":", "%3A");
    String runPath = thread + "/runs/" + run.get("run_id").asText();
    JsonNode values = server.get(runPath + "/join").json();
    JsonNode told = server.get(runPath).json();

    assertThat(triggered.status()).isEqualTo(202);
    assertThat(run.get("thread_id").asText()).startsWith(id + "-20").endsWith("Z");
    assertThat(values.get("greeting").asText()).isEqualTo("Hello, Ada");
    assertThat(told.get("status").asText()).isEqualTo("success");
    assertThat(told.get("metadata")).hasToString("{\"team\":\"sales\"}");
    assertThat(server.get(thread + "/state").json().at("/values/greeting").asText())
        .isEqualTo("Hello, Ada");
  }

  @Test
  void shouldFindCountAndDeleteCrons() {
    String sales = create("").get("cron_id").asText();
    String off = create(",\"enabled\":false").get("cron_id").asText();
    String mine = "{\"assistant_id\":\"greeter\"}";
    Awaitility.await().atMost(LONGEST).until(() -> search(mine), it -> it.size() == 2);

    assertThat(search(mine)).containsExactly(off, sales);
    assertThat(search("{\"enabled\":true}")).containsExactly(sales);
    assertThat(search("{\"enabled\":false,\"limit\":5}")).containsExactly(off);
    assertThat(search("{\"metadata\":{\"team\":\"other\"}}")).isEmpty();
    assertThat(search("{\"limit\":1,\"offset\":1}")).containsExactly(sales);
    assertThat(search("{\"thread_id\":\"any\"}")).isEmpty();
    assertThat(server.post(PATH + "/count", mine).body()).isEqualTo("2");
    assertThat(server.delete(PATH + "/" + off).status()).isEqualTo(204);
    CREATED.remove(off);
    assertThat(server.delete(PATH + "/" + off).status()).isEqualTo(404);
    Awaitility.await().atMost(LONGEST).until(() -> search(mine), it -> it.size() == 1);
  }

  @Test
  void shouldChangeWhatARequestNamesAndKeepTheRest() {
    String id = create(",\"timezone\":\"Europe/Berlin\"").get("cron_id").asText();
    String path = PATH + "/" + id;

    JsonNode later = server.patch(path, "{\"schedule\":\"0 4 1 1 *\",\"enabled\":false}").json();
    JsonNode other =
        server
            .patch(path, "{\"input\":{\"name\":\"Bob\"},\"metadata\":{},\"enabled\":true}")
            .json();

    assertThat(later.get("schedule").asText()).isEqualTo("0 4 1 1 *");
    assertThat(later.get("timezone").asText()).isEqualTo("Europe/Berlin");
    assertThat(later.get("enabled").asBoolean()).isFalse();
    assertThat(later.at("/payload/input/name").asText()).isEqualTo("Ada");
    assertThat(later.get("metadata")).hasToString("{\"team\":\"sales\"}");
    assertThat(other.at("/payload/input/name").asText()).isEqualTo("Bob");
    assertThat(other.at("/payload/context/word").asText()).isEqualTo("Hello");
    assertThat(other.get("schedule").asText()).isEqualTo("0 4 1 1 *");
    assertThat(other.get("enabled").asBoolean()).isTrue();
    assertThat(other.get("metadata")).hasToString("{}");
  }

  private static RecordedRequest recorded(String id) {
    return RecordedRequest.read(
        house.runtime().schedules().get(id).schedule().options().metadata());
  }

  @Test
  void shouldKeepHowRunsAreSeenUnlessAChangeNamesIt() {
    String id = create(",\"stream_mode\":[\"updates\"]").get("cron_id").asText();
    String path = PATH + "/" + id;

    assertThat(server.patch(path, "{\"metadata\":{\"a\":1}}").status()).isEqualTo(200);
    assertThat(server.patch(path, "{\"stream_subgraphs\":true}").status()).isEqualTo(200);
    assertThat(recorded(id).modes().names()).containsExactly("updates");
    assertThat(server.patch(path, "{\"stream_mode\":[\"values\"]}").status()).isEqualTo(200);
    assertThat(recorded(id).modes().names()).containsExactly("values");
    assertThat(recorded(id).modes().subgraphs()).isTrue();
    assertThat(recorded(id).metadata()).containsEntry("a", 1);
  }

  @Test
  void shouldPauseAndGoOnForOperators() {
    String path = "/admin/schedules/" + create("").get("cron_id").asText();

    JsonNode paused = server.post(path + "/pause", "{\"reason\":\"model down\"}").json();
    JsonNode unpaused = server.post(path + "/unpause", "{}").json();

    assertThat(paused.get("paused").asBoolean()).isTrue();
    assertThat(paused.get("note").asText()).isEqualTo("model down");
    assertThat(paused.get("overlap").asText()).isEqualTo("skip");
    assertThat(unpaused.get("paused").asBoolean()).isFalse();
    assertThat(server.get("/admin/schedules").status()).isEqualTo(200);
  }

  @Test
  void shouldRefuseGarbageWithProblems() {
    String start = "{\"assistant_id\":\"greeter\",\"schedule\":";

    problem(server.post(PATH, start + "\"soon\"}"), 422, "invalid-input");
    problem(server.post(PATH, start + "\"61 3 * * *\"}"), 422, "invalid-input");
    problem(server.post(PATH, start + "\"\"}"), 422, "invalid-input");
    problem(server.post(PATH, start + "\"@every week\"}"), 422, "invalid-input");
    problem(server.post(PATH, start + "\"@every 0s\"}"), 422, "invalid-input");
    problem(server.post(PATH, start + "\"@every 1.5s\"}"), 422, "invalid-input");
    problem(server.post(PATH, start + "\"@every 99999999h\"}"), 422, "invalid-input");
    problem(server.post(PATH, start + "\"@every 9223372036854775807s\"}"), 422, "invalid-input");
    problem(server.post(PATH, "{\"assistant_id\":\"greeter\"}"), 422, "invalid-input");
    problem(
        server.post(PATH, "{\"assistant_id\":\"nobody\",\"schedule\":\"0 3 * * *\"}"),
        404,
        "unknown-graph");
    String daily = start + "\"0 3 * * *\",";
    problem(server.post(PATH, daily + "\"timezone\":\"Mars/Base\"}"), 422, "invalid-input");
    problem(server.post(PATH, daily + "\"end_time\":\"never\"}"), 422, "invalid-input");
    problem(server.post(PATH, daily + "\"webhook\":\"http://x\"}"), 422, "invalid-input");
    problem(server.post(PATH, daily + "\"on_run_completed\":\"delete\"}"), 422, "invalid-input");
    problem(server.post(PATH, daily + "\"input\":{\"nmae\":1}}"), 422, "unknown-channel");
    problem(server.post(PATH, daily + "\"every\":\"1h\"}"), 422, "invalid-input");
    problem(server.patch(PATH + "/nobody", "{\"enabled\":false}"), 404, "unknown-schedule");
    problem(server.post("/admin/schedules/nobody/pause", "{}"), 404, "unknown-schedule");
    problem(server.post("/threads/t/runs/crons", daily + "\"input\":{}}"), 422, "not-offered");
  }

  private static void problem(Reply reply, int status, String type) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.json().get("type").asText()).endsWith(":" + type);
  }

  @Test
  void shouldRefuseCronsWhereNothingOutlivesTheProcess() {
    try (InMemoryRuntime memory = InMemoryRuntime.of(greeter());
        TestServer other = TestServer.of(memory)) {
      problem(other.post(PATH + "/search", "{}"), 422, "not-offered");
    }
  }

  @Test
  void shouldTellClientsWhetherThereAreCrons() {
    try (TestServer without = TestServer.of(greeter())) {
      assertThat(server.get("/info").json().at("/flags/crons").asBoolean()).isTrue();
      assertThat(without.get("/info").json().at("/flags/crons").asBoolean()).isFalse();
    }
  }
}
