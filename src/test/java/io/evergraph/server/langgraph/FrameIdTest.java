package io.evergraph.server.langgraph;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** No two frames of a stream have the same id, and a client goes on after the one it names. */
class FrameIdTest {
  private static final Instant NOW = Instant.parse("2026-11-23T12:00:00.000001Z");

  private static Graph emitting() {
    return Graph.builder("emitting")
        .channels(SampleGraphs.VALUE)
        .node(
            "emit",
            context -> {
              for (int index = 0; index < 200; index++) {
                context.emitter().custom(Map.of("n", index));
                context.emitter().text("message", "piece " + index);
              }
              return Command.update(SampleGraphs.VALUE, "done");
            })
        .edge(START, "emit")
        .build();
  }

  @Test
  void shouldGiveEveryFrameAnIdOfItsOwn() {
    try (TestServer server = TestServer.of(emitting())) {
      Reply stream =
          server.post(
              "/runs/stream",
              "{\"assistant_id\":\"emitting\",\"input\":{},"
                  + "\"stream_mode\":[\"custom\",\"messages\",\"messages-tuple\",\"values\"]}");

      List<String> ids = Sse.events(stream.body()).stream().map(Sse.Event::id).toList();
      assertThat(ids).hasSizeGreaterThan(200).doesNotHaveDuplicates();
    }
  }

  @Test
  void shouldTellFramesOfOneInstantApart() {
    FrameId first = FrameId.BEFORE_ALL.next().after(NOW);
    FrameId second = first.after(NOW);
    FrameId third = second.next();

    assertThat(List.of(first.text(), second.text(), third.text())).doesNotHaveDuplicates();
    assertThat(FrameId.read(second.text())).isEqualTo(second);
    assertThat(first.hasSeen(second)).isFalse();
    assertThat(second.hasSeen(first)).isTrue();
    assertThat(second.hasSeen(second)).isTrue();
  }

  @Test
  void shouldStandAfterAnEmissionOfAnotherWorkerWhoseClockIsBehind() {
    FrameId ahead = FrameId.BEFORE_ALL.after(NOW);
    FrameId behind = ahead.after(NOW.minusSeconds(1));
    FrameId again = behind.after(NOW.minusSeconds(1));

    List<String> ids = List.of(ahead.text(), behind.text(), again.text());
    assertThat(ids).doesNotHaveDuplicates();
  }

  @Test
  void shouldTellHowFarCallsWereReadAsWell() {
    FrameId inner = FrameId.OPENED.next().next();
    FrameId call = FrameId.OPENED.next().after(NOW).with(3, inner);
    FrameId id = FrameId.BEFORE_ALL.next().with(7, call).with(9, FrameId.OPENED);

    assertThat(id.text()).isEqualTo("0;7=1.1795435200000001;7/3=2;9=0");
    assertThat(FrameId.read(id.text())).isEqualTo(id);
  }

  @Test
  void shouldStillReadIdsOfEarlierReleases() {
    assertThat(FrameId.read("12")).isEqualTo(id(12, 0, 0));
    assertThat(FrameId.read("12.1700000000000000")).isEqualTo(id(12, 1_700_000_000_000_000L, 0));
    assertThat(FrameId.read("12.1700000000000000.1")).isEqualTo(id(12, 1_700_000_000_000_000L, 1));
  }

  private static FrameId id(long recorded, long live, int sibling) {
    return new FrameId(recorded, live, sibling, new TreeMap<>());
  }

  @Test
  void shouldRefuseWhatIsNoId() {
    for (String wrong : List.of("x", "1;", "1;7", "1;7=", "1;=2", "1;7/=2", "1;7=x")) {
      assertThatThrownBy(() -> FrameId.read(wrong)).isInstanceOf(InvalidInputException.class);
    }
  }

  @Test
  void shouldRefuseAPathThatNoCallIsAsDeepAs() {
    String path = "9" + "/1".repeat(99);
    assertThat(FrameId.read("0;" + path + "=1").text()).endsWith(";" + path + "=1");

    assertThatThrownBy(() -> FrameId.read("0;" + path + "/1=1"))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldStandBehindAllThatWasSeenOfEachThread() {
    FrameId seen = FrameId.read("9;4=5;6=1");
    FrameId again = FrameId.read("6;4=2;6=3;5=8");

    assertThat(again.and(seen).text()).isEqualTo("9;4=5;6=3");
    assertThat(FrameId.read("3").and(seen).text()).isEqualTo("9;4=5;6=1");
    assertThat(FrameId.read("8;6=0").and(seen).text()).isEqualTo("9;6=1");
  }
}
