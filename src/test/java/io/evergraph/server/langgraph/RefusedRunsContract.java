package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.Reducer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Runs without a thread that do not come to their first superstep: nobody waits for them, whatever
 * found out that they cannot begin.
 */
@Timeout(40)
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes
class RefusedRunsContract {
  private static final String REFUSED_BY_REDUCER = run("'taken':'x'");
  private static final String REFUSED_BY_WORKER = run("'picky':{'text':'x'}");

  @Parameter private TestRuntime on;
  private TestServer server;

  /** Cannot be made by the thread itself, which is the last to read it. */
  record Picky(String text) {
    Picky {
      boolean isInThread =
          StackWalker.getInstance()
              .walk(
                  all ->
                      all.anyMatch(
                          at ->
                              at.getClassName().contains("temporal.workflow.")
                                  || at.getClassName().contains("memory.InMemoryThread")));
      if (isInThread) {
        throw new IllegalStateException("not here");
      }
    }
  }

  private static Graph strict() {
    Channel<String> taken =
        Channel.of("taken", String.class)
            .initially("first")
            .reducedBy(
                Reducer.of(
                    "strict",
                    (String one, String other) -> {
                      throw new IllegalStateException("never " + other);
                    }));
    Channel<String> own = Channel.of("own", String.class);
    Channel<Picky> picky = Channel.of("picky", Picky.class);
    return Graph.builder("strict")
        .channels(taken, own, picky)
        .inputs(taken, picky)
        .node("a", context -> Command.none())
        .edge(START, "a")
        .edge("a", END)
        .build();
  }

  private static String run(String input) {
    return ("{'assistant_id':'strict','input':{" + input + "}}").replace('\'', '"');
  }

  @BeforeParameterizedClassInvocation
  void start() {
    server = TestServer.of(on.with(strict()));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/runs", "/runs/wait", "/runs/stream"})
  void shouldRefuseAnInputThatTheGraphDoesNotTakeBeforeARunBegins(String path) {
    Reply reply = server.post(path, run("'own':'x'"));

    assertThat(reply.status()).as(reply.body()).isEqualTo(422);
    assertThat(reply.json().get("type").asText())
        .isEqualTo("urn:evergraph:problem:unknown-channel");
  }

  @ParameterizedTest
  @ValueSource(strings = {"'checkpoint_id':'c'", "'checkpoint':{'checkpoint_id':'c'}"})
  void shouldRefuseACheckpointWithoutAThread(String checkpoint) {
    String fields = ",'input':{}," + checkpoint + "}";
    String body = ("{'assistant_id':'strict'" + fields).replace('\'', '"');
    String none = body.replace("\"c\"", "null");

    Reply refused = server.post("/runs/wait", body);

    assertThat(refused.status()).as(refused.body()).isEqualTo(422);
    assertThat(refused.json().get("detail").asText()).contains("checkpoint", "thread");
    assertThat(server.post("/runs/wait", none).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"taken", "picky"})
  void shouldTellTheErrorToThoseWhoWait(String by) {
    Reply reply = server.post("/runs/wait", body(by));

    assertThatTells(reply.body(), by);
  }

  @ParameterizedTest
  @ValueSource(strings = {"taken", "picky"})
  void shouldTellTheErrorToThoseWhoStream(String by) {
    Reply reply = server.post("/runs/stream", body(by));

    assertThatTells(reply.body(), by);
    assertThat(reply.body()).contains(isBegun(by) ? "event:error" : "event:end");
  }

  @ParameterizedTest
  @ValueSource(strings = {"taken", "picky"})
  void shouldTellTheErrorToThoseWhoAskLater(String by) {
    Reply created = server.post("/runs", body(by));
    JsonNode run = created.json();
    String path =
        "/threads/" + run.get("thread_id").asText() + "/runs/" + run.get("run_id").asText();

    assertThatTells(server.get(path + "/join").body(), by);
    assertThatTells(server.get(path + "/stream").body(), by);
    assertThat(server.get(path).json().get("status").asText())
        .isEqualTo(isBegun(by) ? "error" : "success");
  }

  private static String body(String by) {
    return by.equals("taken") ? REFUSED_BY_REDUCER : REFUSED_BY_WORKER;
  }

  /** In memory, the thread takes the value over that was read before. */
  private boolean isBegun(String by) {
    return by.equals("taken") || on.house().isPresent();
  }

  private void assertThatTells(String body, String by) {
    if (isBegun(by)) {
      assertThat(body).contains(by).containsAnyOf("ReducerException", "InvalidValueException");
    } else {
      assertThat(body).contains(by);
    }
  }

  @Test
  void shouldRefuseAnInputOfAThreadThatItsGraphDoesNotTake() {
    String thread = server.post("/threads", "{}").json().get("thread_id").asText();

    Reply reply = server.post("/threads/" + thread + "/runs/wait", run("'own':'x'"));

    assertThat(reply.status()).isEqualTo(422);
  }
}
