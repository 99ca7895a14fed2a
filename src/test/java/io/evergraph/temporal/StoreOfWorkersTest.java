package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.Ports;
import io.evergraph.backend.OwnRedis;
import io.evergraph.backend.redis.RedisStore;
import io.evergraph.error.NotOfferedException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
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

  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  private final ThreadId thread = ThreadId.random();
  private final CountDownLatch reached = new CountDownLatch(1);
  private final AtomicInteger puts = new AtomicInteger();

  private static TemporalHouse house(String queue, Store store, Graph graph) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(queue)
            .store(store)
            .build();
    return TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()), graph);
  }

  /** The first task of the node ends with its worker, after what it has done there. */
  private Graph putsAndReads(String cutOff) {
    return Graph.builder("remembers")
        .channels(Samples.LOG)
        .node("put", context -> puts(context, cutOff.equals("put")), ONCE)
        .node("read", context -> reads(context, cutOff.equals("read")), ONCE)
        .edge(Graph.START, "put")
        .edge("put", "read")
        .build();
  }

  private Command puts(NodeContext context, boolean isCutOff) throws InterruptedException {
    String found = runs(context.store().search(StoreQuery.in("ann")));
    context.store().put(NOTES, "name", Map.of("run", puts.incrementAndGet()));
    cutOff(isCutOff);
    return Command.update(Samples.LOG, "put after " + found);
  }

  private Command reads(NodeContext context, boolean isCutOff) throws InterruptedException {
    cutOff(isCutOff);
    return Command.update(
        Samples.LOG, "read " + runs(context.store().search(StoreQuery.in("ann"))));
  }

  private static String runs(List<StoreItem> items) {
    return items.stream().map(it -> it.value().get("run")).toList().toString();
  }

  private void cutOff(boolean isCutOff) throws InterruptedException {
    if (isCutOff && reached.getCount() > 0) {
      reached.countDown();
      new CountDownLatch(1).await();
    }
  }

  /** Returns what was logged where another worker goes on with what the first one has begun. */
  private List<String> logOfTwoWorkers(Graph graph) throws Exception {
    int port = Ports.free();
    OwnRedis server = OwnRedis.start(port);
    try (RedisStore one = RedisStore.open("redis://127.0.0.1:" + port);
        RedisStore two = RedisStore.open("redis://127.0.0.1:" + port)) {
      TemporalHouse first = house("store-of-workers", one, graph);
      RunHandle run = ProcessesTest.start(first, graph, thread);
      reached.await();
      try (TemporalHouse second = house("store-of-workers", two, graph)) {
        first.worker().close(Duration.ofMillis(100));
        first.close();

        RunResult result = second.runtime().run(thread, run.runId()).await(LONGEST);

        return result.state().get(Samples.LOG);
      }
    } finally {
      server.close();
    }
  }

  @Test
  void shouldReadWhatOnlyAnotherWorkerHasPut() throws Exception {
    assertThat(logOfTwoWorkers(putsAndReads("read"))).containsExactly("put after []", "read [1]");
  }

  @Test
  void shouldHoldOneItemWhenAnotherWorkerPutsItAgain() throws Exception {
    assertThat(logOfTwoWorkers(putsAndReads("put"))).containsExactly("put after [1]", "read [2]");
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
