package io.evergraph.demo.samples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.server.TestServer;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;

/** What the sample graphs promise, seen by a client over HTTP and by Java code. */
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes
class SamplesContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  @Parameter private TestRuntime on;
  private TestServer server;

  @BeforeParameterizedClassInvocation
  void start() {
    server = TestServer.of(on.with(SampleGraphs.all().toArray(Graph[]::new)));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    server.close();
  }

  @Test
  void shouldAddItsNumbersWhenChainRuns() {
    String thread = newThread();

    assertThat(wait(thread, "chain", "'input':{'value':'x'}"))
        .isEqualTo(json("{'value':'x123','log':['one','two','three']}"));
    assertThat(wait(thread, "chain", "'input':{'value':'b'}"))
        .isEqualTo(json("{'value':'b123','log':['one','two','three','one','two','three']}"));
    assertThat(wait(newThread(), "chain", "'input':{}").get("value").asText()).isEqualTo("123");

    String limited = newThread();
    JsonNode stopped =
        wait(limited, "chain", "'input':{'value':'x'},'config':{'recursion_limit':2}");
    assertThat(stopped.get("__error__").toString()).contains("recursion");
    assertThat(state(limited).get("values")).isEqualTo(json("{'value':'x12','log':['one','two']}"));
    assertThat(next(limited)).containsExactly("three");

    assertThat(plain(run("chain", Map.of("value", "x"))))
        .isEqualTo(Map.of("value", "x123", "log", List.of("one", "two", "three")));
  }

  @Test
  void shouldKeepFiveStatesWhenChainRuns() {
    RunResult result = run("chain", Map.of("value", "x"));

    List<ThreadSnapshot> states =
        server.runtime().history(result.snapshot().thread(), HistoryQuery.all()).stream()
            .map(HistoryEntry::snapshot)
            .toList();
    assertThat(states)
        .extracting(ThreadSnapshot::next)
        .containsExactly(
            List.of(), List.of("three"), List.of("two"), List.of("one"), List.of("__start__"));
    assertThat(states)
        .extracting(ThreadSnapshot::source)
        .containsExactly(Source.LOOP, Source.LOOP, Source.LOOP, Source.LOOP, Source.INPUT);
  }

  @Test
  void shouldJoinOnceWhenParallelRuns() {
    assertThat(wait(newThread(), "parallel", "'input':{'items':['in']}"))
        .isEqualTo(json("{'items':['in','begin','left','right','join'],'total':4}"));
    assertThat(wait(newThread(), "parallel", "'input':{}"))
        .isEqualTo(json("{'items':['begin','left','right','join'],'total':3}"));

    assertThat(plain(run("parallel", Map.of("items", List.of("in")))))
        .isEqualTo(Map.of("items", List.of("in", "begin", "left", "right", "join"), "total", 4));
  }

  @Test
  void shouldActOnlyWhenApprovalIsGiven() {
    String thread = newThread();

    JsonNode asked = wait(thread, "approval", "'input':{'request':'r'}");
    assertThat(asked.at("/__interrupt__/0/value"))
        .isEqualTo(json("{'question':'Approve?','request':'r'}"));
    assertThat(next(thread)).containsExactly("ask");
    assertThat(state(thread).get("values")).isEqualTo(json("{'request':'r'}"));
    assertThat(wait(thread, "approval", "'command':{'resume':{'approved':true}}"))
        .isEqualTo(json("{'request':'r','decision':'approved','result':'done:r'}"));

    for (String answer : List.of("{'approved':false}", "'no'", "{'approved':'true'}", "null")) {
      String other = newThread();
      wait(other, "approval", "'input':{'request':'r'}");
      assertThat(wait(other, "approval", "'command':{'resume':" + answer + "}"))
          .isEqualTo(json("{'request':'r','decision':'rejected'}"));
      assertThat(next(other)).isEmpty();
    }

    RunResult result = run("approval", Map.of("request", "r"));
    assertThat(result.interrupts())
        .extracting(Interrupt::value)
        .containsExactly(Map.of("question", "Approve?", "request", "r"));
    assertThat(result.snapshot().next()).containsExactly("ask");
    assertThat(plain(answer(result, Answer.single(Map.of("approved", true)))))
        .isEqualTo(Map.of("request", "r", "decision", "approved", "result", "done:r"));
  }

  @Test
  void shouldMergeWhenBothReviewersHaveAnswered() {
    String thread = newThread();

    JsonNode asked = wait(thread, "two_approvals", "'input':{'subject':'s'}").get("__interrupt__");
    assertThat(asked).hasSize(2);
    assertThat(asked.at("/0/value")).isEqualTo(json("{'reviewer':'a','subject':'s'}"));
    assertThat(asked.at("/1/value")).isEqualTo(json("{'reviewer':'b','subject':'s'}"));
    assertThat(next(thread)).containsExactly("review_a", "review_b");
    String answers =
        "'" + asked.at("/0/id").asText() + "':'yes','" + asked.at("/1/id").asText() + "':'no'";
    JsonNode merged = wait(thread, "two_approvals", "'command':{'resume':{" + answers + "}}");
    assertThat(merged)
        .isEqualTo(json("{'subject':'s','reviews':['a:yes','b:no'],'summary':'a:yes,b:no'}"));

    RunResult result = run("two_approvals", Map.of("subject", "s"));
    RunResult half = answer(result, Answer.to(result.interrupts().get(1).id(), "no"));
    assertThat(half.status()).isEqualTo(RunStatus.WAITING);
    assertThat(plain(answer(half, Answer.single("yes"))))
        .containsEntry("summary", "a:yes,b:no")
        .containsEntry("reviews", List.of("a:yes", "b:no"));
  }

  @Test
  void shouldSendEachSubjectToItsOwnTaskWhenMapReduceRuns() {
    assertThat(wait(newThread(), "map_reduce", "'input':{'subjects':['x','y']}"))
        .isEqualTo(json("{'subjects':['x','y'],'results':['X','Y'],'summary':'X+Y'}"));
    assertThat(wait(newThread(), "map_reduce", "'input':{}"))
        .isEqualTo(json("{'subjects':[],'results':[],'summary':''}"));
    assertThat(wait(newThread(), "map_reduce", "'input':{'subjects':['z','y','x']}").get("results"))
        .isEqualTo(json("['Z','Y','X']"));

    assertThat(plain(run("map_reduce", Map.of("subjects", List.of("x", "y")))))
        .isEqualTo(
            Map.of("subjects", List.of("x", "y"), "results", List.of("X", "Y"), "summary", "X+Y"));
  }

  @Test
  void shouldFailWithoutAnotherTryWhenItIsNotToldOtherwise() {
    String thread = newThread();

    JsonNode failed = wait(thread, "fails", "'input':{'value':'x'}");
    assertThat(failed.at("/__error__/message").asText()).isEqualTo("boom: x");
    assertThat(state(thread).get("values")).isEqualTo(json("{'value':'x','log':['good']}"));
    assertThat(next(thread)).containsExactly("boom");
    assertThat(wait(newThread(), "fails", "'input':{'value':'x','fail':false}"))
        .isEqualTo(json("{'value':'x','fail':false,'log':['good','recovered']}"));

    RunResult result = run("fails", Map.of("value", "x"));
    assertThat(result.error().orElseThrow().details())
        .containsEntry("reason", "boom: x")
        .containsEntry("attempts", 1);
    assertThat(plain(result)).isEqualTo(Map.of("value", "x", "log", List.of("good")));
    assertThat(result.snapshot().next()).containsExactly("boom");
  }

  @Test
  void shouldSleepAsToldAndWakeAtOnceWhenSlowIsCancelled() {
    assertThat(wait(newThread(), "slow", "'input':{'seconds':0.1,'label':'l'}"))
        .isEqualTo(json("{'seconds':0.1,'label':'l','log':['before:l','slept:l','after:l']}"));
    assertThat(wait(newThread(), "slow", "'input':{'label':'l'}").get("log")).hasSize(3);

    String thread = newThread();
    JsonNode started = post(thread, "/runs", "slow", "'input':{'seconds':600,'label':'l'}");
    Awaitility.await().atMost(LONGEST).until(() -> next(thread).contains("sleep"));
    long begin = System.nanoTime();
    String path = "/threads/" + thread + "/runs/" + started.get("run_id").asText();
    assertThat(server.post(path + "/cancel?wait=true", "{}").status()).isBetween(200, 204);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
    assertThat(state(thread).at("/values/log")).isEqualTo(json("['before:l']"));
    assertThat(server.get("/threads/" + thread).json().get("status").asText()).isNotEqualTo("busy");

    assertThat(plain(run("slow", Map.of("seconds", 0, "label", "l"))))
        .containsEntry("log", List.of("before:l", "slept:l", "after:l"));
  }

  @Test
  void shouldEchoTheLastMessageWhenAPersonChats() {
    String thread = newThread();
    String hello = "'input':{'messages':[{'role':'user','content':'hello'}]}";

    JsonNode first = wait(thread, "chat", hello).get("messages");
    assertThat(first).hasSize(2);
    assertThat(first.at("/0/type").asText()).isEqualTo("human");
    assertThat(first.at("/0/content").asText()).isEqualTo("hello");
    assertThat(first.at("/0/id").asText()).isNotEmpty();
    assertThat(first.at("/1/type").asText()).isEqualTo("ai");
    assertThat(first.at("/1/content").asText()).isEqualTo("echo: hello");
    assertThat(first.at("/1/id").asText()).isNotEmpty();

    String replaced = "{'type':'human','content':'bye','id':'" + first.at("/0/id").asText() + "'}";
    JsonNode second = wait(thread, "chat", "'input':{'messages':[" + replaced + "]}");
    List<String> contents = new ArrayList<>();
    second.get("messages").forEach(message -> contents.add(message.get("content").asText()));
    assertThat(contents).containsExactly("bye", "echo: hello", "echo: echo: hello");

    Map<String, Object> message = Map.of("role", "assistant", "content", "hi");
    assertThat(plain(run("chat", Map.of("messages", List.of(message)))).get("messages"))
        .asString()
        .contains("echo: hi");
  }

  @Test
  void shouldShareOnlyTheValueWhenNestedRuns() {
    assertThat(wait(newThread(), "nested", "'input':{'value':'v'}"))
        .isEqualTo(json("{'value':'v>outer>deep>done','log':['outer','done']}"));

    assertThat(plain(run("nested", Map.of("value", "v"))))
        .isEqualTo(Map.of("value", "v>outer>deep>done", "log", List.of("outer", "done")));
  }

  @Test
  void shouldShowWhatNodesSayWhileTheyRun() {
    assertThat(stream("chain", "custom", "'input':{'value':'x'}"))
        .containsOnlyOnce("{\"node\":\"two\",\"note\":\"halfway\"}");
    assertThat(stream("slow", "custom", "'input':{'label':'l'}"))
        .containsOnlyOnce("{\"sleeping\":\"l\"}");
  }

  @Test
  void shouldStreamTheEchoPieceByPieceUnderOneId() {
    String hello = "'input':{'messages':[{'role':'user','content':'hello  world'}]}";

    String body = stream("chat", "messages-tuple", hello);
    List<JsonNode> chunks =
        body.lines()
            .filter(line -> line.startsWith("data:["))
            .map(line -> TestServer.parse(line.substring("data:".length())).get(0))
            .filter(message -> message.path("type").asText().startsWith("AIMessageChunk"))
            .toList();
    assertThat(chunks)
        .as(body)
        .extracting(chunk -> chunk.path("content").asText())
        .startsWith("echo: ", "hello  ", "world");
    assertThat(chunks.stream().map(chunk -> chunk.path("id").asText()).distinct()).hasSize(1);
  }

  private String stream(String graph, String mode, String more) {
    String body = "{'assistant_id':'" + graph + "','stream_mode':['" + mode + "']," + more + "}";
    String path = "/threads/" + newThread() + "/runs/stream";
    return server.post(path, body.replace('\'', '"')).body();
  }

  private String newThread() {
    return server.post("/threads", "{}").json().get("thread_id").asText();
  }

  private JsonNode wait(String thread, String graph, String more) {
    return post(thread, "/runs/wait", graph, more);
  }

  private JsonNode post(String thread, String path, String graph, String more) {
    String body = "{'assistant_id':'" + graph + "'," + more + "}";
    return server.post("/threads/" + thread + path, body.replace('\'', '"')).json();
  }

  private JsonNode state(String thread) {
    return server.get("/threads/" + thread + "/state").json();
  }

  private List<String> next(String thread) {
    List<String> names = new ArrayList<>();
    state(thread).get("next").forEach(name -> names.add(name.asText()));
    return names;
  }

  private static JsonNode json(String text) {
    return TestServer.parse(text.replace('\'', '"'));
  }

  private RunResult run(String graph, Map<String, ?> input) {
    GraphRuntime runtime = server.runtime();
    StateUpdate update =
        runtime.codec().update(input, runtime.graphs().graph(graph).schema(), "the test");
    return await(runtime.start(graph, ThreadId.random(), update, RunOptions.builder().build()));
  }

  private RunResult answer(RunResult asked, Answer answer) {
    return await(server.runtime().answer(asked.snapshot().thread(), answer));
  }

  private static RunResult await(RunHandle run) {
    try {
      return run.await(LONGEST);
    } catch (TimeoutException late) {
      throw new AssertionError(late.getMessage(), late);
    }
  }

  private Map<String, Object> plain(RunResult result) {
    return server.runtime().codec().plain(result.state());
  }
}
