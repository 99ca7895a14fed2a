package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.CapturedLogs;
import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.temporal.api.history.v1.HistoryEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Nodes that run in the worker that interprets their run. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class LocalNodesContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final NodePolicy QUICK_LOCAL =
      NodePolicy.builder()
          .retry(new RetryPolicy(3, Duration.ofMillis(10), 2, Duration.ofMillis(50), List.of()))
          .local()
          .build();

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private TemporalHouse house() {
    return on.temporal();
  }

  private RunResult start(Graph graph) throws Exception {
    return house().runtime().start(graph, thread, StateUpdate.empty()).await(LONGEST);
  }

  private long remoteTasks() {
    return house().connection().client().fetchHistory(thread.value()).getEvents().stream()
        .filter(HistoryEvent::hasActivityTaskScheduledEventAttributes)
        .count();
  }

  @Test
  void shouldTryAgainHereWhenANodeFails() throws Exception {
    AtomicInteger runs = new AtomicInteger();

    RunResult result =
        start(
            Graph.builder("local_failing")
                .channels(Samples.LOG)
                .node(
                    "work",
                    context -> {
                      if (runs.incrementAndGet() < 3) {
                        throw new IllegalStateException("not yet");
                      }
                      return Command.update(Samples.LOG, "attempt " + context.attempt());
                    },
                    QUICK_LOCAL)
                .edge(START, "work")
                .build());

    assertThat(result.state().get(Samples.LOG)).containsExactly("attempt 3");
    assertThat(remoteTasks()).isZero();
  }

  @Test
  void shouldParkWhenTheAttemptsAreUsedUp() throws Exception {
    RunResult result =
        start(
            Graph.builder("local_hopeless")
                .channels(Samples.LOG)
                .node(
                    "work",
                    context -> {
                      throw new IllegalStateException("never");
                    },
                    QUICK_LOCAL)
                .edge(START, "work")
                .build());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error().orElseThrow().getMessage())
        .contains("after 3 attempt(s)", "IllegalStateException", "never");
  }

  @Test
  void shouldRunRemotelyWhenTheStateIsNotHeldHere() throws Exception {
    AtomicInteger runs = new AtomicInteger();

    RunResult result = start(forgetful(runs));

    assertThat(result.state().get(Samples.LOG)).containsExactly("before", "saw [before]");
    assertThat(runs).hasValue(2);
    assertThat(remoteTasks()).isEqualTo(2);
  }

  /** The node 'work' never finds its state held here. */
  private Graph forgetful(AtomicInteger runs) {
    return Graph.builder("local_forgetful")
        .channels(Samples.LOG)
        .node("before", Samples.log("before"))
        .node(
            "work",
            context -> {
              runs.incrementAndGet();
              house().connection().states().clear();
              return Command.update(Samples.LOG, "saw " + context.state().get(Samples.LOG));
            },
            QUICK_LOCAL)
        .edge(START, "before")
        .edge("before", "work")
        .build();
  }

  @Test
  void shouldNotCallItAFailedAttemptWhenTheStateIsNotHeldHere() throws Exception {
    try (CapturedLogs logs = new CapturedLogs()) {
      start(forgetful(new AtomicInteger()));

      assertThat(logs.with("of node 'work' failed")).isEmpty();
    }
  }

  @Test
  void shouldRunRemotelyBesideRemoteNodesAndAskLikeAnyNode() throws Exception {
    Graph graph =
        Graph.builder("local_beside")
            .channels(Samples.LOG)
            .node("remote", Samples.log("remote"))
            .node("quick", Samples.log("quick"), QUICK_LOCAL)
            .node(
                "ask",
                context ->
                    Command.update(Samples.LOG, "told " + context.interrupt(Question.of("?"))),
                QUICK_LOCAL)
            .edge(START, "remote")
            .edge(START, "quick")
            .edge("quick", "ask")
            .build();

    assertThat(start(graph).status()).isEqualTo(RunStatus.WAITING);
    RunResult result = house().runtime().answer(thread, Answer.single("so")).await(LONGEST);

    assertThat(result.state().get(Samples.LOG)).containsExactly("quick", "remote", "told so");
    assertThat(remoteTasks()).isEqualTo(2);
  }

  @Test
  void shouldLetOthersBeHeardWhenFailedAttemptsTakeTheTime() throws Exception {
    RunResult result =
        start(
            Graph.builder("local_often_failing")
                .channels(Samples.LOG)
                .node(
                    "work",
                    context -> {
                      if (context.attempt() == 1) {
                        Thread.sleep(400);
                        throw new IllegalStateException("not yet");
                      }
                      return Command.update(Samples.LOG, "done");
                    },
                    QUICK_LOCAL)
                .edge(START, "work")
                .route("work", state -> state.get(Samples.LOG).size() < 10 ? "work" : END, "work")
                .build());

    assertThat(result.state().get(Samples.LOG)).hasSize(10);
    assertThat(workflowTasks()).isGreaterThanOrEqualTo(4);
  }

  private long workflowTasks() {
    return house().connection().client().fetchHistory(thread.value()).getEvents().stream()
        .filter(HistoryEvent::hasWorkflowTaskCompletedEventAttributes)
        .count();
  }
}
