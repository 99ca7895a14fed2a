package io.evergraph.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.error.BlobUnavailableException;
import io.evergraph.error.GraphException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the endpoints say to what they do not understand. */
class ProblemsTest {
  private static TestServer server;

  @BeforeAll
  static void start() {
    Channel<Integer> count = Channel.of("count", Integer.class);
    server =
        TestServer.of(
            Graph.builder("counter")
                .channels(count)
                .node("add", context -> Command.update(count, context.state().get(count) + 1))
                .edge(Graph.START, "add")
                .build());
    server.post("/threads", "{\"thread_id\":\"known\"}");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void assertProblem(Reply reply, int status, String kind, String... words) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(reply.type()).startsWith("application/problem+json");
    JsonNode problem = reply.json();
    assertThat(problem.get("type").asText()).isEqualTo("urn:evergraph:problem:" + kind);
    assertThat(problem.get("status").asInt()).isEqualTo(status);
    assertThat(problem.get("title").asText()).isNotBlank();
    assertThat(problem.get("instance").asText()).startsWith("/");
    assertThat(problem.get("detail").asText()).contains(words);
  }

  static Stream<Class<?>> everyCase() {
    return Arrays.stream(GraphException.class.getPermittedSubclasses());
  }

  @ParameterizedTest
  @MethodSource("everyCase")
  void shouldHaveAStatusForEveryCaseWhenTheFamilyGrows(Class<?> type) {
    GraphException failure = GraphException.restore(type.getSimpleName(), "lost", Map.of());

    assertThat(failure).isInstanceOf(type);
    assertThat(Problem.of(failure).status().value()).isBetween(400, 503);
  }

  @Test
  void shouldNotAskForAnotherTryWhenALargeValueIsLostAndNotAway() {
    assertThat(Problem.of(BlobUnavailableException.lost("abc", "nothing")).status().value())
        .isEqualTo(404);
    assertThat(Problem.of(new BlobUnavailableException("abc", "no answer")).status().value())
        .isEqualTo(503);
  }

  @Test
  void shouldTellTheFactsAsMembersWhenAFailureIsKnown() {
    Reply reply = server.get("/threads/nowhere");

    assertProblem(
        reply,
        404,
        "unknown-thread",
        "Thread 'nowhere' does not exist",
        "POST /threads",
        "\"if_not_exists\": \"create\"");
    assertThat(reply.json().get("thread").asText()).isEqualTo("nowhere");
    assertThat(reply.json().get("instance").asText()).isEqualTo("/threads/nowhere");
    assertThat(Problem.of(new UnknownThreadException("t")).title()).isEqualTo("Unknown thread");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{                       | 400 | malformed-json | JSON object",
        "nonsense                | 400 | malformed-json | cannot be read at byte 0",
        "[1,2]                   | 422 | invalid-input  | Expected a JSON object for the body but found a list",
        "\"text\"                | 422 | invalid-input  | found the text 'text'",
        "null                    | 422 | invalid-input  | 'assistant_id'",
        "{}                      | 422 | invalid-input  | the name of a graph",
        "{\"assistant_id\":7}    | 422 | invalid-input  | Expected text for 'assistant_id' but found 7",
        "{\"assistant_id\":\"\"} | 422 | invalid-input  | 'assistant_id'",
        "{\"assistant_id\":\"x\"} | 404 | unknown-graph | [counter]",
      })
  void shouldSayWhatWasExpectedAndFoundWhenTheBodyIsWrong(
      String body, int status, String kind, String words) {
    assertProblem(server.post("/threads/known/runs/wait", body), status, kind, words);
    assertProblem(server.post("/threads/known/runs/stream", body), status, kind, words);
    assertProblem(server.post("/threads/known/runs", body), status, kind, words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'input':'text'                         | invalid-input   | Expected a JSON object for 'input'",
        "'input':[1]                            | invalid-input   | found a list",
        "'input':{'count':'many'}               | invalid-value   | 'count'",
        "'input':{'size':1}                     | unknown-channel | 'size'",
        "'command':'go'                         | invalid-input   | 'command'",
        "'command':{}                           | invalid-input   | 'command.resume'",
        "'config':7                             | invalid-input   | 'config'",
        "'config':{'recursion_limit':0}         | invalid-input   | a whole number of at least 1 for 'config.recursion_limit' but found 0",
        "'config':{'max_concurrency':0}         | invalid-input   | a whole number of at least 1 for 'config.max_concurrency' but found 0",
        "'config':{'recursion_limit':'many'}    | invalid-input   | the text 'many'",
        "'config':{'tags':[1]}                  | invalid-input   | 'config.tags'",
        "'context':[]                           | invalid-input   | 'context'",
        "'stream_mode':'everything'             | invalid-input   | 'stream_mode'",
        "'stream_mode':[{}]                     | invalid-input   | text or a list of text",
        "'if_not_exists':'maybe'                | invalid-input   | [create, reject]",
        "'multitask_strategy':'chaos'           | invalid-input   | 'multitask_strategy'",
        "'command':{'resume':{}}                | invalid-input   | by interrupt id",
        "'command':{'goto':7}                   | invalid-input   | the name of a node",
        "'checkpoint_id':'1'                    | invalid-input   | a checkpoint id",
        "'input':{},'stream_subgraphs':'yes'    | invalid-input   | true or false",
      })
  void shouldSayWhatIsWrongWithAMemberWhenItDoesNotFit(String members, String kind, String words) {
    String body = "{\"assistant_id\":\"counter\"," + members.replace('\'', '"') + "}";

    Reply reply = server.post("/threads/known/runs/wait", body);

    assertProblem(reply, 422, kind, words);
  }

