package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.NodeTimeoutException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.workflow.GraphInterpreter;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.WorkflowReplayer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Nodes that run where the interpreter is once they have shown to be quick. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class AdaptiveNodesContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final NodePolicy ADAPTIVE = Samples.QUICK.toBuilder().adaptive().build();
  private static final int TO = 12;

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private TemporalHouse house() {
    return on.temporal();
  }

  private RunResult start(Graph graph) throws Exception {
    return house().runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);
  }

  private WorkflowExecutionHistory history() {
    return house().connection().client().fetchHistory(thread.value());
  }

  private long remoteTasks() {
    return history().getEvents().stream()
        .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
        .count();
  }

  private void assertReplays() throws Exception {
    WorkflowReplayer.replayWorkflowExecution(
        history(), Replays.worker(house().connection(), house().graphs(), GraphInterpreter::new));
  }

  private List<Integer> attempts() {
    return house().runtime().events(thread, 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).report().attempts())
        .toList();
  }

  private static int next(NodeContext context) {
    return context.state().find(Samples.COUNT).orElse(0) + 1;
  }

  /** Counts up one by one, with something happening before. */
  private static Graph counting(String name, NodeAction before) {
    return Graph.builder(name)
        .channels(Samples.COUNT)
        .node(
            "count",
            context -> {
              before.run(context);
              return Command.update(Samples.COUNT, next(context));
            },
            ADAPTIVE)
        .edge(START, "count")
        .route("count", state -> state.get(Samples.COUNT) < TO ? "count" : END, "count", END)
        .build();
  }

  @Test
  void shouldRunHereOnceThreeTasksWereQuick() throws Exception {
    RunResult result = start(counting("adaptive_quick", context -> Command.none()));

    assertThat(result.state().get(Samples.COUNT)).isEqualTo(TO);
    assertThat(remoteTasks()).isBetween(3L, TO - 1L);
    assertReplays();
  }

  @Test
  void shouldTryAgainRemotelyWhenATaskFailsHere() throws Exception {
    AtomicInteger failures = new AtomicInteger();
    Graph graph =
        counting(
            "adaptive_failing",
            context -> {
              if (next(context) == TO && failures.getAndIncrement() == 0) {
                throw new IllegalStateException("not yet");
              }
              return Command.none();
            });

    RunResult result = start(graph);

    assertThat(result.state().get(Samples.COUNT)).isEqualTo(TO);
    assertThat(attempts()).hasSize(TO).endsWith(2).containsOnlyOnce(2);
    assertReplays();
  }

  @Test
  void shouldEndWithTheErrorThatIsNotWorthAnotherAttempt() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Graph graph =
        counting(
            "adaptive_hopeless",
            context -> {
              if (next(context) == TO) {
                runs.incrementAndGet();
                throw new IllegalStateException("never");
              }
              return Command.none();
            });

    RunResult result = start(graph);

    assertThat(result.error().orElseThrow().getMessage()).contains("after 3 attempt(s)", "never");
    assertThat(runs).hasValue(3);
    assertReplays();
  }

  @Test
  void shouldGiveATaskAllItsAttemptsAgainWhenAPersonRetriesIt() throws Exception {
    AtomicInteger runs = new AtomicInteger();
    Graph graph =
        counting(
            "adaptive_retried",
            context -> {
              if (next(context) == TO && runs.incrementAndGet() < 6) {
                throw new IllegalStateException("not yet");
              }
              return Command.none();
            });
    RunResult parked = start(graph);

    RunResult result = house().runtime().answer(thread, Answer.retry()).await(LONGEST);

    assertThat(parked.error().orElseThrow().getMessage()).contains("after 3 attempt(s)");
    assertThat(result.state().get(Samples.COUNT)).isEqualTo(TO);
    assertThat(attempts()).endsWith(3);
    assertReplays();
  }

  @Test
  void shouldRunRemotelyWhenATaskIsTooSlowHere() throws Exception {
    AtomicInteger waits = new AtomicInteger();
    Graph graph =
        counting(
            "adaptive_slow",
            context -> {
              if (next(context) == TO - 2 && waits.getAndIncrement() == 0) {
                new CountDownLatch(1).await(3, TimeUnit.SECONDS);
              }
              return Command.none();
            });

    RunResult result = start(graph);

    assertThat(result.state().get(Samples.COUNT)).isEqualTo(TO);
    assertThat(attempts()).hasSize(TO).containsOnly(1);
    assertReplays();
  }

  /** Counts up one by one, slowly once, and far beyond where its time is up. */
  private static final class SlowCount implements NodeAction {
    private final AtomicInteger waits = new AtomicInteger();

    @Override
    public Command run(NodeContext context) throws Exception {
      if (next(context) == TO - 2 && waits.getAndIncrement() == 0) {
        new CountDownLatch(1).await(3, TimeUnit.SECONDS);
      }
      return Command.update(Samples.COUNT, next(context));
    }

    @Override
    public Optional<Command> timedOut(NodeContext context, NodeTimeoutException failure) {
      return Optional.of(Command.update(Samples.COUNT, 10 * TO));
    }
  }

  @Test
  void shouldTakeNoResultOfATimeoutWhereATaskIsTooSlowHereAlone() throws Exception {
    NodePolicy once = ADAPTIVE.toBuilder().nonRetryable(NodeTimeoutException.class).build();
    Graph graph =
        Graph.builder("adaptive_slow_once")
            .channels(Samples.COUNT)
            .node("count", new SlowCount(), once)
            .edge(START, "count")
            .route("count", state -> state.get(Samples.COUNT) < TO ? "count" : END, "count", END)
            .build();

    RunResult result = start(graph);

    assertThat(result.state().get(Samples.COUNT)).isEqualTo(TO);
    assertThat(attempts()).hasSize(TO).containsOnly(1);
    assertReplays();
  }

  @Test
  void shouldRunRemotelyBesideRemoteNodes() throws Exception {
    Graph graph =
        Graph.builder("adaptive_beside")
            .channels(Samples.COUNT, Samples.LOG)
            .node("count", context -> Command.update(Samples.COUNT, next(context)), ADAPTIVE)
            .node("beside", Samples.log("beside"))
            .edge(START, "count")
            .edge(START, "beside")
            .route("count", state -> state.get(Samples.COUNT) < TO ? "count" : END, "count", END)
            .route(
                "beside",
                state -> state.get(Samples.LOG).size() < TO ? "beside" : END,
                "beside",
                END)
            .build();

    RunResult result = start(graph);

    assertThat(result.state().get(Samples.COUNT)).isEqualTo(TO);
    assertThat(remoteTasks()).isEqualTo(2 * TO);
  }
}
