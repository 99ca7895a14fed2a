package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.WorkflowReplayer;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Supersteps that one workflow task cannot send to the server, which would end the run. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
@Tag("slow")
class LargeStepsContract {
  /** {@code -Dsends=10000} for a very wide step, which takes minutes. */
  private static final int SENDS = Integer.getInteger("sends", 450);

  private static final Duration LONGEST = Duration.ofMinutes(SENDS > 1_000 ? 30 : 3);
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Channel<String> PAYLOAD = Channel.of("payload", String.class);
  private static final Channel<String> LAST = Channel.of("last", String.class).lastWins();
  private static final int MEGABYTE = 1_000_000;

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private TemporalHouse house() {
    return on.temporal();
  }

  private RunResult run(Graph graph) throws Exception {
    house().graphs().register(graph);
    RunOptions alone = RunOptions.builder().alone().build();
    return house().runtime().start(graph.name(), thread, StateUpdate.empty(), alone).await(LONGEST);
  }

  private long count(Predicate<HistoryEvent> kind) {
    return histories().stream()
        .flatMap(history -> history.getEvents().stream())
        .filter(kind)
        .count();
  }

  private List<WorkflowExecutionHistory> histories() {
    return Executions.of(house().connection().client(), thread);
  }

  private void assertReplays(Graph graph) throws Exception {
    for (WorkflowExecutionHistory history : histories()) {
      WorkflowReplayer.replayWorkflowExecution(
          history, Replays.worker(house().connection(), house().graphs(), GraphInterpreter::new));
    }
  }

  private static List<Route> sends(int number, int size) {
    return IntStream.range(0, number)
        .<Route>mapToObj(
            part ->
                Route.send(
                    "work", StateUpdate.of(Samples.PART, part).with(PAYLOAD, "x".repeat(size))))
        .toList();
  }

  private static Command part(@Nullable Object part) {
    return Command.update(Samples.LOG, String.valueOf(part));
  }

  private static Graph wide(String name, int width, NodePolicy policy) {
    return Graph.builder(name)
        .channels(Samples.LOG, Samples.PART, PAYLOAD)
        .node("plan", context -> Command.none())
        .node("work", context -> part(context.state().values().get("part")), policy)
        .edge(START, "plan")
        .routes("plan", context -> sends(width, 0), "work")
        .build();
  }

  private static List<String> parts(int number) {
    return IntStream.range(0, number).mapToObj(String::valueOf).toList();
  }

  @Test
  void shouldSendLargeInputsWithSeveralWorkflowTasks() throws Exception {
    GraphBuilder builder =
        Graph.builder("large_inputs")
            .channels(Samples.LOG, Samples.PART, PAYLOAD)
            .node(
                "work",
                context -> part(String.valueOf(context.state().values().get("payload")).length()));
    for (int i = 0; i < 5; i++) {
      builder
          .node("plan" + i, context -> Command.none())
          .edge(START, "plan" + i)
          .routes("plan" + i, context -> sends(1, MEGABYTE), "work");
    }
    Graph graph = builder.build();

    RunResult result = run(graph);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(Samples.LOG)).hasSize(5).containsOnly("" + MEGABYTE);
    assertReplays(graph);
  }

  @Test
  void shouldCutWorkflowTasksWhenLocalNodesWriteMuch() throws Exception {
    Graph graph =
        Graph.builder("local_writing")
            .channels(Samples.COUNT, TEXT)
            .node(
                "write",
                context -> {
                  int count = context.state().find(Samples.COUNT).orElse(0) + 1;
                  return Command.update(
                      StateUpdate.of(Samples.COUNT, count).with(TEXT, "é".repeat(25_000)));
                },
                Samples.LOCAL)
            .edge(START, "write")
            .route(
                "write",
                state -> state.get(Samples.COUNT) < 200 ? "write" : Graph.END,
                "write",
                Graph.END)
            .maxSteps(200)
            .build();

    RunResult result = run(graph);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(Samples.COUNT)).isEqualTo(200);
    assertThat(count(HistoryEvent::hasActivityTaskScheduledEventAttributes)).isZero();
    assertThat(count(HistoryEvent::hasWorkflowTaskCompletedEventAttributes))
        .isGreaterThanOrEqualTo(8);
    assertReplays(graph);
  }

  @Test
  void shouldRunLocalNodesElsewhereWhenTheyGiveBackMoreThanTheirShare() throws Exception {
    Graph graph =
        Graph.builder("local_large")
            .channels(Samples.LOG, Samples.PART, PAYLOAD, LAST)
            .node("plan", context -> Command.none(), Samples.LOCAL)
            .node(
                "work",
                context ->
                    Command.update(
                        StateUpdate.of(LAST, "x".repeat(300_000))
                            .with(
                                Samples.LOG, String.valueOf(context.state().values().get("part")))),
                Samples.LOCAL)
            .edge(START, "plan")
            .routes("plan", context -> sends(12, 0), "work")
            .build();

    RunResult result = run(graph);

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(Samples.LOG)).containsExactlyElementsOf(parts(12));
    assertReplays(graph);
  }

  @Test
  void shouldRunAWideStepInWaves() throws Exception {
    Graph graph = wide("wide_waves", SENDS, NodePolicy.DEFAULT);

    RunResult result = run(graph);

    assertThat(result.state().get(Samples.LOG)).containsExactlyElementsOf(parts(SENDS));
    assertReplays(graph);
  }

  @Test
  void shouldRunAWideLocalStepInWaves() throws Exception {
    Graph graph = wide("wide_local", SENDS, Samples.LOCAL);

    RunResult result = run(graph);

    assertThat(result.state().get(Samples.LOG)).containsExactlyElementsOf(parts(SENDS));
    assertThat(count(HistoryEvent::hasActivityTaskScheduledEventAttributes)).isEqualTo(1);
    assertReplays(graph);
  }
}
