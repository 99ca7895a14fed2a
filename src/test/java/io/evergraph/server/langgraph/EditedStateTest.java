package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.state.Channel;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which checkpoint an edit of the state is told to have made. */
class EditedStateTest {
  private static final Channel<String> NEXT = Channel.of("next", String.class);
  private static final TestServer SERVER =
      TestServer.of(
          Graph.builder("routed")
              .channels(NEXT)
              .node("model", context -> Command.none())
              .node("tools", context -> Command.none())
              .edge(Graph.START, "model")
              .route("model", state -> state.find(NEXT).orElse("tools"), "tools", Graph.END)
              .build());

  @AfterAll
  static void close() {
    SERVER.close();
  }

  private static JsonNode edit(String thread, String key) {
    return SERVER
        .send(
            SERVER
                .request(thread + "/state")
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString("{\"values\":{\"next\":\"__end__\"}}"))
                .build())
        .json();
  }

  private static String stopped() {
    String thread = "/threads/" + SERVER.post("/threads", "{}").json().get("thread_id").asText();
    String run = "{\"assistant_id\":\"routed\",\"input\":{},\"interrupt_before\":[\"tools\"]}";
    assertThat(SERVER.post(thread + "/runs/wait", run).status()).isEqualTo(200);
    return thread;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "one"})
  void shouldNameTheCheckpointOnWhichARoutedEditEnds(String key) {
    String thread = stopped();

    JsonNode made =
        key.isEmpty()
            ? SERVER.post(thread + "/state", "{\"values\":{\"next\":\"__end__\"}}").json()
            : edit(thread, key);

    JsonNode state = SERVER.get(thread + "/state").json();
    assertThat(made.at("/checkpoint/checkpoint_id"))
        .isEqualTo(state.at("/checkpoint/checkpoint_id"));
    assertThat(state.get("next")).isEmpty();
  }

  @Test
  void shouldTellARepeatedEditTheSame() {
    String thread = stopped();
    JsonNode made = edit(thread, "two");

    assertThat(edit(thread, "two")).isEqualTo(made);
  }
}
