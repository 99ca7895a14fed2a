package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.net.http.HttpRequest.BodyPublishers;
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
    assertThat(info.get("graphs").get(0).get("name").asText()).isEqualTo("approval");
    assertThat(info.get("flags").get("assistants").asBoolean()).isTrue();
  }

  @Test
  void shouldListOneAssistantPerGraph() {
    JsonNode all = server.post("/assistants/search", "{}").json();
    JsonNode second = server.post("/assistants/search", "{\"limit\":1,\"offset\":1}").json();

    assertThat(all).hasSize(2);
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
  void shouldDescribeTheChannelsOfAGraph() {
    JsonNode schemas = server.get("/assistants/chain/schemas").json();

    assertThat(schemas.get("graph_id").asText()).isEqualTo("chain");
    assertThat(schemas.get("state_schema").get("properties").has("value")).isTrue();
  }

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
