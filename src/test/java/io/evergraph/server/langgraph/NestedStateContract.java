package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients may write, however deeply nested, they can read; the rest is refused. */
@Timeout(60)
@TestInstance(Lifecycle.PER_CLASS)
@OnRuntimes
class NestedStateContract {
  private static final Channel<Object> ANY = Channel.of("any", Object.class);
  private static final ListChannel<Object> ALL = ListChannel.append("all", Object.class);
  private static final String DEEP = "deep down";

  @Parameter private TestRuntime on;
  private TestServer server;

  @BeforeParameterizedClassInvocation
  void start() {
    Graph graph =
        Graph.builder("nests")
            .channels(ANY, ALL)
            .node("a", context -> Command.update(StateUpdate.of(ALL, context.state().get(ANY))))
            .edge(START, "a")
            .edge("a", END)
            .build();
    server = TestServer.of(on.with(graph));
  }

  @AfterParameterizedClassInvocation
  void stop() {
    server.close();
  }

  private static String nested(int depth) {
    return "{\"v\":".repeat(depth) + '"' + DEEP + '"' + "}".repeat(depth);
  }

  private Reply run(String thread, int depth) {
    return server.post(
        "/threads/" + thread + "/runs/wait",
        "{\"assistant_id\":\"nests\",\"input\":{\"any\":" + nested(depth) + "}}");
  }

  private String newThread() {
    return server.post("/threads", "{}").json().get("thread_id").asText();
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 449, 450})
  void shouldShowWhatWasTakenIn(int depth) {
    String thread = newThread();

    Reply done = run(thread, depth);

    assertThat(done.status()).isEqualTo(200);
    assertThat(done.body()).contains(DEEP).doesNotContain("__error__");
    String run = done.header("content-location");
    for (String path :
        List.of(
            "/threads/" + thread,
            "/threads/" + thread + "/state",
            "/threads/" + thread + "/history",
            run + "/join",
            run + "/stream?stream_mode=values&stream_mode=updates&stream_mode=debug")) {
      Reply reply = server.get(path);

      assertThat(reply.status()).as(path).isEqualTo(200);
      assertThat(reply.body()).as(path).contains(DEEP).doesNotContain("event:error", "__error__");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {452, 480, 490, 495, 498, 500, 501, 990, 1_500})
  void shouldRefuseWhatCouldNotBeShown(int depth) {
    String thread = newThread();

    Reply refused = run(thread, depth);
    Reply metadata = server.post("/threads", "{\"metadata\":{\"m\":" + nested(depth) + "}}");
    Reply edit =
        server.post(
            "/threads/" + thread + "/state",
            "{\"values\":{\"any\":" + nested(depth) + "},\"as_node\":\"a\"}");

    assertThat(refused.status()).as(refused.body()).isBetween(400, 422);
    assertThat(metadata.status()).as(metadata.body()).isBetween(400, 422);
    assertThat(edit.status()).as(edit.body()).isBetween(400, 422);
    assertThat(server.get("/threads/" + thread + "/state").status()).isEqualTo(200);
  }
}
