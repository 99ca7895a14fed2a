package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Threads, their state, and runs in the background. */
class ThreadsTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.of(SampleGraphs.chain(), SampleGraphs.approval());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Reply post(String path, String body) {
    return server.post(path, body.replace('\'', '"'));
  }

  private static String newThread() {
    return post("/threads", "{}").json().get("thread_id").asText();
  }

  @Test
  void shouldCreateAThreadWhenNothingIsSaidAboutIt() {
    Reply reply = post("/threads", "");

    JsonNode thread = reply.json();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(UUID.fromString(thread.get("thread_id").asText()).version()).isEqualTo(7);
    assertThat(thread.get("status").asText()).isEqualTo("idle");
    assertThat(thread.get("values").isNull()).isTrue();
    assertThat(thread.get("interrupts")).isEmpty();
    assertThat(thread.get("created_at").asText()).endsWith("Z");
  }

  @Test
  void shouldKeepIdAndMetadataWhenTheyAreGiven() {
    JsonNode created =
        post("/threads", "{'thread_id':'order-7','metadata':{'who':'me','n':1}}").json();

    assertThat(server.get("/threads/order-7").json()).isEqualTo(created);
    assertThat(created.get("metadata").toString()).isEqualTo("{\"who\":\"me\",\"n\":1}");
  }

  @Test
  void shouldRefuseASecondThreadOfOneIdUnlessThatIsFine() {
    post("/threads", "{'thread_id':'twice','metadata':{'first':true}}");

    Reply refused = post("/threads", "{'thread_id':'twice'}");
    Reply tolerated = post("/threads", "{'thread_id':'twice','if_exists':'do_nothing'}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(tolerated.status()).isEqualTo(200);
    assertThat(tolerated.json().get("metadata").get("first").asBoolean()).isTrue();
  }

  @Test
  void shouldHaveAnEmptyStateWhenNothingHasRun() {
    JsonNode state = server.get("/threads/" + newThread() + "/state").json();

    assertThat(state.get("values")).isEmpty();
    assertThat(state.get("next")).isEmpty();
    assertThat(state.get("tasks")).isEmpty();
    assertThat(state.get("metadata").isObject()).isTrue();
    assertThat(state.get("checkpoint").get("checkpoint_id").isNull()).isTrue();
    assertThat(state.get("parent_checkpoint").isNull()).isTrue();
  }

  @Test
  void shouldNameTheCheckpointsByIdsThatSortAsTheyGrow() {
    String thread = newThread();
    List<String> ids = new ArrayList<>();
    for (int run = 0; run < 5; run++) {
      post("/threads/" + thread + "/runs/wait", "{'assistant_id':'chain','input':{'value':'x'}}");
      JsonNode state = server.get("/threads/" + thread + "/state").json();
      ids.add(state.get("parent_checkpoint").get("checkpoint_id").asText());
      ids.add(state.get("checkpoint").get("checkpoint_id").asText());
      assertThat(state.get("metadata").get("source").asText()).isEqualTo("loop");
      assertThat(state.get("metadata").get("graph_id").asText()).isEqualTo("chain");
      assertThat(state.get("metadata").has("run_id")).isTrue();
    }

    assertThat(ids).isSorted().doesNotHaveDuplicates();
    assertThat(ids).allSatisfy(id -> assertThat(UUID.fromString(id).version()).isEqualTo(8));
  }

  @Test
  void shouldGoOnFromAnEditAsANodeWhenARunFollows() {
    String thread =
        post("/threads", "{'metadata':{'graph_id':'chain'}}").json().get("thread_id").asText();

    Reply edited =
        post("/threads/" + thread + "/state", "{'values':{'value':'u'},'as_node':'one'}");

    assertThat(edited.json().get("checkpoint").get("checkpoint_id").asText()).isNotBlank();
    JsonNode state = server.get("/threads/" + thread + "/state").json();
    assertThat(state.get("next").toString()).isEqualTo("[\"two\"]");
    assertThat(state.get("checkpoint")).isEqualTo(edited.json().get("checkpoint"));
    JsonNode done = post("/threads/" + thread + "/runs/wait", "{'assistant_id':'chain'}").json();
    assertThat(done.get("value").asText()).isEqualTo("u23");
  }

  @Test
  void shouldPlanTheFirstNodesWhenAnEditStandsForTheInput() {
    String thread =
        post("/threads", "{'metadata':{'graph_id':'chain'}}").json().get("thread_id").asText();

    post("/threads/" + thread + "/state", "{'values':{'value':'u'},'as_node':'__start__'}");

    JsonNode state = server.get("/threads/" + thread + "/state").json();
    assertThat(state.get("next").toString()).isEqualTo("[\"one\"]");
  }

  @Test
  void shouldRefuseEditsThatCannotBe() {
    String thread =
        post("/threads", "{'metadata':{'graph_id':'chain'}}").json().get("thread_id").asText();
    String path = "/threads/" + thread + "/state";

    assertThat(post(path, "{'values':{'value':1},'as_node':'nobody'}").status()).isEqualTo(422);
    assertThat(post(path, "{'values':'x'}").status()).isEqualTo(422);
    assertThat(post(path, "{'values':{'unknown':1}}").status()).isEqualTo(422);
    assertThat(post("/threads/" + newThread() + "/state", "{'values':{}}").status()).isEqualTo(422);
  }

  @Test
  void shouldReadCheckpointsByName() {
    String thread = newThread();
    post("/threads/" + thread + "/runs/wait", "{'assistant_id':'chain','input':{'value':'x'}}");
    JsonNode state = server.get("/threads/" + thread + "/state").json();

    Reply named =
        post(
            "/threads/" + thread + "/state/checkpoint",
            "{'checkpoint':{'thread_id':'" + thread + "'},'subgraphs':false}");
    Reply older =
        post(
            "/threads/" + thread + "/state/checkpoint",
            "{'checkpoint':" + state.get("parent_checkpoint") + "}");

    assertThat(named.json()).isEqualTo(state);
    assertThat(older.status()).isEqualTo(200);
    assertThat(older.json().get("next")).isNotEmpty();
    assertThat(older.json().get("checkpoint")).isEqualTo(state.get("parent_checkpoint"));
  }

  @Test
  void shouldTellHowARunInTheBackgroundIsDoing() {
    CountDownLatch gate = new CountDownLatch(1);
    server.runtime().graphs().register(SampleGraphs.gated(gate));
    String runs = "/threads/" + newThread() + "/runs";

    Reply created =
        post(
            runs,
            "{'assistant_id':'gated','input':{'value':'x'},'metadata':{'why':'test'},"
                + "'context':{'who':'me'}}");
    Reply waiting = post(runs, "{'assistant_id':'gated','input':{'value':'y'}}");
    Reply refused =
        post(runs, "{'assistant_id':'gated','input':{'value':'z'},'multitask_strategy':'reject'}");
    Reply edited = post(runs.replace("/runs", "/state"), "{'values':{'value':'e'}}");

    assertThat(created.json().get("status").asText()).isEqualTo("running");
    assertThat(created.json().get("metadata").get("why").asText()).isEqualTo("test");
    assertThat(created.header("content-location"))
        .isEqualTo(runs + "/" + created.json().get("run_id").asText());
    assertThat(waiting.json().get("status").asText()).isEqualTo("pending");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(edited.status()).isEqualTo(409);

    gate.countDown();
    JsonNode outcome = server.get(created.header("content-location") + "/join").json();
    assertThat(outcome.get("log").toString()).isEqualTo("[\"before\",\"waited:me\"]");
    JsonNode last = server.get(waiting.header("content-location") + "/join").json();
    assertThat(last.get("log")).hasSize(4);
    Awaitility.await()
        .until(
            () ->
                server
                    .get(waiting.header("content-location"))
                    .json()
                    .get("status")
                    .asText()
                    .equals("success"));
  }
}
