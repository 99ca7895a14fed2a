package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** Requests that are sent again with the same key are taken once, on every runtime. */
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes
class IdempotencyContract {
  private static final String START = "{'assistant_id':'chain','input':{'value':'x'}}";
  private static final String YES =
      "{'assistant_id':'approval','command':{'resume':{'approved':true}}}";

  @Parameter private TestRuntime on;
  private TestServer server;
  private TestServer other;

  @BeforeParameterizedClassInvocation
  void start() {
    server = TestServer.of(on.with(SampleGraphs.chain(), SampleGraphs.approval()));
    other = TestServer.of(on.elsewhere());
  }

  @AfterParameterizedClassInvocation
  void stop() {
    other.close();
    server.close();
  }

  private static String newKey() {
    return UUID.randomUUID().toString();
  }

  private String newThread() {
    return server.post("/threads", "{}").json().get("thread_id").asText();
  }

  private Reply post(String path, String body, String key) {
    return post(server, path, body, key);
  }

  private static Reply post(TestServer to, String path, String body, String key) {
    return to.send(
        to.request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(body.replace('\'', '"')))
            .build());
  }

  private JsonNode values(String thread) {
    return server.get("/threads/" + thread + "/state").json().get("values");
  }

  private List<String> runs(String thread) {
    return server.get("/threads/" + thread + "/runs").json().findValuesAsText("run_id");
  }

  @Test
  void shouldBeginOneRunWhenAStartIsSentAgain() {
    String thread = newThread();
    String path = "/threads/" + thread + "/runs/wait";
    String key = newKey();

    Reply first = post(path, START, key);
    Reply second = post(path, START, '"' + key + '"');
    Reply third = post(path, START, newKey());

    assertThat(first.status()).as(first.body()).isEqualTo(200);
    assertThat(second.json()).isEqualTo(first.json());
    assertThat(second.header("content-location")).isEqualTo(first.header("content-location"));
    assertThat(third.header("content-location")).isNotEqualTo(first.header("content-location"));
    assertThat(runs(thread)).hasSize(2);
    assertThat(values(thread).get("log")).hasSize(6);
  }

  @Test
  void shouldGiveTheRunAsItWasWhenTheThreadHasMovedOn() {
    String thread = newThread();
    String path = "/threads/" + thread + "/runs";
    String key = newKey();

    Reply first = post(path, START, key);
    post(path + "/wait", START.replace("'x'", "'later'"), newKey());
    Reply second = post(path, START, key);

    assertThat(second.json().get("run_id")).isEqualTo(first.json().get("run_id"));
    assertThat(runs(thread)).hasSize(2);
  }

  @Test
  void shouldBeginOneRunWhenRequestsRace() throws Exception {
    String thread = newThread();
    String key = newKey();

    List<Reply> replies = race(() -> post("/threads/" + thread + "/runs/wait", START, key));

    assertThat(replies).extracting(Reply::status).containsOnly(200);
    assertThat(replies).extracting(reply -> reply.header("content-location")).hasSize(6);
    assertThat(replies.stream().map(reply -> reply.header("content-location")).distinct())
        .hasSize(1);
    assertThat(replies.stream().map(Reply::json).distinct()).hasSize(1);
    assertThat(values(thread).get("log")).hasSize(3);
  }

  @Test
  void shouldStreamTheSameFramesToRequestsThatRace() throws Exception {
    String thread = newThread();
    String key = newKey();

    List<Reply> replies = race(() -> post("/threads/" + thread + "/runs/stream", START, key));

    assertThat(replies.stream().map(reply -> Sse.events(reply.body())).distinct())
        .singleElement()
        .asInstanceOf(LIST)
        .extracting("name")
        .contains("values", "end");
  }

  private static List<Reply> race(Callable<Reply> request) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(6);
    try {
      List<Reply> replies = new ArrayList<>();
      for (Future<Reply> reply :
          clients.invokeAll(List.of(request, request, request, request, request, request))) {
        replies.add(reply.get());
      }
      return replies;
    } finally {
      clients.shutdownNow();
    }
  }

  @Test
  void shouldTakeAnAnswerOnceAndGiveTheSameReply() throws Exception {
    String thread = newThread();
    String path = "/threads/" + thread + "/runs/wait";
    post(path, "{'assistant_id':'approval','input':{'request':'R'}}", newKey());
    String key = newKey();

    List<Reply> replies = race(() -> post(path, YES, key));
    Reply again = post(path, YES, key);
    Reply anew = post(path, YES, newKey());

    assertThat(replies).extracting(Reply::status).containsOnly(200);
    assertThat(replies.stream().map(Reply::json).distinct()).containsExactly(again.json());
    assertThat(again.json().get("result").asText()).isEqualTo("done:R");
    assertThat(anew.status()).isEqualTo(409);
    assertThat(runs(thread)).hasSize(2);
  }

  @Test
  void shouldKnowTheRequestOnAnotherServerToo() {
    String thread = newThread();
    String path = "/threads/" + thread + "/runs/wait";
    String key = newKey();
    Reply first = post(path, START, key);

    Reply second = post(other, path, START, key);

    assertThat(second.json()).isEqualTo(first.json());
    assertThat(second.header("content-location")).isEqualTo(first.header("content-location"));
    assertThat(values(thread).get("log")).hasSize(3);
  }

  @Test
  void shouldRefuseAnotherBodyUnderTheSameKey() {
    String path = "/threads/" + newThread() + "/runs/wait";
    String key = newKey();
    post(path, START, key);

    Reply refused = post(path, START.replace("'x'", "'y'"), key);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().get("type").asText())
        .isEqualTo("urn:evergraph:problem:invalid-input");
    assertThat(refused.json().get("detail").asText()).contains("Idempotency-Key", "before");
    assertThat(post(path, START, " ").status()).isEqualTo(422);
    assertThat(post(path, START, "k".repeat(256)).status()).isEqualTo(422);
  }

  @Test
  void shouldTakeAMendedRequestUnderTheKeyOfARefusedOne() {
    String thread = newThread();
    String path = "/threads/" + thread + "/runs/wait";
    post(path, "{'assistant_id':'approval','input':{'request':'R'}}", newKey());
    String key = newKey();

    Reply refused = post(path, YES.replace("true", "'perhaps'"), key);
    Reply taken = post(path, YES, key);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(taken.status()).as(taken.body()).isEqualTo(200);
    assertThat(taken.json().get("result").asText()).isEqualTo("done:R");
  }

  @Test
  void shouldBeginOneRunWithoutAThread() throws Exception {
    String key = newKey();

    List<Reply> replies = race(() -> post("/runs/wait", START, key));
    Reply again = post("/runs/wait", START, key);

    assertThat(replies).extracting(Reply::status).containsOnly(200);
    assertThat(replies.stream().map(Reply::json).distinct()).containsExactly(again.json());
    assertThat(again.json().get("log")).hasSize(3);
    assertThat(replies.stream().map(reply -> reply.header("content-location")).distinct())
        .containsExactly(again.header("content-location"));
  }

  @Test
  void shouldMakeOneThread() {
    String key = newKey();

    Reply first = post("/threads", "{'metadata':{'tenant':'a'}}", key);
    Reply second = post("/threads", "{'metadata':{'tenant':'a'}}", key);

    assertThat(first.status()).as(first.body()).isEqualTo(200);
    assertThat(second.json()).isEqualTo(first.json());
    assertThat(post("/threads", "{}", newKey()).json().get("thread_id"))
        .isNotEqualTo(first.json().get("thread_id"));
  }

  @Test
  void shouldWriteToTheStateOnceAndGiveTheSameReply() throws Exception {
    String thread = newThread();
    String path = "/threads/" + thread + "/state";
    post("/threads/" + thread + "/runs/wait", START, newKey());
    String key = newKey();
    String edit = "{'values':{'log':['edited']},'as_node':'two'}";

    List<Reply> replies = race(() -> post(path, edit, key));
    Reply later = post(path, edit, newKey());
    Reply again = post(other, path, edit, key);

    assertThat(replies).extracting(Reply::status).containsOnly(200);
    assertThat(replies.stream().map(Reply::json).distinct()).containsExactly(again.json());
    assertThat(again.json()).isNotEqualTo(later.json());
    assertThat(values(thread).get("log")).hasSize(5);
  }

  @Test
  void shouldGoBackOnceWhenARunBeginsAtAnEarlierCheckpoint() throws Exception {
    String thread = newThread();
    String path = "/threads/" + thread + "/runs/wait";
    post(path, START, newKey());
    String checkpoint = checkpoints(thread).get(2);
    String key = newKey();
    String body = "{'assistant_id':'chain','input':null,'checkpoint_id':'" + checkpoint + "'}";

    List<Reply> replies = race(() -> post(path, body, key));

    assertThat(replies).extracting(Reply::status).as("%s", replies).containsOnly(200);
    assertThat(replies.stream().map(Reply::json).distinct()).hasSize(1);
    assertThat(values(thread).get("log")).hasSize(3);
    assertThat(runs(thread)).hasSize(2);
  }

  /** Returns the checkpoints of a thread, the latest first. */
  private List<String> checkpoints(String thread) {
    return StreamSupport.stream(
            server.get("/threads/" + thread + "/history").json().spliterator(), false)
        .map(state -> state.get("checkpoint").get("checkpoint_id").asText())
        .toList();
  }

  private String threadThatRan() {
    String thread = newThread();
    assertThat(post("/threads/" + thread + "/runs/wait", START, newKey()).status()).isEqualTo(200);
    return thread;
  }

  @Test
  void shouldNotMoveAThreadForARequestThatCannotBeRead() {
    String thread = threadThatRan();
    String path = "/threads/" + thread + "/runs/wait";
    List<String> before = checkpoints(thread);
    JsonNode state = server.get("/threads/" + thread + "/state").json();
    String earlier = "'assistant_id':'chain','checkpoint_id':'" + before.get(2) + "',";

    for (String wrong :
        List.of(
            "'input':{'nmae':1}",
            "'command':{'update':{'nmae':1}}",
            "'input':{'value':'y'},'interrupt_before':['gone']",
            "'input':null,'interrupt_after':['gone']",
            "'input':null,'config':{'call_options':{'gone':{'attempts':2}}}")) {
      assertThat(post(path, "{" + earlier + wrong + "}", newKey()).status()).isEqualTo(422);
    }

    assertThat(checkpoints(thread)).isEqualTo(before);
    assertThat(server.get("/threads/" + thread + "/state").json()).isEqualTo(state);
  }

  @Test
  void shouldMoveToAnotherCheckpointWhenARefusedRequestIsMended() {
    String thread = threadThatRan();
    String path = "/threads/" + thread + "/runs/wait";
    List<String> before = checkpoints(thread);
    String key = newKey();
    String chain = "{'assistant_id':'chain','checkpoint_id':'";

    Reply refused = post(path, chain + before.get(3) + "','command':{'resume':1}}", key);
    Reply mended = post(path, chain + before.get(1) + "','input':{'value':'y'}}", key);

    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    assertThat(mended.status()).as(mended.body()).isEqualTo(200);
    assertThat(ancestors(thread)).contains(before.get(1)).doesNotContain(before.get(0));
  }

  /** Returns the checkpoints that the latest one goes back to. */
  private List<String> ancestors(String thread) {
    Map<String, String> parents = new HashMap<>();
    server
        .get("/threads/" + thread + "/history")
        .json()
        .forEach(
            state ->
                parents.put(
                    state.at("/checkpoint/checkpoint_id").asText(),
                    state.at("/parent_checkpoint/checkpoint_id").asText()));
    return Stream.iterate(checkpoints(thread).get(0), parents::containsKey, parents::get).toList();
  }

  @Test
  void shouldDescribeTheHeader() {
    JsonNode paths = server.get("/v3/api-docs").json().get("paths");

    for (String path :
        List.of(
            "/threads",
            "/runs/wait",
            "/threads/{threadId}/runs",
            "/threads/{threadId}/runs/stream",
            "/threads/{threadId}/state")) {
      assertThat(paths.get(path).get("post").get("parameters").findValuesAsText("name"))
          .as(path)
          .contains("Idempotency-Key");
    }
  }
}
