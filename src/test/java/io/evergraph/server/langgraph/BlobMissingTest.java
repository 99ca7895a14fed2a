package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.backend.file.FileBlobStore;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.temporal.RealTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A large value that has gone from its store is told of as that, wherever it is asked for. */
@Timeout(120)
class BlobMissingTest {
  private static final String LARGE =
      "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"" + "x".repeat(300_000) + "\"}}";

  @TempDir private Path folder;

  /** Each house is a process of its own: it holds nothing of what another has read. */
  private TemporalHouse house() {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(BlobMissingTest.class.getSimpleName())
            .connectTimeout(Duration.ofSeconds(30))
            .patience(Duration.ofSeconds(3))
            .blobs(new FileBlobStore(folder))
            .build();
    return TemporalHouse.on(
        TemporalConnection.open(options, StateCodec.create()), SampleGraphs.chain());
  }

  private void lose() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
  }

  @Test
  void shouldNeverTellOfAMissingValueAsAFailureOfTheServer() throws IOException {
    String run;
    try (TemporalHouse house = house();
        TestServer server = TestServer.of(house.runtime())) {
      String thread = server.post("/threads", "{}").json().get("thread_id").asText();
      Reply done = server.post("/threads/" + thread + "/runs/wait", LARGE);
      assertThat(done.status()).isEqualTo(200);
      run = done.header("content-location");
    }
    String thread = run.substring(0, run.indexOf("/runs"));
    lose();

    try (TemporalHouse house = house();
        TestServer server = TestServer.of(house.runtime())) {
      for (String path :
          List.of(
              thread,
              thread + "/state",
              thread + "/history",
              thread + "/runs",
              run,
              run + "/join",
              run + "/stream")) {
        Reply reply = server.get(path);

        assertThat(reply.status()).as(path + ": " + reply.body()).isEqualTo(404);
        assertThat(reply.json().get("type").asText())
            .as(path)
            .isIn("urn:evergraph:problem:blob-unavailable", "urn:evergraph:problem:state-missing");
      }
      Reply more =
          server.post(
              thread + "/runs/wait", "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"y\"}}");
      assertThat(more.status()).as(more.body()).isEqualTo(404);
    }
  }
}
