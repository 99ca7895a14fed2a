package io.evergraph.server.langgraph;

import static io.evergraph.server.langgraph.SampleGraphs.LOG;
import static io.evergraph.server.langgraph.SampleGraphs.VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Streams and states of graphs inside graphs. */
class SubgraphStreamTest {
  private static TestServer server;

  private static NodeAction adding(String suffix) {
    return context -> Command.update(VALUE, context.state().get(VALUE) + suffix);
  }

  @BeforeAll
  static void start() {
    Graph inner =
        Graph.builder("inner")
            .channels(VALUE)
            .node("deep", adding(">deep"))
            .node(
                "confirm",
                context ->
                    Command.update(
                        VALUE,
                        context.state().get(VALUE) + ">" + context.interrupt(Question.of("Sure?"))))
            .edge(Graph.START, "deep")
            .edge("deep", "confirm")
            .build();
    server =
        TestServer.of(
            Graph.builder("nested")
                .channels(VALUE, LOG)
                .subgraph("inner", inner)
                .node("done", context -> Command.update(LOG, "done"))
                .edge(Graph.START, "inner")
                .edge("inner", "done")
                .build());
    server.post("/threads", "{\"thread_id\":\"open\"}");
    server.post("/threads", "{\"thread_id\":\"closed\"}");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static List<Sse.Event> stream(String thread, String rest) {
    String body = "{\"assistant_id\":\"nested\"," + rest.replace('\'', '"') + "}";
    return Sse.events(server.post("/threads/" + thread + "/runs/stream", body).body());
  }

  @Test
  void shouldShowTheInsideOfSubgraphsUnderTheirNamespaceWhenAsked() {
    List<Sse.Event> asked =
        stream(
            "open",
            "'input':{'value':'v'},'stream_mode':['updates','values'],'stream_subgraphs':true");

    assertThat(asked)
        .extracting(event -> event.name().replaceAll("[0-9a-f-]{36}", "ID"))
        .containsExactly(
            "metadata",
            "values",
            "values|inner:ID",
            "updates|inner:ID",
            "values|inner:ID",
            "updates",
            "values",
            "end");
    JsonNode task = server.get("/threads/open/state").json().get("tasks").get(0);
    assertThat(task.get("name").asText()).isEqualTo("inner");
    assertThat(task.get("interrupts").get(0).get("value").asText()).isEqualTo("Sure?");
    assertThat(task.get("checkpoint").get("checkpoint_ns").asText())
        .isEqualTo("inner:" + task.get("id").asText());
  }

  @Test
  void shouldShowSubgraphsToWhoeverJoinsAndAsksForNoMore() {
    server.post("/threads", "{\"thread_id\":\"joined\"}");
    String run =
        server
            .post(
                "/threads/joined/runs",
                "{\"assistant_id\":\"nested\",\"input\":{\"value\":\"v\"},\"stream_mode\":\"updates\"}")
            .json()
            .get("run_id")
            .asText();

    List<Sse.Event> frames =
        Sse.events(
            server.get("/threads/joined/runs/" + run + "/stream?stream_subgraphs=true").body());

    assertThat(frames).extracting(Sse.Event::name).anyMatch(it -> it.startsWith("updates|"));
  }

  @Test
  void shouldShowASubgraphAsOneNodeUnlessAsked() {
    List<Sse.Event> asked = stream("closed", "'input':{'value':'v'},'stream_mode':'updates'");
    List<Sse.Event> answered =
        stream("closed", "'command':{'resume':'yes'},'stream_mode':'updates'");

    assertThat(asked).extracting(Sse.Event::name).containsExactly("metadata", "updates", "end");
    assertThat(answered)
        .filteredOn(event -> event.name().equals("updates"))
        .extracting(event -> event.data().toString().replace('"', '\''))
        .containsExactly(
            "{'inner':[{'value':'v>deep'},{'value':'v>deep>yes'}]}", "{'done':{'log':['done']}}");
  }

  @Test
  void shouldShowAndEditTheStateInsideASubgraphWhenAsked() {
    server.post("/threads", "{\"thread_id\":\"edited\"}");
    stream("edited", "'input':{'value':'v'}");

    JsonNode inside =
        server.get("/threads/edited/state?subgraphs=true").json().at("/tasks/0/state");
    assertThat(inside.at("/values/value").asText()).isEqualTo("v>deep");
    assertThat(inside.at("/next/0").asText()).isEqualTo("confirm");
    assertThat(inside.at("/interrupts/0/value").asText()).isEqualTo("Sure?");
    assertThat(inside.at("/checkpoint/checkpoint_id").asText()).isNotEmpty();
    String id = server.get("/threads/edited/state").json().at("/checkpoint/checkpoint_id").asText();
    assertThat(
            server
                .get("/threads/edited/state/" + id + "?subgraphs=true")
                .json()
                .at("/tasks/0/state"))
        .isEqualTo(inside);
    assertThat(
            server
                .post(
                    "/threads/edited/state/checkpoint",
                    "{\"checkpoint_id\":\"" + id + "\",\"subgraphs\":true}")
                .json()
                .at("/tasks/0/state"))
        .isEqualTo(inside);
    String checkpoint = inside.get("checkpoint").toString();
    server.post(
        "/threads/edited/state",
        "{\"values\":{\"value\":\"edit\"},\"checkpoint\":" + checkpoint + "}");
    JsonNode edited =
        server.get("/threads/edited/state?subgraphs=true").json().at("/tasks/0/state");
    assertThat(edited.at("/values/value").asText()).isEqualTo("edit");
    JsonNode before =
        server
            .post("/threads/edited/state/checkpoint", "{\"checkpoint\":" + checkpoint + "}")
            .json();
    assertThat(before.at("/values/value").asText()).isEqualTo("v>deep");
    stream("edited", "'command':{'resume':'yes'}");

    JsonNode state = server.get("/threads/edited/state?subgraphs=true").json();
    assertThat(state.at("/values/value").asText()).isEqualTo("edit>yes");
    assertThat(
            server
                .post("/threads/edited/state", "{\"values\":{},\"checkpoint\":" + checkpoint + "}")
                .status())
        .isEqualTo(404);
  }

  @Test
  void shouldShowACheckpointOfASubgraphInItsPlaceWithWhatFollows() {
    server.post("/threads", "{\"thread_id\":\"inside\"}");
    stream("inside", "'input':{'value':'v'}");
    JsonNode inside =
        server.get("/threads/inside/state?subgraphs=true").json().at("/tasks/0/state");
    String path = "/threads/inside/state/" + inside.at("/checkpoint/checkpoint_id").asText();

    for (String query : List.of("", "?subgraphs=true")) {
      JsonNode state = server.get(path + query).json();

      assertThat(state.get("checkpoint")).as(query).isEqualTo(inside.get("checkpoint"));
      assertThat(state.get("parent_checkpoint"))
          .as(query)
          .isEqualTo(inside.get("parent_checkpoint"));
      assertThat(state.get("next").toString()).as(query).isEqualTo("[\"confirm\"]");
      assertThat(state.at("/tasks/0/name").asText()).as(query).isEqualTo("confirm");
    }
  }

  @Test
  void shouldReadTheCheckpointsOfASubgraphThatTheHistoryTells() {
    server.post("/threads", "{\"thread_id\":\"read\"}");
    stream("read", "'input':{'value':'v'}");
    String namespace =
        server.get("/threads/read/state").json().at("/tasks/0/checkpoint/checkpoint_ns").asText();
    stream("read", "'command':{'resume':'yes'}");

    JsonNode history =
        server
            .post(
                "/threads/read/history",
                "{\"checkpoint\":{\"checkpoint_ns\":\"" + namespace + "\"}}")
            .json();

    assertThat(history)
        .hasSizeGreaterThan(1)
        .allSatisfy(
            state -> {
              assertThat(state.at("/checkpoint/checkpoint_ns").asText()).isEqualTo(namespace);
              String body = "{\"checkpoint\":" + state.get("checkpoint") + "}";
              assertThat(server.post("/threads/read/state/checkpoint", body).json())
                  .isEqualTo(state);
            });
  }

  @Test
  void shouldFindNoSubgraphThatIsNotThere() {
    server.post("/threads", "{\"thread_id\":\"lacks\"}");
    stream("lacks", "'input':{'value':'v'}");
    JsonNode now = server.get("/threads/lacks/state").json().at("/checkpoint/checkpoint_id");
    String unknown = "\"checkpoint_ns\":\"inner:unknown\"";
    String without = "{\"checkpoint\":{" + unknown + "}}";
    String with = "{\"checkpoint\":{" + unknown + ",\"checkpoint_id\":" + now + "}}";
    String edit = "{\"values\":{\"value\":\"x\"},\"checkpoint\":{" + unknown + "}}";

    for (Reply reply :
        List.of(
            server.post("/threads/lacks/state/checkpoint", without),
            server.post("/threads/lacks/state/checkpoint", with),
            server.post("/threads/lacks/state", edit),
            server.post("/threads/lacks/history", without))) {
      assertThat(reply.status()).as(reply.body()).isEqualTo(404);
      assertThat(reply.json().get("type").asText()).endsWith(":state-missing");
      assertThat(reply.json().get("detail").asText()).contains("inner:unknown");
    }
  }
}
