package io.evergraph.backend;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.StoreUnavailableException;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.Pregel;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.thread.SavedThreads;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What threads do while a real Redis or PostgreSQL is away. */
@Tag("real")
class StoreAwayTest {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  private static final Duration LONGEST = Duration.ofSeconds(60);

  @TempDir Path folder;
  private final Graph graph =
      Graph.builder("turns")
          .channels(LOG)
          .node("turn", context -> Command.update(LOG, "turn"))
          .edge(START, "turn")
          .build();

  /** How many turns are saved; reads only: a second runtime would go on with the thread. */
  private int turns(SavedThreads saved, ThreadId thread) {
    return saved
        .find(thread, unused -> Pregel.of(graph))
        .filter(it -> it.progress().isPresent())
        .map(it -> it.views().now().state().get(LOG).size())
        .orElse(0);
  }

  private InMemoryRuntime runtime(KillableStore.Opened opened) {
    return InMemoryRuntime.builder(GraphRegistry.of(graph)).checkpoints(opened.store()).build();
  }

  private void run(InMemoryRuntime runtime, ThreadId thread) throws Exception {
    runtime.start(graph, thread, StateUpdate.empty()).await(Duration.ofSeconds(5));
  }

  /** One thread of a process that is over, and one that goes on while the server is away. */
  private void outage(KillableStore server, KillableStore.Opened opened, Check afterwards)
      throws Exception {
    ThreadId over = ThreadId.random();
    ThreadId goesOn = ThreadId.random();
    try (InMemoryRuntime earlier = runtime(opened)) {
      run(earlier, over);
      run(earlier, over);
    }
    try (InMemoryRuntime runtime = runtime(opened)) {
      run(runtime, goesOn);
      SavedThreads saved = new SavedThreads(opened.store(), runtime.codec());
      await().atMost(LONGEST).until(() -> turns(saved, goesOn) == 1);
      server.kill();

      for (int turn = 0; turn < 3; turn++) {
        run(runtime, goesOn);
      }
      server.restart();

      // the store may need a moment until it is connected again
      await()
          .atMost(LONGEST)
          .ignoreException(StoreUnavailableException.class)
          .until(() -> turns(saved, goesOn) == 4);
      afterwards.of(saved, over);
    }
  }

  private interface Check {
    void of(SavedThreads saved, ThreadId over);
  }

  @ParameterizedTest
  @ValueSource(strings = {"redis", "jdbc"})
  void shouldGoOnWhileTheStoreIsAwayAndLoseNothing(String kind) throws Exception {
    try (KillableStore server = KillableStore.start(kind, folder);
        KillableStore.Opened opened = server.open()) {
      outage(server, opened, (saved, over) -> assertThat(turns(saved, over)).isEqualTo(2));
    }
  }

  @Test
  void shouldSaveThreadsWholeAgainInAStoreThatComesBackEmpty() throws Exception {
    try (KillableStore server = KillableStore.start("redis-without-disk", folder);
        KillableStore.Opened opened = server.open()) {
      outage(server, opened, (saved, over) -> assertThat(turns(saved, over)).isZero());
    }
  }

  private static Graph calling(Graph inner) {
    return Graph.builder("caller")
        .channels(LOG)
        .subgraph("call", inner, Embedding.ownThread())
        .edge(START, "call")
        .build();
  }

  @Test
  void shouldBeginChildrenWhileTheStoreIsAway() throws Exception {
    Graph caller = calling(graph);
    ThreadId thread = ThreadId.random();
    try (KillableStore server = KillableStore.start("redis", folder);
        KillableStore.Opened opened = server.open();
        InMemoryRuntime runtime =
            InMemoryRuntime.builder(GraphRegistry.of(caller)).checkpoints(opened.store()).build()) {
      runtime.start(caller, thread, StateUpdate.empty()).await(Duration.ofSeconds(5));
      server.kill();

      RunResult later =
          runtime.start(caller, thread, StateUpdate.empty()).await(Duration.ofSeconds(20));

      assertThat(later.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(later.state().get(LOG)).containsExactly("turn", "turn");
    }
  }
}
