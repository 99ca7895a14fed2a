package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs that are streamed: frames, ids, signs of life, and connections that break. */
class StreamTest {
  private static final CountDownLatch GATE = new CountDownLatch(1);
  private static TestServer server;

  @BeforeAll
  static void start() {
    server =
        TestServer.of(
            SampleGraphs.chain(),
            SampleGraphs.approval(),
            SampleGraphs.twoApprovals(),
            SampleGraphs.fails(),
            SampleGraphs.gated(GATE));
  }

  @AfterAll
  static void stop() {
    GATE.countDown();
    server.close();
  }

  @Test
  void shouldKnowNoRunOfTheNameOfAnEdit() {
    String thread = newThread();
    assertThat(stream(thread, "{'assistant_id':'chain','input':{'value':'x'}}").status())
        .isEqualTo(200);
    Reply edited =
        server.post(
            "/threads/" + thread + "/state", "{\"values\":{\"value\":\"y\"},\"as_node\":\"one\"}");
    assertThat(edited.status()).as(edited.body()).isEqualTo(200);
    String edit =
        server.get("/threads/" + thread + "/state").json().at("/metadata/run_id").asText();

    String path = "/threads/" + thread + "/runs/" + edit;
    assertThat(edit).isNotEmpty();
    for (String below : List.of("", "/join", "/stream")) {
      Reply unknown =
          assertTimeoutPreemptively(Duration.ofSeconds(20), () -> server.get(path + below));
      assertThat(unknown.status()).as(below).isEqualTo(404);
    }
  }

  private static String newThread() {
    return server.post("/threads", "{}").json().get("thread_id").asText();
  }

  private static Reply stream(String thread, String body) {
    return server.post("/threads/" + thread + "/runs/stream", body.replace('\'', '"'));
  }

  private static List<String> data(List<Sse.Event> events, String name) {
    return events.stream()
        .filter(event -> event.name().equals(name))
        .map(event -> event.data().toString().replace('"', '\''))
        .toList();
  }

