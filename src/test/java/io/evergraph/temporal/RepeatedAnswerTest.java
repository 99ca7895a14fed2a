package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An answer that is sent again, to another process, while its run goes on. */
@Tag("real")
class RepeatedAnswerTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration TWICE_THE_FIRST_CHECK = Duration.ofSeconds(1);
  private static final String POLL = "GetWorkflowExecutionHistory";

  private final ThreadId thread = ThreadId.random();
  private final List<Answer> answers = List.of(Answer.single("yes"));
  private final CountDownLatch release = new CountDownLatch(1);

  private Graph graph() {
    return Graph.builder("held")
        .channels(Samples.LOG)
        .node("ask", RepeatedAnswerTest::ask)
        .node("hold", this::hold)
        .edge(START, "ask")
        .edge("ask", "hold")
        .build();
  }

  private static Command ask(NodeContext context) {
    return Command.update(Samples.LOG, context.interrupt(Question.asking(String.class, "Go on?")));
  }

  private Command hold(NodeContext context) throws InterruptedException {
    assertThat(release.await(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return Command.update(Samples.LOG, "held");
  }

  private static TemporalConnection connection(FlakyFrontend frontend) {
    TemporalOptions options =
        TemporalOptions.builder().target(frontend.address()).taskQueue("repeated").build();
    return TemporalConnection.open(options, StateCodec.create());
  }

  private static CompletableFuture<RunResult> result(RunHandle run) {
    return CompletableFuture.supplyAsync(run::await);
  }

  /**
   * Its history has told that the run goes on: to ask the worker as well would burden a busy one.
   */
  @Test
  void shouldNotAskTheThreadWhileItsHistoryTellsThatTheRunGoesOn() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = TemporalHouse.real("RepeatedAnswerTest", graph());
        TemporalConnection connection = connection(frontend);
        TemporalRuntime elsewhere = new TemporalRuntime(connection, house.graphs())) {
      RunResult asked = house.runtime().start(graph(), thread, StateUpdate.empty()).await(LONGEST);
      assertThat(asked.status()).isEqualTo(RunStatus.WAITING);

      var answered = result(elsewhere.answer(thread, "key", answers));
      await().atMost(LONGEST).until(() -> frontend.calls(POLL) > 0);
      long asks = frontend.calls("QueryWorkflow");
      await()
          .during(TWICE_THE_FIRST_CHECK)
          .atMost(LONGEST)
          .until(() -> frontend.calls("QueryWorkflow") == asks);
      release.countDown();

      assertThat(answered.join().status()).isEqualTo(RunStatus.FINISHED);
    }
  }

  /**
   * The second process has seen nothing of the thread, and asks how the run is doing before it can
   * read its history: it then reads of the stop before the answer, which it must not take for the
   * answer's.
   */
  @Test
  void shouldTellBothHowTheRunOfTheAnswerStopped() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = TemporalHouse.real("RepeatedAnswerTest", graph());
        TemporalConnection connection = connection(frontend);
        TemporalRuntime elsewhere = new TemporalRuntime(connection, house.graphs())) {
      RunResult asked = house.runtime().start(graph(), thread, StateUpdate.empty()).await(LONGEST);
      assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
      var first = result(house.runtime().answer(thread, "key", answers));

      frontend.refuse(POLL, Integer.MAX_VALUE);
      long asks = frontend.calls("QueryWorkflow");
      var second = result(elsewhere.answer(thread, "key", answers));
      await().atMost(LONGEST).until(() -> frontend.calls("QueryWorkflow") > asks);
      long polls = frontend.calls(POLL);
      frontend.refuse(POLL, 0);
      await().atMost(LONGEST).until(() -> frontend.calls(POLL) > polls + 1);
      assertThat(second).isNotDone();
      release.countDown();

      RunResult told = second.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
      assertThat(told.runId()).isEqualTo("key");
      assertThat(told.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(told.state().get(Samples.LOG)).containsExactly("yes", "held");
      RunResult toldFirst = first.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
      assertThat(toldFirst.state()).isEqualTo(told.state());
      assertThat(toldFirst.snapshot().checkpoint()).isEqualTo(told.snapshot().checkpoint());
    }
  }
}
