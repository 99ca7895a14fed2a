package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that end, drain or die while they run a task: who goes on, and what is counted. */
@Tag("real")
class LostWorkersTest {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  private final ThreadId thread = ThreadId.random();

  private static String queue(TestInfo test) {
    return "lost-workers-" + test.getTestMethod().orElseThrow().getName();
  }

  /** Libraries wrap an interrupt in exceptions of their own. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldRunACutOffTaskAgainElsewhereWithoutCountingIt(boolean wraps, TestInfo test)
      throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    AtomicInteger runs = new AtomicInteger();
    NodePolicy once = NodePolicy.builder().attempts(1).build();
    Graph graph = interruptible(() -> held(running, wraps), runs, once);
    String queue = queue(test) + "-" + wraps;
    TemporalHouse first = TemporalHouse.real(queue);
    RunHandle run = ProcessesTest.start(first, graph, thread);
    running.await();
    try (TemporalHouse second = TemporalHouse.real(queue, graph)) {
      first.worker().close(Duration.ofMillis(100));
      first.close();

      RunResult result = second.runtime().run(thread, run.runId()).await(LONGEST);

      assertThat(result.state().get(Samples.LOG)).containsExactly("run 2, attempt 1");
    }
  }

  private static Void held(CountDownLatch running, boolean wraps) throws InterruptedException {
    running.countDown();
    try {
      new CountDownLatch(1).await();
      throw new AssertionError("never");
    } catch (InterruptedException cutOff) {
      if (wraps) {
        throw new IllegalStateException("Interrupted", cutOff);
      }
      throw cutOff;
    }
  }

  private static Graph interruptible(Callable<Void> first, AtomicInteger runs, NodePolicy once) {
    return Graph.builder("interruptible")
        .channels(Samples.LOG)
        .node(
            "slow",
            context -> {
              if (runs.incrementAndGet() == 1) {
                Void unused = first.call();
              }
              return Command.update(
                  Samples.LOG, "run " + runs.get() + ", attempt " + context.attempt());
            },
            once)
        .edge(Graph.START, "slow")
        .build();
  }

  @Test
  @Tag("slow")
  void shouldGoOnElsewhereWhenAWorkerIsKilled(TestInfo test, @TempDir Path folder)
      throws Exception {
    Path release = folder.resolve("release");
    Path started = folder.resolve("started");
    Graph graph = WorkerProcess.graph(release, started);
    Process worker = WorkerProcess.start(RealTemporal.address(), queue(test), release, started);
    try (TemporalConnection connection = ProcessesTest.open(queue(test), LONGEST);
        TemporalRuntime runtime = new TemporalRuntime(connection, GraphRegistry.of(graph))) {
      RunHandle run = runtime.start(graph, thread, StateUpdate.empty());
      await().atMost(LONGEST).until(() -> Files.exists(started));

      worker.destroyForcibly().waitFor();
      Files.createFile(release);
      try (GraphWorker other = new GraphWorker(connection, runtime.graphs())) {
        other.start();

        assertThat(run.await(LONGEST).state().get(Samples.LOG))
            .containsExactly("before", "saw 1 at attempt 1");
      }
    } finally {
      worker.destroyForcibly();
    }
  }

  @Test
  @Tag("slow")
  void shouldGiveUpANodeThatKillsTheProcessesOfItsWorkers(TestInfo test, @TempDir Path folder)
      throws Exception {
    Path marks = Files.createDirectory(folder.resolve("marks"));
    Graph graph = WorkerProcess.deadly(marks);
    try (TemporalConnection connection = ProcessesTest.open(queue(test), LONGEST);
        TemporalRuntime runtime = new TemporalRuntime(connection, GraphRegistry.of(graph))) {
      Process worker = startUnder(folder, test);
      RunHandle run = runtime.start(graph, thread, StateUpdate.empty());
      for (int deaths = 0; deaths < 2; deaths++) {
        worker.waitFor();
        worker = startUnder(folder, test);
      }
      try {
        RunResult result = run.await(LONGEST);

        assertThat(result.status()).isEqualTo(RunStatus.PARKED);
        assertThat(result.error().orElseThrow()).hasMessageContaining("WorkerLostException");
        assertThat(marks.toFile().list()).hasSize(2).allMatch(name -> name.startsWith("attempt 1"));
      } finally {
        worker.destroyForcibly();
      }
    }
  }

  private static Process startUnder(Path folder, TestInfo test) throws Exception {
    return WorkerProcess.start(
        RealTemporal.address(), queue(test), folder.resolve("release"), folder.resolve("started"));
  }

  @Test
  @Tag("slow")
  void shouldNotCountATaskAsLostThatADrainedWorkerCouldNotEnd(TestInfo test) throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    CountDownLatch release = new CountDownLatch(1);
    Graph graph = deafAtFirst(running, release);
    TemporalHouse first = TemporalHouse.on(openFragile(queue(test)));
    RunHandle run = ProcessesTest.start(first, graph, thread);
    running.await();
    try (TemporalHouse second = TemporalHouse.on(openFragile(queue(test)), graph)) {
      first.worker().close(Duration.ofSeconds(4));
      first.close();

      RunResult result = second.runtime().run(thread, run.runId()).await(LONGEST);

      assertThat(result.state().get(Samples.LOG)).containsExactly("attempt 1");
    } finally {
      release.countDown();
    }
  }

  /** A single lost process is too many. */
  private static TemporalConnection openFragile(String queue) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(RealTemporal.address())
            .taskQueue(queue)
            .lostWorkers(1)
            .build();
    return TemporalConnection.open(options, StateCodec.create());
  }

  private static void awaitDeaf(CountDownLatch release) {
    while (release.getCount() > 0) {
      try {
        release.await();
      } catch (InterruptedException ignored) {
        // that is the point
      }
    }
  }

  private static Graph deafAtFirst(CountDownLatch running, CountDownLatch release) {
    return Graph.builder("deaf-at-first")
        .channels(Samples.LOG)
        .node(
            "slow",
            context -> {
              if (running.getCount() > 0) {
                running.countDown();
                awaitDeaf(release);
              }
              return Command.update(Samples.LOG, "attempt " + context.attempt());
            })
        .edge(Graph.START, "slow")
        .build();
  }
}
