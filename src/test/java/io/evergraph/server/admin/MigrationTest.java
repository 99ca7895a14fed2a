package io.evergraph.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads moved to other versions over HTTP. */
class MigrationTest {
  private static final Channel<String> DONE = Channel.of("done", String.class);
  private static final String PATH = "/admin/threads/moving/migrate";
  private TestServer server;

  @BeforeEach
  void ask() throws Exception {
    server = TestServer.of(asking("ask", "1"));
    server
        .runtime()
        .start(asking("ask", "1"), ThreadId.of("moving"), StateUpdate.empty())
        .await(Duration.ofSeconds(30));
    server.runtime().graphs().register(asking("other", "2"));
    server.runtime().graphs().register(asking("ask", "3"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static Graph asking(String node, String version) {
    return Graph.builder("asking")
        .version(version)
        .channels(DONE)
        .node(
            node,
            context -> Command.update(DONE, version + context.interrupt(Question.of("go on?"))))
        .edge(Graph.START, node)
        .build();
  }

  @Test
  void shouldMoveAThreadAfterSayingThatItCan() {
    JsonNode plan = server.post(PATH, "{\"version\":\"3\",\"dry_run\":true}").json();
    JsonNode done = server.post(PATH, "{\"version\":\"3\"}").json();
    server.post(
        "/threads/moving/runs/wait",
        "{\"assistant_id\":\"asking\",\"command\":{\"resume\":\"!\"}}");

    assertThat(plan.get("moved").asBoolean()).isFalse();
    assertThat(plan.get("from").asText() + plan.get("to").asText()).isEqualTo("13");
    assertThat(done.get("moved").asBoolean()).isTrue();
    assertThat(server.get("/threads/moving/state").json().get("values").get("done").asText())
        .isEqualTo("3!");
  }

  @Test
  void shouldNameWhatDoesNotFit() {
    JsonNode plan = server.post(PATH, "{\"version\":\"2\",\"dry_run\":true}").json();
    Reply refused = server.post(PATH, "{\"version\":\"2\"}");

    assertThat(plan.get("misfits")).hasSize(1);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().get("type").asText())
        .isEqualTo("urn:evergraph:problem:version-misfit");
    assertThat(refused.json().get("misfits").get(0).asText()).contains("'ask'");
    assertThat(server.post(PATH, "{\"version\":\"9\"}").status()).isEqualTo(404);
    assertThat(server.post(PATH, "{}").status()).isEqualTo(422);
  }
}
