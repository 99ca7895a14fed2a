package io.evergraph.backend;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.NodeCache;
import io.evergraph.runtime.spi.NodeCache.Key;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What every cache does, in one process or for all. */
abstract class NodeCacheContract {
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Optional<Duration> FOREVER = Optional.empty();

  private final String graph = "graph *[" + UUID.randomUUID() + "]?";
  final Key key = new Key(graph, "node é:", "00112233");

  abstract NodeCache cache();

  /** The same cache as another process opens it; one that serves one process, as it is. */
  abstract NodeCache elsewhere();

  @Test
  void shouldFindWhatWasPutElsewhere() {
    assertThat(cache().find(key)).isEmpty();

    cache().put(key, "{\"é\":\"\uD83D\uDE00\"}", FOREVER);
    cache().put(key, "{\"second\":1}", FOREVER);

    assertThat(elsewhere().find(key)).contains("{\"second\":1}");
    assertThat(elsewhere().find(new Key(graph, key.node(), "other"))).isEmpty();
  }

  @Test
  void shouldForgetWhatHasPassedItsTime() {
    cache().put(key, "{}", Optional.of(Duration.ofMillis(200)));

    await().until(() -> elsewhere().find(key).isEmpty());
  }

  @Test
  void shouldForgetOneNodeOnly() {
    Key other = new Key(graph, "other", key.hash());
    cache().put(key, "{}", FOREVER);
    cache().put(new Key(graph, key.node(), "second"), "{}", FOREVER);
    cache().put(other, "{}", FOREVER);

    assertThat(elsewhere().clear(graph, key.node())).contains(2);
    assertThat(elsewhere().clear(graph, key.node())).contains(0);

    assertThat(cache().find(key)).isEmpty();
    assertThat(cache().find(new Key(graph, key.node(), "second"))).isEmpty();
    assertThat(cache().find(other)).isPresent();
  }

  @Test
  void shouldReadAllResults() {
    cache().put(key, "{\"of\":\"" + graph + "\"}", FOREVER);
    cache().put(new Key(graph + "-other", "node", "hash"), "{\"of\":\"other\"}", FOREVER);

    List<String> found = new ArrayList<>();
    elsewhere().read(found::add);

    assertThat(found).contains("{\"of\":\"" + graph + "\"}", "{\"of\":\"other\"}");
  }

  @Test
  void shouldRunANodeOnceWhoseResultIsKept() {
    AtomicInteger runs = new AtomicInteger();

    assertThat(run(cache(), runs)).isEqualTo("done");
    assertThat(run(elsewhere(), runs)).isEqualTo("done");

    assertThat(runs).hasValue(1);
  }

  final String run(NodeCache cache, AtomicInteger runs) {
    Graph cached =
        Graph.builder(UUID.nameUUIDFromBytes(graph.getBytes()).toString())
            .channels(TEXT)
            .node(
                "a",
                context -> {
                  runs.incrementAndGet();
                  return Command.update(TEXT, "done");
                },
                policy -> policy.cache(CachePolicy.ALWAYS))
            .edge(START, "a")
            .build();
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(cached)).cache(cache).build()) {
      return runtime
          .start(cached, ThreadId.random(), StateUpdate.of(TEXT, "in"))
          .await()
          .state()
          .get(TEXT);
    }
  }
}
