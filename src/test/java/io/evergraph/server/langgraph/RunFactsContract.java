package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** What a request says about its run is kept by the thread: every server knows it. */
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes
class RunFactsContract {
  @Parameter private TestRuntime on;
  private CountDownLatch gate = new CountDownLatch(1);
  private TestServer server;
  private TestServer other;

  @BeforeParameterizedClassInvocation
  void start() {
    gate = new CountDownLatch(1);
    server =
        TestServer.of(
            on.with(SampleGraphs.chain(), SampleGraphs.approval(), SampleGraphs.gated(gate)));
    other = TestServer.of(on.elsewhere());
  }

  @AfterParameterizedClassInvocation
  void stop() {
    gate.countDown();
    other.close();
    server.close();
  }

  private Reply post(String path, String body) {
    return server.post(path, body.replace('\'', '"'));
  }

  private String newThread() {
    return "/threads/" + post("/threads", "{}").json().get("thread_id").asText();
  }

  private String run(String thread, String body) {
    Reply reply = post(thread + "/runs", body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return thread + "/runs/" + reply.json().get("run_id").asText();
  }

  private static JsonNode json(String text) {
    return TestServer.parse(text.replace('\'', '"'));
  }

  @Test
  void shouldTellMetadataAndStrategyOfARunOnEveryServer() {
    String thread = newThread();
    String run =
        run(
            thread,
            "{'assistant_id':'approval','input':{'request':'r'},'metadata':{'why':'test','n':1},"
                + "'config':{'metadata':{'why':'config','by':'Ada'}},'multitask_strategy':'reject'}");
    await().until(() -> !server.get(run).json().get("status").asText().equals("running"));
    String answer =
        run(
            thread,
            "{'assistant_id':'approval','command':{'resume':{'approved':true}},'metadata':{'step':2}}");
    await().until(() -> server.get(answer).json().get("status").asText().equals("success"));

    for (TestServer any : List.of(server, other)) {
      JsonNode first = any.get(run).json();
      assertThat(first.get("metadata")).isEqualTo(json("{'why':'test','by':'Ada','n':1}"));
      assertThat(first.get("multitask_strategy").asText()).isEqualTo("reject");
      assertThat(any.get(answer).json().get("metadata")).isEqualTo(json("{'step':2}"));
      assertThat(any.get(thread + "/runs").json().findValuesAsText("run_id"))
          .containsExactly(
              answer.substring(answer.lastIndexOf('/') + 1),
              run.substring(run.lastIndexOf('/') + 1));
    }
  }

  @Test
  void shouldStreamTheModesThatTheStarterWantedOnEveryServer() {
    String thread = newThread();
    String run =
        run(
            thread,
            "{'assistant_id':'chain','input':{'value':'x'},'stream_mode':['updates','tasks']}");

    for (TestServer any : List.of(server, other)) {
      assertThat(Sse.events(any.get(run + "/stream").body()))
          .extracting(Sse.Event::name)
          .contains("updates", "tasks")
          .doesNotContain("values");
    }
  }

  @Test
  void shouldListAndCancelARunThatWaitsForItsTurnOnEveryServer() {
    String thread = newThread();
    String first = run(thread, "{'assistant_id':'gated','input':{'value':'x'}}");
    String second =
        run(thread, "{'assistant_id':'gated','input':{'value':'y'},'metadata':{'why':'waits'}}");

    for (TestServer any : List.of(server, other)) {
      JsonNode waiting = any.get(second).json();
      assertThat(waiting.get("status").asText()).isEqualTo("pending");
      assertThat(waiting.get("metadata")).isEqualTo(json("{'why':'waits'}"));
      assertThat(any.get(thread + "/runs?status=pending").json()).hasSize(1);
    }
    Reply cancelled =
        other.send(other.request(second + "/cancel?wait=1").POST(BodyPublishers.noBody()).build());

    assertThat(cancelled.status()).as(cancelled.body()).isEqualTo(204);
    for (TestServer any : List.of(server, other)) {
      JsonNode withdrawn = any.get(second).json();
      assertThat(withdrawn.get("status").asText()).isEqualTo("interrupted");
      assertThat(withdrawn.get("metadata")).isEqualTo(json("{'why':'waits'}"));
      assertThat(any.get(second + "/join").json().path("__error__").path("error").asText())
          .isEqualTo("UserInterrupt");
      assertThat(any.get(first).json().get("status").asText()).isEqualTo("running");
    }
    assertThat(post(first + "/cancel?wait=1", "").status()).isEqualTo(204);
    assertThat(server.get(first).json().get("status").asText()).isEqualTo("interrupted");
  }

  @Test
  void shouldRefuseAnotherBodyUnderAKnownKeyOnEveryServer() {
    String thread = newThread();
    String start = "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"x\"}}";

    Reply first = keyed(server, thread, start);
    Reply same = keyed(other, thread, start);
    Reply another = keyed(other, thread, start.replace("\"x\"", "\"y\""));

    assertThat(same.header("content-location")).isEqualTo(first.header("content-location"));
    assertThat(another.status()).as(another.body()).isEqualTo(422);
  }

  private static Reply keyed(TestServer to, String thread, String body) {
    return to.send(
        to.request(thread + "/runs/wait")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", "key-" + thread)
            .POST(BodyPublishers.ofString(body))
            .build());
  }
}
