package io.evergraph.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.LocalBlobStore;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How large requests may be follows from what the runtime can carry. */
class BodyLimitTest {
  private static final int THREE_MEGABYTES = 3_000_000;
  private static final int SEVENTEEN_MEGABYTES = 17_000_000;
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Channel<Integer> SIZE = Channel.of("size", Integer.class);

  private static Graph measure() {
    return Graph.builder("measure")
        .channels(TEXT, SIZE)
        .node(
            "measure",
            context -> {
              String more = context.interrupt(Question.asking(String.class, "More?"));
              return Command.update(SIZE, context.state().get(TEXT).length() + more.length());
            })
        .edge(Graph.START, "measure")
        .build();
  }

  private static TemporalHouse house(TemporalOptions.Builder options) {
    return TemporalHouse.on(
        EmbeddedTemporal.start(options.build(), StateCodec.create()), measure());
  }

  private static String start(int characters) {
    return "{\"assistant_id\":\"measure\",\"if_not_exists\":\"create\",\"input\":{\"text\":\""
        + "x".repeat(characters)
        + "\"}}";
  }

  private static String answer(int characters) {
    return "{\"assistant_id\":\"measure\",\"command\":{\"resume\":\""
        + "x".repeat(characters)
        + "\"}}";
  }

  @Test
  void shouldRefuseABodyThatComesInTooSlowly() {
    InputStream late =
        new BodyLimit.LimitedStream(
            new ByteArrayInputStream(new byte[] {'{', '}'}), 100, Duration.ZERO);

    assertThatThrownBy(late::read).isInstanceOf(SocketTimeoutException.class);
  }

  @Test
  void shouldTakeWhatTheStoreOfLargeValuesTakes() {
    try (TemporalHouse house = house(TemporalOptions.builder().blobs(new LocalBlobStore()));
        TestServer server = TestServer.of(house.runtime())) {
      Reply asked = server.post("/threads/large/runs/wait", start(THREE_MEGABYTES));
      Reply answered = server.post("/threads/large/runs/wait", answer(THREE_MEGABYTES));
      Reply refused = server.post("/threads/larger/runs/wait", start(SEVENTEEN_MEGABYTES));

      assertThat(asked.status()).isEqualTo(200);
      assertThat(asked.json().has("__interrupt__")).isTrue();
      assertThat(answered.status()).isEqualTo(200);
      assertThat(answered.json().get("size").asInt()).isEqualTo(2 * THREE_MEGABYTES);
      assertTooLarge(refused, 16 * 1024 * 1024);
      assertThat(refused.json().get("detail").asText()).doesNotContain("evergraph.blobs.store");
    }
  }

  @Test
  void shouldSayWhatWouldHelpWhereThereIsNoStore() {
    try (TemporalHouse house = house(TemporalOptions.builder());
        TestServer server = TestServer.of(house.runtime())) {
      Reply refused = server.post("/threads/large/runs/wait", start(THREE_MEGABYTES));

      assertTooLarge(refused, 256 * 1024);
      assertThat(refused.json().get("detail").asText())
          .contains("Send a reference", "evergraph.blobs.store");
      assertThat(server.get("/threads/large").status()).isEqualTo(404);
    }
  }

  private static void assertTooLarge(Reply reply, long limit) {
    JsonNode problem = reply.json();
    assertThat(reply.status()).isEqualTo(413);
    assertThat(reply.type()).startsWith("application/problem+json");
    assertThat(problem.get("type").asText()).isEqualTo("urn:evergraph:problem:too-large");
    assertThat(problem.get("limit").asLong()).isEqualTo(limit);
  }
}
