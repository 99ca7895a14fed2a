package io.evergraph.server.langgraph;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.BlobUnavailableException;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.runtime.spi.BlobReference;
import io.evergraph.runtime.spi.BlobStore;
import io.evergraph.runtime.spi.LocalBlobStore;
import io.evergraph.server.TestServer;
import io.evergraph.server.TestServer.Reply;
import io.evergraph.temporal.EmbeddedTemporal;
import io.evergraph.temporal.TemporalHouse;
import io.evergraph.temporal.connection.TemporalOptions;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * A store of large values that is full is told as what it is: nothing is wrong with the request.
 */
class BlobOutageTest {
  private static final String LARGE =
      "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"" + "x".repeat(300_000) + "\"}}";

  private final AtomicBoolean full = new AtomicBoolean();

  /** Takes nothing more once it is full. */
  private record Filling(BlobStore store, AtomicBoolean full) implements BlobStore {
    @Override
    public BlobReference put(byte[] content) {
      if (full.get()) {
        throw new BlobUnavailableException("new", "no space left on device");
      }
      return store.put(content);
    }

    @Override
    public byte[] get(BlobReference reference) {
      return store.get(reference);
    }

    @Override
    public void delete(BlobReference reference) {
      store.delete(reference);
    }
  }

  @Test
  void shouldSayThatTheStoreIsUnavailableWhenItIsFull() {
    BlobStore store = new Filling(new LocalBlobStore(), full);
    TemporalOptions.Builder options = TemporalOptions.builder().blobs(store);
    try (TemporalHouse house =
            TemporalHouse.on(
                EmbeddedTemporal.start(options.build(), StateCodec.create()),
                SampleGraphs.chain());
        TestServer server = TestServer.of(house.runtime())) {
      assertThat(server.post("/runs/wait", LARGE).status()).isEqualTo(200);
      full.set(true);

      Reply refused = server.post("/runs/wait", LARGE.replace("xxx", "yyy"));
      Reply small =
          server.post("/runs/wait", "{\"assistant_id\":\"chain\",\"input\":{\"value\":\"x\"}}");

      assertThat(refused.status()).as(refused.body()).isEqualTo(503);
      assertThat(refused.json().get("type").asText())
          .isEqualTo("urn:evergraph:problem:blob-unavailable");
      assertThat(small.status()).isEqualTo(200);
    }
  }
}
