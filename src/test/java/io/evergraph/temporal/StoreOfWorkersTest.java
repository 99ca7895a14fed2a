package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.Ports;
import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.error.NotOfferedException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Store;
import io.evergraph.graph.StoreItem;
import io.evergraph.graph.StoreQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers with connections of their own to one store. */
@Tag("real")
class StoreOfWorkersTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final List<String> NOTES = List.of("ann", "notes");

  private final ThreadId thread = ThreadId.random();

  private static TemporalHouse house(String queue, Store store, Graph graph) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(queue)
            .store(store)
            .build();
    return TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()), graph);
  }

  private static Graph putsAndReads(CountDownLatch put, AtomicInteger runs) {
    return Graph.builder("remembers")
        .channels(Samples.LOG)
        .node(
            "put",
            context -> {
              context.store().put(NOTES, "name", Map.of("run", runs.incrementAndGet()));
              if (runs.get() == 1) {
                put.countDown();
                new CountDownLatch(1).await();
              }
              return Command.none();
            },
            NodePolicy.builder().attempts(1).build())
        .node(
            "read",
            context -> {
              List<StoreItem> items = context.store().search(StoreQuery.in("ann"));
              return Command.update(
                  Samples.LOG, items.size() + " " + items.get(0).value().get("run"));
            })
        .edge(Graph.START, "put")
        .edge("put", "read")
        .build();
  }

  @Test
  void shouldHoldOneItemWhenAnotherWorkerPutsItAgain() throws Exception {
    int port = Ports.free();
    OwnRedis server = OwnRedis.start(port);
    try (RedisStore one = RedisStore.open("redis://127.0.0.1:" + port);
        RedisStore two = RedisStore.open("redis://127.0.0.1:" + port)) {
      CountDownLatch put = new CountDownLatch(1);
      Graph graph = putsAndReads(put, new AtomicInteger());
      TemporalHouse first = house("store-of-workers", one, graph);
      RunHandle run = ProcessesTest.start(first, graph, thread);
      put.await();
      try (TemporalHouse second = house("store-of-workers", two, graph)) {
        first.worker().close(Duration.ofMillis(100));
        first.close();

        RunResult result = second.runtime().run(thread, run.runId()).await(LONGEST);

        assertThat(result.state().get(Samples.LOG)).containsExactly("1 2");
      }
    } finally {
      server.close();
    }
  }

  @Test
  void shouldSayThatThereIsNoStoreWhereNoneIsSet() {
    try (TemporalConnection connection = ProcessesTest.open("no-store", LONGEST)) {
      assertThatThrownBy(connection::store)
          .isInstanceOf(NotOfferedException.class)
          .hasMessageContaining("evergraph.store.type");
    }
  }
}
