package io.evergraph.backend;

import static io.evergraph.graph.Graph.START;
import static org.awaitility.Awaitility.await;

import io.evergraph.backend.redis.RedisCheckpointStore;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.embedded.RedisServer;

/** What threads do while a real Redis is away. */
@Tag("real")
class StoreAwayTest {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private final Graph graph =
      Graph.builder("turns")
          .channels(LOG)
          .node("turn", context -> Command.update(LOG, "turn"))
          .edge(START, "turn")
          .build();

  private static RedisServer redis(int port) throws IOException {
    RedisServer server =
        RedisServer.builder().port(port).setting("bind 127.0.0.1").setting("save \"\"").build();
    server.start();
    return server;
  }

  /** How many turns another process finds. */
  private int turns(CheckpointStore store, ThreadId thread) {
    try (InMemoryRuntime again =
        InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build()) {
      return store.find(thread.value()).isEmpty()
          ? 0
          : again.snapshot(thread).state().get(LOG).size();
    }
  }

  @Test
  void shouldGoOnWhileTheStoreIsAwayAndSaveEverythingAfterwards() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    ThreadId thread = ThreadId.random();
    RedisServer server = redis(port);
    try (RedisCheckpointStore store = RedisCheckpointStore.open("redis://127.0.0.1:" + port);
        InMemoryRuntime runtime =
            InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(store).build()) {
      runtime.start(graph, thread, StateUpdate.empty()).await();
      await().until(() -> !store.parts(thread.value()).isEmpty());
      server.stop();

      for (int turn = 0; turn < 3; turn++) {
        runtime.start(graph, thread, StateUpdate.empty()).await(Duration.ofSeconds(5));
      }
      server = redis(port);

      await().atMost(Duration.ofSeconds(30)).until(() -> turns(store, thread) == 4);
    } finally {
      server.stop();
    }
  }
}