  @Test
  void shouldTolerateWhatClientsSendAtItsDefaultOnly() {
    String body =
        "{\"assistant_id\":\"counter\",\"input\":{\"count\":1},\"durability\":\"async\","
            + "\"checkpoint\":null,\"feedback_keys\":[]}";

    Reply reply = server.post("/threads/tolerant/runs/wait", body);
    server.post("/threads", "{\"thread_id\":\"tolerant\"}");
    Reply accepted = server.post("/threads/tolerant/runs/wait", body);
    Reply unknown =
        server.post(
            "/threads/tolerant/runs/wait",
            body.replace("\"checkpoint\":null", "\"something\":{\"new\":true}"));

    assertProblem(reply, 404, "unknown-thread", "tolerant");
    assertThat(accepted.json().get("count").asInt()).isEqualTo(2);
    assertProblem(unknown, 422, "invalid-input", "'something'");
  }

  @Test
  void shouldRefuseBodiesThatARuntimeCouldNotCarry() {
    String large =
        "{\"assistant_id\":\"counter\",\"input\":{\"count\":\"" + "x".repeat(300_000) + "\"}}";

    Reply counted = server.post("/threads/known/runs/wait", large);
    Reply chunked =
        server.send(
            server
                .request("/threads/known/runs/wait")
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(large.getBytes(StandardCharsets.UTF_8))))
                .build());

    assertProblem(counted, 413, "too-large", "262144 bytes");
    assertProblem(chunked, 413, "too-large", "262144 bytes");
    assertThat(counted.json().get("limit").asInt()).isEqualTo(262_144);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "garbage", "application/json;charset=none"})
  void shouldSayWhatItReadsWhenABodyIsNotJson(String type) {
    Reply reply =
        server.send(
            server
                .request("/threads")
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{}"))
                .build());

    assertProblem(reply, 415, "unsupported-media-type", "application/json", "found " + type);
  }

  @Test
  void shouldAnswerWithAProblemWhenTheClientWantsAStream() {
    Reply reply =
        server.send(
            server
                .request("/threads/known/runs/stream")
                .header("Content-Type", "application/json")
                .header("Accept", "text/event-stream")
                .POST(BodyPublishers.ofString("{}"))
                .build());

    assertProblem(reply, 422, "invalid-input", "'assistant_id'");
  }

  @Test
  void shouldSayWhatThereIsWhenAPathOrMethodIsUnknown() {
    Reply path = server.get("/threads/known/nothing/here");
    Reply method = server.send(server.request("/threads/known/state").DELETE().build());

    assertProblem(path, 404, "unknown-path", "/threads/known/nothing/here", "/v3/api-docs");
    assertProblem(method, 405, "method-not-allowed", "DELETE", "GET");
    assertThat(method.header("allow")).contains("GET", "POST");
  }

  @Test
  void shouldRefuseIdsThatCannotBe() {
    assertProblem(server.get("/threads/a%20b"), 422, "invalid-input", "a thread id");
    assertProblem(server.get("/threads/" + "x".repeat(300)), 422, "invalid-input", "1 to 200");
    assertProblem(
        server.post("/threads", "{\"thread_id\":\"a/b\"}"), 422, "invalid-input", "a thread id");
    assertProblem(server.get("/threads/known/runs/r"), 404, "unknown-run", "'r'");
    assertProblem(server.get("/assistants/nobody"), 404, "unknown-graph", "[counter]");
    assertProblem(
        server.get("/threads/known/runs/r/stream?stream_subgraphs=perhaps"),
        422,
        "invalid-input",
        "'stream_subgraphs'");
  }

  @Test
  void shouldLeaveTheRestOfTheApplicationAlone() {
    Reply own = server.get("/neighbour");
    Reply missing = server.get("/nothing-of-ours");

    assertThat(own.status()).isEqualTo(500);
    assertThat(own.type()).isEqualTo("application/json");
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.type()).isEqualTo("application/json");
  }
}
