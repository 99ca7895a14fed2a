package io.evergraph.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.GraphException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.graph.CachePolicy;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.ErasureReport.Entry;
import io.evergraph.runtime.ErasureReport.Outcome;
import io.evergraph.runtime.ErasureReport.Place;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Which cached results go with a thread, wherever its graph stands among those of a process. */
class ErasedCacheTest {
  private static final Channel<String> NAME = Channel.of("name", String.class);

  private final ThreadId thread = ThreadId.of("parent");
  private final LocalNodeCache cache = new LocalNodeCache();

  private static Graph marking(String version, String node) {
    return Graph.builder("marking")
        .version(version)
        .channels(NAME)
        .node(
            node,
            context -> Command.update(NAME, "done"),
            NodePolicy.builder().cache(CachePolicy.ALWAYS).build())
        .edge(Graph.START, node)
        .build();
  }

  private InMemoryRuntime runtime(Graph graph) {
    return InMemoryRuntime.builder(GraphRegistry.of(graph)).cache(cache).build();
  }

  private void run(InMemoryRuntime runtime, String graph) {
    RunResult end =
        runtime.start(graph, thread, StateUpdate.of(NAME, "ann"), RunOptions.defaults()).await();
    assertThat(end.status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldClearWhatAThreadHasCachedThatWorksForAnother() {
    Graph outer =
        Graph.builder("outer")
            .channels(NAME)
            .subgraph("child", marking("1", "mark"), Embedding.ownThread())
            .edge(Graph.START, "child")
            .build();
    try (InMemoryRuntime runtime = runtime(outer)) {
      run(runtime, "outer");
      ThreadId child = runtime.kept().descendants(thread).iterator().next();

      ErasureReport report = Erasure.on(runtime).thread(child);

      assertThat(report.isComplete()).isTrue();
      assertThat(cache.clear("marking", "mark")).contains(0);
    }
  }

  /** Returns a runtime that knows no graph, on workers that cannot tell those of threads. */
  private static GraphRuntime unknowing(GraphRuntime runtime) {
    KeptThreads kept =
        with(
            KeptThreads.class,
            runtime.kept(),
            Map.of("outline", () -> new StateMissingException("parent", 0, "unknown query")));
    return with(
        GraphRuntime.class,
        runtime,
        Map.of(
            "snapshot", () -> new UnknownGraphException("marking", List.of()), "kept", () -> kept));
  }

  /** Returns something as it is, but for methods that give something else, or throw it. */
  private static <T> T with(Class<T> type, T all, Map<String, Supplier<?>> others) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Supplier<?> other = others.get(method.getName());
          Object given = other == null ? method.invoke(all, arguments) : other.get();
          if (given instanceof GraphException failure) {
            throw failure;
          }
          return given;
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Test
  void shouldKeepTheHistoryWhereItsWorkerCannotTellTheGraph() {
    try (InMemoryRuntime runtime = runtime(marking("1", "mark"))) {
      run(runtime, "marking");

      ErasureReport report = Erasure.on(unknowing(runtime)).thread(thread);

      assertThat(report.entries())
          .filteredOn(it -> it.outcome() == Outcome.UNREACHED)
          .extracting(Entry::place)
          .containsExactly(Place.NODE_CACHE, Place.HISTORY);
      assertThat(runtime.kept().all()).contains(thread);
      assertThat(cache.clear("marking", "mark")).contains(1);
    }
  }

  @Test
  void shouldLeaveOutItsOwnCacheAndBusWhereAProcessRunsNoNodes() {
    try (InMemoryRuntime runtime = runtime(marking("1", "mark"))) {
      run(runtime, "marking");

      ErasureReport report =
          Erasure.on(unknowing(runtime)).places(Erasure.Places.SHARED).thread(thread);

      assertThat(report.isComplete()).isTrue();
      assertThat(report.entries())
          .extracting(Entry::place)
          .contains(Place.HISTORY)
          .doesNotContain(Place.NODE_CACHE, Place.EMISSIONS);
      assertThat(runtime.kept().all()).doesNotContain(thread);
    }
  }

  @Test
  void shouldClearWhatAThreadHasCachedByAnEarlierVersionOfItsGraph() {
    try (InMemoryRuntime runtime = runtime(marking("1", "mark"))) {
      run(runtime, "marking");
      runtime.graphs().register(marking("2", "note"));

      ErasureReport report = Erasure.on(runtime).thread(thread);

      assertThat(report.isComplete()).isTrue();
      assertThat(cache.clear("marking", "mark")).contains(0);
    }
  }
}
