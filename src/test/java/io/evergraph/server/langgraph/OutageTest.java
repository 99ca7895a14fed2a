package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What clients see while the Temporal server is down. */
@Tag("real")
@Tag("slow")
class OutageTest {
  private static final Path STATE =
      Path.of("target", "temporal-tests", "outage-" + ProcessHandle.current().pid());

  @Test
  void shouldSaySoSoonAndStopSoonWhenTheServerIsGone() throws Exception {
    String state = STATE.toString();
    RealTemporal.run("temporal-dev/up", "--port", "0", "--headless", "--no-sync", "--state", state);
    String address = Files.readString(STATE.resolve("address")).strip();
    TemporalOptions options = TemporalOptions.builder().target(address).taskQueue("outage").build();
    TemporalHouse house =
        TemporalHouse.on(
            TemporalConnection.open(options, StateCodec.create()), SampleGraphs.chain());
    TestServer server = TestServer.of(house.runtime());
    String thread = server.post("/threads", "{}").json().get("thread_id").asText();
    String run = "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"x\"}}";
    assertThat(server.post("/threads/" + thread + "/runs/wait", run).status()).isEqualTo(200);

    RealTemporal.run("temporal-dev/down", "--state", STATE.toString());

    for (String path : new String[] {"", "/state"}) {
      long begin = System.nanoTime();
      Reply reply = server.get("/threads/" + thread + path);
      assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
      assertThat(reply.status()).as(reply.body()).isEqualTo(503);
      assertThat(reply.header("retry-after")).isEqualTo("5");
      assertThat(reply.json().get("type").asText())
          .isEqualTo("urn:evergraph:problem:runtime-unavailable");
      assertThat(reply.json().get("detail").asText()).contains(address);
    }
    long begin = System.nanoTime();
    server.close();
    house.close();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
  }
}