  @Test
  void shouldShowTheValuesAfterEachStepUnlessTheClientAsksOtherwise() {
    String thread = newThread();

    Reply reply = stream(thread, "{'assistant_id':'chain','input':{'value':'x'}}");

    List<Sse.Event> events = Sse.events(reply.body());
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.type()).startsWith("text/event-stream");
    assertThat(events)
        .extracting(Sse.Event::name)
        .containsExactly("metadata", "values", "values", "values", "values", "end");
    assertThat(events).extracting(Sse.Event::id).containsExactly("0", "1", "2", "3", "4", "5");
    assertThat(data(events, "values"))
        .containsExactly(
            "{'log':[],'value':'x'}",
            "{'log':['one'],'value':'x1'}",
            "{'log':['one','two'],'value':'x12'}",
            "{'log':['one','two','three'],'value':'x123'}");
    String run = events.get(0).data().get("run_id").asText();
    assertThat(events.get(0).data().get("attempt").asInt()).isEqualTo(1);
    assertThat(reply.header("content-location")).isEqualTo("/threads/" + thread + "/runs/" + run);
    assertThat(reply.header("location"))
        .isEqualTo("/threads/" + thread + "/runs/" + run + "/stream?stream_mode=values");
  }

  @Test
  void shouldShowWhatEachNodeWroteWhenUpdatesAreAsked() {
    Reply reply =
        stream(
            newThread(), "{'assistant_id':'chain','input':{'value':'x'},'stream_mode':'updates'}");

    assertThat(data(Sse.events(reply.body()), "updates"))
        .containsExactly(
            "{'one':{'value':'x1','log':['one']}}",
            "{'two':{'value':'x12','log':['two']}}",
            "{'three':{'value':'x123','log':['three']}}");
    assertThat(reply.body()).doesNotContain("event:values");
  }

  @Test
  void shouldShowNoFirstValuesWhenTheInputHasNone() {
    Reply reply = stream(newThread(), "{'assistant_id':'chain','input':{}}");

    assertThat(data(Sse.events(reply.body()), "values")).hasSize(3);
  }

  @Test
  void shouldEndWithTheQuestionsInAFrameOfTheirOwnWhenTheRunWaits() {
    Reply reply =
        stream(
            newThread(),
            "{'assistant_id':'two_approvals','input':{},'stream_mode':['values','updates']}");

    List<Sse.Event> events = Sse.events(reply.body());
    assertThat(events)
        .extracting(Sse.Event::name)
        .containsExactly("metadata", "updates", "values", "end");
    JsonNode questions = events.get(2).data().get("__interrupt__");
    assertThat(events.get(2).data()).hasSize(1);
    assertThat(events.get(1).data()).isEqualTo(events.get(2).data());
    assertThat(questions).hasSize(2);
    assertThat(questions.get(0).get("value").get("reviewer").asText()).isEqualTo("a");
    assertThat(questions.get(0).get("id").asText()).matches("[0-9a-f]{32}");
  }

  @Test
  void shouldShowFirstWhatItGoesOnFromWhenAnAnswerIsStreamed() {
    String thread = newThread();
    stream(thread, "{'assistant_id':'approval','input':{'request':'r'}}");

    Reply reply =
        stream(
            thread,
            "{'assistant_id':'approval','command':{'resume':{'approved':false}},"
                + "'stream_mode':['updates','values']}");

    assertThat(Sse.events(reply.body()))
        .extracting(event -> event.name() + " " + event.data().toString().replace('"', '\''))
        .element(1)
        .isEqualTo("values {'request':'r'}");
    assertThat(data(Sse.events(reply.body()), "updates"))
        .containsExactly("{'ask':{'decision':'rejected'}}");
    assertThat(data(Sse.events(reply.body()), "values"))
        .last()
        .isEqualTo("{'request':'r','decision':'rejected'}");
  }

  @Test
  void shouldEndWithTheErrorWhenANodeFails() {
    Reply reply = stream(newThread(), "{'assistant_id':'fails','input':{'value':'x'}}");

    List<Sse.Event> events = Sse.events(reply.body());
    Sse.Event last = events.get(events.size() - 1);
    assertThat(last.name()).isEqualTo("error");
    assertThat(last.data().toString().replace('"', '\''))
        .isEqualTo("{'error':'IllegalStateException','message':'boom: x'}");
  }

  @Test
  void shouldRepeatTheSameFramesWhenARunIsStreamedAgain() {
    Reply first =
        stream(
            newThread(),
            "{'assistant_id':'chain','input':{'value':'x'},'stream_mode':['values','updates']}");

    Reply again = server.get(first.header("location"));
    Reply rest =
        server.send(server.request(first.header("location")).header("Last-Event-ID", "4").build());

    List<String> frames = Sse.lines(first.body());
    assertThat(frames).hasSize(9);
    assertThat(Sse.lines(again.body())).isEqualTo(frames);
    assertThat(Sse.lines(rest.body())).isEqualTo(frames.subList(5, 9));
  }

  @Test
  void shouldReadModesAsClientsWriteThemWhenARunIsJoined() {
    Reply first = stream(newThread(), "{'assistant_id':'chain','input':{'value':'x'}}");
    String path = first.header("content-location") + "/stream?stream_mode=";

    Reply listed = server.get(path + "%5B%22updates%22%5D");

    assertThat(data(Sse.events(listed.body()), "updates")).hasSize(3);
    assertThat(data(Sse.events(listed.body()), "values")).isEmpty();
  }

  @Test
  void shouldShowSignsOfLifeAndStayCancellableWhileANodeWorks() throws Exception {
    String thread = newThread();
    String body = "{\"assistant_id\":\"gated\",\"input\":{\"value\":\"x\"}}";

    try (InputStream open = open(thread, body)) {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(open, StandardCharsets.UTF_8));
      readUntil(lines, ": heartbeat");
      String run = server.runtime().snapshot(ThreadId.of(thread)).runs().get(0);
      String path = "/threads/" + thread + "/runs/" + run;
      assertThat(server.get(path).json().get("status").asText()).isEqualTo("running");

      Reply cancelled = server.post(path + "/cancel?wait=1", "");

      assertThat(cancelled.status()).isEqualTo(204);
      assertThat(readUntil(lines, "event:error")).doesNotContain("event:end");
      assertThat(server.get(path).json().get("status").asText()).isEqualTo("interrupted");
    }
  }

  @Test
  void shouldCancelTheRunOfAClientThatGoesWhenItAskedForThat() throws Exception {
    String thread = newThread();
    String body =
        "{\"assistant_id\":\"gated\",\"input\":{\"value\":\"x\"},\"on_disconnect\":\"cancel\"}";

    InputStream open = open(thread, body);
    readUntil(
        new BufferedReader(new InputStreamReader(open, StandardCharsets.UTF_8)), "event:values");
    open.close();

    await()
        .until(
            () ->
                server.runtime().snapshot(ThreadId.of(thread)).status()
                    == ThreadStatus.INTERRUPTED);
  }

  @Test
  void shouldMissAClientAtOnceThatHasItsRunCancelledByGoing() throws Exception {
    GraphRuntime runtime = InMemoryRuntime.of(SampleGraphs.gated(new CountDownLatch(1)));
    try (TestServer usual = TestServer.of(runtime, KeepAlive.standard())) {
      for (String way : List.of("stream", "wait")) {
        usual.post("/threads", "{\"thread_id\":\"" + way + "\"}");
        String body =
            "{\"assistant_id\":\"gated\",\"input\":{\"value\":\"x\"},\"on_disconnect\":\"cancel\"}";
        CompletableFuture<HttpResponse<InputStream>> client =
            usual
                .client()
                .sendAsync(
                    usual
                        .request("/threads/" + way + "/runs/" + way)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build(),
                    BodyHandlers.ofInputStream());
        InputStream open = client.get().body();
        await().until(() -> statusOf(runtime, way) == ThreadStatus.BUSY);

        open.close();

        await()
            .atMost(Duration.ofSeconds(2))
            .until(() -> statusOf(runtime, way) == ThreadStatus.INTERRUPTED);
      }
    }
  }

  /** The connection breaks while a frame is written, and not between two. */
  @Test
  void shouldMissAClientThatGoesWhileMuchIsWritten() throws Exception {
    String much = "x".repeat(200_000);
    Graph talker =
        Graph.builder("talker")
            .node(
                "talk",
                context -> {
                  while (true) {
                    context.heartbeat();
                    context.emitter().custom(Map.of("much", much));
                    TimeUnit.MILLISECONDS.sleep(1);
                  }
                })
            .edge(Graph.START, "talk")
            .build();
    GraphRuntime runtime = InMemoryRuntime.of(talker);
    try (TestServer busy = TestServer.of(runtime, KeepAlive.standard())) {
      for (int client = 0; client < 5; client++) {
        String thread = "talk-" + client;
        busy.post("/threads", "{\"thread_id\":\"" + thread + "\"}");
        try (InputStream open =
            open(
                busy,
                thread,
                "{\"assistant_id\":\"talker\",\"input\":{},\"stream_mode\":\"custom\","
                    + "\"on_disconnect\":\"cancel\"}")) {
          assertThat(open.readNBytes(1_000_000)).hasSize(1_000_000);
        }

        await()
            .atMost(Duration.ofSeconds(5))
            .until(() -> statusOf(runtime, thread) == ThreadStatus.INTERRUPTED);
      }
    }
  }

  private static ThreadStatus statusOf(GraphRuntime runtime, String thread) {
    return runtime.snapshot(ThreadId.of(thread)).status();
  }

  @Test
  void shouldNotHoldUpItsShutdownWhenStreamsAreOpen() throws Exception {
    TestServer other = TestServer.of(SampleGraphs.gated(new CountDownLatch(1)));
    other.post("/threads", "{\"thread_id\":\"t\"}");

    try (InputStream open =
        open(other, "t", "{\"assistant_id\":\"gated\",\"input\":{\"value\":\"x\"}}")) {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(open, StandardCharsets.UTF_8));
      readUntil(lines, "event:values");

      assertTimeoutPreemptively(Duration.ofSeconds(10), other::close);

      List<String> rest = new ArrayList<>();
      assertThatThrownBy(() -> lines.lines().forEach(rest::add))
          .isInstanceOf(UncheckedIOException.class);
      assertThat(rest).doesNotContain("event:end", "event:error");
    }
  }

  private static InputStream open(String thread, String body) throws Exception {
    return open(server, thread, body);
  }

  private static InputStream open(TestServer at, String thread, String body) throws Exception {
    return at.client()
        .send(
            at.request("/threads/" + thread + "/runs/stream")
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofInputStream())
        .body();
  }

  private static String readUntil(BufferedReader lines, String wanted) throws IOException {
    StringBuilder seen = new StringBuilder();
    String line = lines.readLine();
    while (line != null && !line.startsWith(wanted)) {
      seen.append(line).append('\n');
      line = lines.readLine();
    }
    assertThat(line).isNotNull();
    return seen.toString();
  }
}
