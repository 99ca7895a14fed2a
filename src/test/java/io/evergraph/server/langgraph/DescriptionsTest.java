package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.JsonType;
import java.math.BigDecimal;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the endpoint tells about itself: graphs, runtime, its API, and who may call it. */
class DescriptionsTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.of(SampleGraphs.chain(), SampleGraphs.approval());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldSayThatItAnswersAndWhatRuns() {
    JsonNode info = server.get("/info").json();

    assertThat(server.get("/ok").body()).isEqualTo("{\"ok\":true}");
    assertThat(info.get("version").asText()).isNotBlank();
    assertThat(info.get("runtime").get("kind").asText()).isEqualTo("memory");
    assertThat(info.get("runtime").get("durable").asBoolean()).isFalse();
    assertThat(info.get("runtime").get("emissions").asText()).isEqualTo("process");
    assertThat(info.get("backends").toString().replace('"', '\''))
        .isEqualTo(
            "{'runs':'memory','idempotency_keys':'memory','checkpoints':'none','emissions':'memory',"
                + "'cache':'memory','tasks':'none','limits':'none','budgets':'none'}");
    assertThat(info.get("graphs").get(0).get("name").asText()).isEqualTo("approval");
    assertThat(info.get("flags").get("assistants").asBoolean()).isTrue();
    assertThat(info.get("flags").get("crons").asBoolean()).isFalse();
  }

  @Test
  void shouldListOneAssistantPerGraph() {
    JsonNode all = server.post("/assistants/search", "{}").json();
    JsonNode second = server.post("/assistants/search", "{\"limit\":1,\"offset\":1}").json();

    assertThat(all).hasSize(2);
    assertThat(server.post("/assistants/count", "").body()).isEqualTo("2");
    assertThat(server.post("/assistants/count", "{\"name\":\"APP\"}").body()).isEqualTo("1");
    assertThat(all.get(0).get("graph_id").asText()).isEqualTo("approval");
    assertThat(all.get(0).get("assistant_id").asText())
        .isEqualTo("e234584d-b7bf-527f-9d06-ba77f8f5172d");
    assertThat(second).hasSize(1);
    assertThat(second.get(0)).isEqualTo(all.get(1));
    assertThat(server.get("/assistants/chain").json()).isEqualTo(all.get(1));
    assertThat(server.get("/assistants/" + all.get(1).get("assistant_id").asText()).json())
        .isEqualTo(all.get(1));
  }

  @Test
  void shouldShowTheNodesAndEdgesOfAGraph() {
    JsonNode graph = server.get("/assistants/approval/graph?xray=true").json();

    assertThat(graph.get("nodes")).hasSize(4);
    assertThat(graph.get("nodes").get(0).get("id").asText()).isEqualTo("__start__");
    assertThat(graph.get("edges")).hasSize(4);
    assertThat(server.get("/assistants/nobody/graph").status()).isEqualTo(404);
  }

  @Test
  void shouldDescribeTheChannelsOfAGraphByJsonTypes() {
    JsonNode schemas = server.get("/assistants/chain/schemas").json();

    assertThat(schemas.get("graph_id").asText()).isEqualTo("chain");
    JsonNode channels = schemas.get("state_schema").get("properties");
    assertThat(channels.get("value").get("type").asText()).isEqualTo("string");
    assertThat(channels.get("log").get("type").asText()).isEqualTo("array");
    assertThat(channels.get("log").get("items").get("type").asText()).isEqualTo("string");
  }

  @Test
  void shouldShowOnlyInputsInAndOutputsOut() {
    JsonNode schemas = schemasOf(SHAPED);

    assertThat(names(schemas, "input_schema")).containsExactly("amount");
    assertThat(names(schemas, "output_schema")).containsExactly("receipt");
    assertThat(names(schemas, "state_schema"))
        .containsExactlyInAnyOrder("amount", "receipt", "customer", "extra");
    JsonNode state = schemas.get("state_schema").get("properties");
    assertThat(state.get("amount").get("type").asText()).isEqualTo("number");
    assertThat(state.get("extra").get("type").asText()).isEqualTo("object");
    assertThat(state.get("extra").get("properties").get("n").get("type").asText())
        .isEqualTo("integer");
    JsonNode customer = state.get("customer");
    JsonNode described =
        customer.has("$ref")
            ? schemas.get("state_schema").at(customer.get("$ref").asText().substring(1))
            : customer;
    assertThat(described.get("properties").get("name").get("type").asText()).isEqualTo("string");
    assertThat(described.get("properties").get("tier").get("enum")).hasSize(2);
  }

  private static JsonNode schemasOf(Graph graph) {
    try (TestServer other = TestServer.of(graph)) {
      return other.get("/assistants/" + graph.name() + "/schemas").json();
    }
  }

  private static List<String> names(JsonNode schemas, String schema) {
    List<String> names = new ArrayList<>();
    schemas.get(schema).get("properties").fieldNames().forEachRemaining(names::add);
    return names;
  }

  private enum Tier {
    USUAL,
    GOLD
  }

  private record Customer(String name, Tier tier, List<Customer> family) {}

  private static final Channel<BigDecimal> AMOUNT = Channel.of("amount", BigDecimal.class);
  private static final Channel<String> RECEIPT = Channel.of("receipt", String.class);
  private static final Channel<String> SECRET = Channel.of("secret", String.class);
  private static final JsonType NUMBERED =
      new JsonType(Map.of("type", "object", "properties", Map.of("n", Map.of("type", "integer"))));
  private static final Graph SHAPED =
      Graph.builder("shaped")
          .channels(AMOUNT, RECEIPT, SECRET, Channel.of("customer", Customer.class))
          .channels(Channel.ofType("extra", NUMBERED))
          .inputs(AMOUNT)
          .outputs(RECEIPT)
          .hidden(SECRET)
          .node("a", context -> Command.none())
          .edge(START, "a")
          .build();

  @Test
  void shouldDescribeItsPathsBodiesAndExamples() {
    JsonNode api = server.get("/v3/api-docs").json();

    JsonNode wait = api.get("paths").get("/threads/{threadId}/runs/wait").get("post");
    JsonNode body = wait.get("requestBody").get("content").get("application/json");
    assertThat(wait.get("summary").asText()).isEqualTo("Start a run and wait for what it comes to");
    assertThat(body.get("examples").has("answer")).isTrue();
    assertThat(body.get("schema").get("$ref").asText()).endsWith("/RunRequest");
    JsonNode request = api.get("components").get("schemas").get("RunRequest").get("properties");
    assertThat(request.has("assistant_id")).isTrue();
    assertThat(request.has("multitask_strategy")).isTrue();
  }

  @Test
  void shouldDescribeTheErrorsOfEveryOperation() {
    JsonNode api = server.get("/v3/api-docs").json();

    for (Map.Entry<String, JsonNode> item : api.get("paths").properties()) {
      for (JsonNode operation : isOurs(item.getKey()) ? item.getValue() : List.<JsonNode>of()) {
        List<String> statuses = new ArrayList<>();
        operation.get("responses").fieldNames().forEachRemaining(statuses::add);
        assertThat(statuses).as(operation.toString()).contains("403", "422", "500", "503");
      }
    }
    JsonNode wait = api.at("/paths/~1threads~1{threadId}~1runs~1wait/post/responses");
    for (String status : List.of("400", "404", "408", "409", "413", "415", "422", "429")) {
      assertThat(wait.path(status).path("$ref").asText())
          .isEqualTo("#/components/responses/Problem" + status);
    }
    JsonNode conflict = api.at("/components/responses/Problem409");
    assertThat(conflict.get("description").asText()).contains("thread-ended", "nothing-to-resume");
    assertThat(conflict.at("/content/application~1problem+json/schema/$ref").asText())
        .isEqualTo("#/components/schemas/Problem");
    for (String status : List.of("429", "503")) {
      assertThat(api.at("/components/responses/Problem" + status + "/headers/Retry-After"))
          .isNotEmpty();
    }
  }

  private static boolean isOurs(String path) {
    return path.matches("/(ok|info|assistants|threads|runs|admin|api/admin).*");
  }

  @Test
  void shouldBeginWithThreadsAndRunsAndEndWithTheAdminPaths() {
    JsonNode api = server.get("/v3/api-docs").json();

    List<String> tags = api.get("tags").findValuesAsText("name");
    List<String> paths = new ArrayList<>();
    api.get("paths").fieldNames().forEachRemaining(paths::add);
    assertThat(tags).startsWith("Threads", "Runs", "State", "Assistants", "System");
    assertThat(paths.get(0)).startsWith("/threads");
    assertThat(paths.indexOf("/runs/wait")).isLessThan(paths.indexOf("/assistants/search"));
    int firstOfAdmin = (int) paths.stream().takeWhile(path -> !path.contains("/admin/")).count();
    assertThat(paths.subList(firstOfAdmin, paths.size()))
        .hasSizeGreaterThan(5)
        .allMatch(path -> path.contains("/admin/"));
  }

  @Test
  void shouldLetPagesOfThisMachineCallAndReadTheHeadersOfARun() {
    Reply local = preflightAndPost("http://localhost:3000");
    Reply stranger = preflightAndPost("https://example.com");

    assertThat(local.status()).isEqualTo(200);
    assertThat(local.header("access-control-allow-origin")).isEqualTo("http://localhost:3000");
    assertThat(local.header("access-control-expose-headers"))
        .contains("Content-Location", "Location");
    assertThat(stranger.status()).isEqualTo(403);
  }

  private static Reply preflightAndPost(String origin) {
    return server.send(
        server
            .request("/threads")
            .header("Origin", origin)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString("{}"))
            .build());
  }
}
