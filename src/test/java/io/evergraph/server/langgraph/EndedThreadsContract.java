package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** What clients get of threads that have ended: deleted, finished with their run, or terminated. */
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes
class EndedThreadsContract {
  private static final String START = "{'assistant_id':'chain','input':{'value':'x'}}";

  private CountDownLatch gate = new CountDownLatch(1);
  @Parameter private TestRuntime on;
  private TestServer server;

  @BeforeParameterizedClassInvocation
  void start() {
    gate = new CountDownLatch(1);
    server =
        TestServer.of(
            on.with(SampleGraphs.chain(), SampleGraphs.approval(), SampleGraphs.gated(gate)));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    gate.countDown();
    server.close();
  }

  private Reply post(String path, String body) {
    return soon(posting(path, body));
  }

  private CompletableFuture<HttpResponse<String>> posting(String path, String body) {
    return server
        .client()
        .sendAsync(
            server
                .request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.replace('\'', '"')))
                .build(),
            BodyHandlers.ofString());
  }

  private CompletableFuture<HttpResponse<String>> getting(String path) {
    return server.client().sendAsync(server.request(path).build(), BodyHandlers.ofString());
  }

  /** An answer that does not come soon will not come later. */
  private static Reply soon(CompletableFuture<HttpResponse<String>> reply) {
    try {
      return Reply.of(reply.get(10, TimeUnit.SECONDS));
    } catch (TimeoutException silent) {
      return fail("Expected an answer within 10 s.");
    } catch (InterruptedException | ExecutionException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private String newThread() {
    return "/threads/" + post("/threads", "{}").json().get("thread_id").asText();
  }

  private String begun(String thread) {
    Reply reply = post(thread + "/runs", "{'assistant_id':'gated','input':{'value':'x'}}");
    String run = thread + "/runs/" + reply.json().get("run_id").asText();
    await()
        .untilAsserted(
            () -> assertThat(server.get(run).json().path("status").asText()).isEqualTo("running"));
    return run;
  }

  private String queued(String thread) {
    Reply reply = post(thread + "/runs", "{'assistant_id':'gated','input':{'value':'y'}}");
    return thread + "/runs/" + reply.json().get("run_id").asText();
  }

  private static String lastEvent(Reply stream) {
    List<Sse.Event> events = Sse.events(stream.body());
    return events.get(events.size() - 1).name();
  }

  @Test
  void shouldEndStreamsAndWaitsWithAnErrorWhenTheirThreadIsDeleted() {
    String thread = newThread();
    String run = begun(thread);
    String queued = queued(thread);
    List<CompletableFuture<HttpResponse<String>>> streams =
        Stream.of(run, queued).map(it -> getting(it + "/stream")).toList();
    List<CompletableFuture<HttpResponse<String>>> waits =
        Stream.of(run, queued).map(it -> getting(it + "/join")).toList();
    awaitHeaders(streams);

    Reply deleted = server.delete(thread);

    assertThat(deleted.status()).isEqualTo(204);
    streams.forEach(it -> assertThat(lastEvent(soon(it))).isEqualTo("error"));
    waits.forEach(it -> assertThat(soon(it).json().has("__error__")).isTrue());
    assertThat(server.get(run).status()).isEqualTo(404);
    assertThat(server.get(run + "/join").status()).isEqualTo(404);
  }

  /** The first frame is sent at once, so that a short time suffices for streams to be open. */
  private void awaitHeaders(List<CompletableFuture<HttpResponse<String>>> streams) {
    await().pollDelay(Duration.ofMillis(700)).until(() -> !streams.isEmpty());
  }

  @Test
  void shouldRefuseAFurtherRunAtOnceWhenTheThreadHasEndedWithItsRun() {
    Reply first = post("/runs/wait", START);
    String thread = first.header("content-location").replaceFirst("/runs/.*", "");

    for (String path : List.of("/runs", "/runs/wait", "/runs/stream")) {
      Reply further = post(thread + path, START);
      Reply answer =
          post(thread + path, "{'assistant_id':'chain','command':{'update':{'value':'y'}}}");

      assertThat(further.status()).as(further.body()).isEqualTo(409);
      assertThat(further.json().get("type").asText()).endsWith(":thread-ended");
      assertThat(answer.status()).as(answer.body()).isEqualTo(409);
    }
    Reply created = post(thread + "/runs", START.replace("'x'}", "'x'},'if_not_exists':'create'"));
    assertThat(created.status()).as(created.body()).isEqualTo(409);
  }

  @Test
  void shouldTellHowARunAloneEndedThoughItsThreadIsListedNoMore() {
    String key = UUID.randomUUID().toString();
    Reply first = alone(key);
    String run = first.header("content-location");
    ThreadId thread = ThreadId.of(run.replaceFirst("/threads/", "").replaceFirst("/runs/.*", ""));

    await()
        .until(() -> !server.runtime().threads(ThreadQuery.of(ThreadStatus.IDLE)).contains(thread));

    assertThat(server.get(run).json().get("status").asText()).isEqualTo("success");
    assertThat(server.get(run + "/join").json()).isEqualTo(first.json());
    assertThat(server.get("/threads/" + thread + "/runs").json()).hasSize(1);
    assertThat(server.get("/threads/" + thread + "/state").json().get("values"))
        .isEqualTo(first.json());
    Reply again = alone(key);
    assertThat(again.header("content-location")).isEqualTo(run);
    assertThat(again.json()).isEqualTo(first.json());
  }

  private Reply alone(String key) {
    return server.send(
        server
            .request("/runs/wait")
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(START.replace('\'', '"')))
            .build());
  }

  @Test
  void shouldAnswerForAThreadThatWasTerminatedFromOutside() {
    assumeTrue(on.house().isPresent(), "nobody can reach into this process");
    String thread = newThread();
    post(thread + "/runs/wait", START);
    String waiting = newThread();
    post(waiting + "/runs/wait", "{'assistant_id':'approval','input':{'request':'r'}}");
    String running = newThread();
    String run = begun(running);
    String queued = queued(running);
    CompletableFuture<HttpResponse<String>> stream = getting(run + "/stream");
    CompletableFuture<HttpResponse<String>> join = getting(run + "/join");
    awaitHeaders(List.of(stream));

    Stream.of(thread, waiting, running).forEach(this::terminate);

    assertThat(lastEvent(soon(stream))).isEqualTo("error");
    assertThat(soon(join).json().has("__error__")).isTrue();
    Reply state = server.get(thread + "/state");
    assertThat(state.status() == 409 || state.json().at("/values/value").asText().equals("x123"))
        .as(state.body())
        .isTrue();
    Reply joined = soon(getting(run + "/join"));
    assertThat(joined.status() == 409 || joined.json().has("__error__")).as(joined.body()).isTrue();
    Reply again = soon(getting(run + "/stream"));
    assertThat(again.status() == 409 || lastEvent(again).equals("error")).as(again.body()).isTrue();
    for (String any : List.of(thread, waiting, running)) {
      for (String path : List.of("", "/state", "/history", "/runs")) {
        Reply reply = soon(getting(any + path));
        assertThat(reply.status()).as(any + path + ": " + reply.body()).isIn(200, 409, 410);
      }
      Reply further = post(any + "/runs/wait", START);
      assertThat(further.status()).as(further.body()).isEqualTo(409);
      Reply edit = post(any + "/state", "{'values':{}}");
      assertThat(edit.status()).as(edit.body()).isIn(409, 410);
    }
    Reply answer =
        post(waiting + "/runs/wait", "{'assistant_id':'approval','command':{'resume':true}}");
    assertThat(answer.status()).as(answer.body()).isEqualTo(409);
    assertThat(post(run + "/cancel?wait=1", "").status()).isLessThan(500);
    for (String either : List.of(run, queued)) {
      Reply status = server.get(either);
      assertThat(status.status() == 409 || status.body().contains("\"interrupted\""))
          .as(status.body())
          .isTrue();
    }
    assertThat(server.delete(waiting).status()).isEqualTo(204);
  }

  private void terminate(String thread) {
    on.temporal()
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.replace("/threads/", ""))
        .terminate("a test");
  }
}
