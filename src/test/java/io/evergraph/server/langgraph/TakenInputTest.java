package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that a graph changes where they are submitted. */
class TakenInputTest {
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Channel<BigDecimal> PRICE = Channel.of("price", BigDecimal.class);
  private static final Channel<Double> RATIO = Channel.of("ratio", Double.class);
  private static final Question<BigDecimal> WORTH =
      Question.asking(BigDecimal.class, "What is it worth?");

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

  private static Graph priced() {
    return Graph.builder("priced")
        .channels(PRICE, RATIO)
        .node("ask", context -> Command.update(PRICE, context.interrupt(WORTH)))
        .edge(Graph.START, "ask")
        .build();
  }

  @ParameterizedTest
  @ValueSource(strings = {"12345678901234567.89", "10.10", "0.1234567890123456789"})
  void shouldKeepAllDigitsOfDecimals(String number) {
    try (TestServer server = TestServer.of(priced())) {
      ThreadId thread = ThreadId.of("t");
      server.post("/threads", "{\"thread_id\":\"t\"}");

      server.post("/threads/t/runs/wait", order("'input':{'price':" + number + "}"));
      BigDecimal input = server.runtime().snapshot(thread).state().get(PRICE);
      server.post("/threads/t/state", "{\"values\":{\"price\":-" + number + "}}");
      BigDecimal edit = server.runtime().snapshot(thread).state().get(PRICE);
      Reply answered =
          server.post("/threads/t/runs/wait", order("'command':{'resume':" + number + "}"));
      BigDecimal answer = server.runtime().snapshot(thread).state().get(PRICE);

      assertThat(input).isEqualTo(new BigDecimal(number));
      assertThat(edit).isEqualTo(new BigDecimal("-" + number));
      assertThat(answer).as(answered.body()).isEqualByComparingTo(new BigDecimal(number));
    }
  }

  private static String order(String fields) {
    return ("{'assistant_id':'priced'," + fields + "}").replace('\'', '"');
  }

  /** Of the same number, Java 17 writes more digits than other languages. */
  @ParameterizedTest
  @ValueSource(strings = {"2e23", "5.901441528248514E16", "10.0", "0.10000000000000001", "5e-324"})
  void shouldTakeTheDoublesOfOtherLanguages(String number) {
    try (TestServer server = TestServer.of(priced())) {
      Reply reply = server.post("/runs/wait", order("'input':{'ratio':" + number + ",'price':1}"));

      assertThat(reply.status()).as(reply.body()).isEqualTo(200);
      assertThat(reply.json().get("ratio").doubleValue()).isEqualTo(Double.parseDouble(number));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"9007199254740993.0", "0.1234567890123456789", "1e400"})
  void shouldRefuseDecimalsThatADoubleDoesNotHold(String number) {
    try (TestServer server = TestServer.of(priced())) {
      Reply reply = server.post("/runs/wait", order("'input':{'ratio':" + number + "}"));

      assertThat(reply.status()).as(reply.body()).isEqualTo(422);
      assertThat(reply.json().get("detail").asText()).contains("ratio");
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
