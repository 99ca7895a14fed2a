package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import org.junit.jupiter.api.Test;

/** Inputs that a graph changes where they are submitted. */
class TakenInputTest {
  private static final Channel<String> TEXT = Channel.of("text", String.class);

  private static StateUpdate marked(StateUpdate input) {
    return new StateUpdate(
        input.writes().stream().map(it -> it.withValue("[web] " + it.value())).toList());
  }

  private static Graph graph() {
    return Graph.builder("marked")
        .channels(TEXT)
        .node("a", context -> Command.none())
        .edge(Graph.START, "a")
        .onInput(TakenInputTest::marked)
        .build();
  }

  @Test
  void shouldTakeAnInputInOnceThoughItBeginsAtACheckpoint() {
    try (TestServer server = TestServer.of(graph())) {
      String thread = "/threads/" + server.post("/threads", "{}").json().get("thread_id").asText();
      JsonNode first = run(server, thread, "");
      JsonNode state = server.get(thread + "/state").json();
      String checkpoint = state.at("/checkpoint/checkpoint_id").asText();

      JsonNode second = run(server, thread, ",\"checkpoint_id\":\"" + checkpoint + "\"");

      assertThat(checkpoint).isNotEmpty();
      assertThat(first.get("text").asText()).isEqualTo("[web] hi");
      assertThat(second.get("text").asText()).isEqualTo("[web] hi");
    }
  }

  private static JsonNode run(TestServer server, String thread, String more) {
    return server
        .post(
            thread + "/runs/wait",
            "{\"assistant_id\":\"marked\",\"input\":{\"text\":\"hi\"}" + more + "}")
        .json();
  }
}
