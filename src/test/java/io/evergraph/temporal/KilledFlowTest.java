package io.evergraph.temporal;

import static io.evergraph.temporal.Marks.LONGEST;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.memory.InMemoryRuntime;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Flows, teams, hooks and stores whose worker is killed in the middle of them. One process works on
 * all of them and is killed once; the tests look at what became of each.
 */
@Tag("real")
@Tag("slow")
class KilledFlowTest {
  private static final String RUN = "-" + UUID.randomUUID();
  private static final Map<KillableFlow, RunResult> ENDS = new EnumMap<>(KillableFlow.class);
  private static final Map<KillableFlow, String> HELD = new EnumMap<>(KillableFlow.class);

  @TempDir private static Path folder;

  @BeforeAll
  static void killTheWorkerOfAllFlows() throws Exception {
    Graph[] graphs = KillableFlow.graphs(folder);
    try (RealRedis redis = RealRedis.start(folder);
        KilledWorker worker = KilledWorker.start("killed-flows", folder, graphs)) {
      Map<KillableFlow, RunHandle> runs = new EnumMap<>(KillableFlow.class);
      for (KillableFlow flow : KillableFlow.values()) {
        flow.hold(folder);
        runs.put(flow, start(worker.runtime(), graphs[flow.ordinal()], flow));
      }
      for (KillableFlow flow : KillableFlow.values()) {
        awaitMiddle(worker.runtime(), flow, runs.get(flow));
      }

      worker.kill();

      for (KillableFlow flow : KillableFlow.values()) {
        ENDS.put(flow, end(worker.runtime(), flow, runs.get(flow)));
      }
    }
  }

  private static ThreadId thread(KillableFlow flow) {
    return ThreadId.of(flow + RUN);
  }

  private static RunHandle start(GraphRuntime runtime, Graph graph, KillableFlow flow) {
    return runtime.start(graph, thread(flow), flow.input());
  }

  private static void awaitMiddle(GraphRuntime runtime, KillableFlow flow, RunHandle run)
      throws Exception {
    if (flow.asks()) {
      assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.WAITING);
    } else {
      HELD.put(flow, flow.awaitHeld(folder));
      await()
          .atMost(LONGEST)
          .until(() -> finished(runtime, flow).containsAll(flow.finishedBefore()));
    }
  }

  private static List<String> finished(GraphRuntime runtime, KillableFlow flow) {
    return runtime.events(thread(flow), 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(RunEvent.TaskFinished.class::cast)
        .filter(it -> it.namespace().isEmpty())
        .map(RunEvent.TaskFinished::node)
        .toList();
  }

  /** The first run of a flow that asks has ended with the question. */
  private static RunResult end(GraphRuntime runtime, KillableFlow flow, RunHandle run)
      throws Exception {
    RunHandle last =
        flow.asks() ? runtime.answer(thread(flow), Answer.single(Map.of("type", "approve"))) : run;
    return last.await(LONGEST);
  }

  private static RunResult runInMemory(KillableFlow flow, Path apart) throws Exception {
    try (GraphRuntime runtime = InMemoryRuntime.of()) {
      RunHandle run = start(runtime, flow.graph(apart), flow);
      run.await(LONGEST);
      return end(runtime, flow, run);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldRunNothingAgainButTheTaskThatWasCutOff(KillableFlow flow, @TempDir Path apart)
      throws Exception {
    RunResult expected = runInMemory(flow, apart);

    Map<String, List<String>> executions = flow.marks(apart).all();
    flow.again().forEach(it -> executions.computeIfPresent(it, (what, keys) -> twice(keys, flow)));
    assertThat(flow.marks(folder).all()).isEqualTo(executions);
    RunResult killed = ENDS.get(flow);
    assertThat(killed.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(killed.state()).isEqualTo(expected.state());
  }

  /** Adds the key of the task that was cut off; a call that was made once has its own. */
  private static List<String> twice(List<String> keys, KillableFlow flow) {
    String key = keys.size() == 1 ? keys.get(0) : HELD.get(flow);
    return Stream.concat(keys.stream(), Stream.of(key)).sorted().toList();
  }
}
