package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.ThreadExistsException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.spi.CheckpointStore;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.protocol.ExecutionLimits;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Threads that rest so long that their workflows complete. */
abstract class RestingContract extends SavedContract {
  private static final Answer YES = Answer.single(new Samples.Approval(true, "ok"));

  abstract TemporalHouse restingHouse();

  /** Has the server forget the thread that has completed, where it can. */
  abstract void forgetAfterRest();

  static TemporalOptions.Builder resting(CheckpointStore store) {
    return options(store, ExecutionLimits.USUAL)
        .checkpoints(new TemporalOptions.Checkpoints(store, Duration.ofSeconds(1), null));
  }

  private TemporalRuntime runtime() {
    return restingHouse().runtime();
  }

  private RunResult run(String graph, RunOptions options) throws Exception {
    return run(restingHouse(), graph, options);
  }

  private void awaitRest() {
    await()
        .atMost(LONGEST)
        .until(
            () ->
                restingHouse()
                        .connection()
                        .client()
                        .newUntypedWorkflowStub(thread.value())
                        .describe()
                        .getStatus()
                    == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_COMPLETED);
  }

  private void assertEventsWithoutGap() {
    List<RunEvent> events = runtime().events(thread, 1);
    assertThat(events.stream().map(RunEvent::number))
        .containsExactlyElementsOf(LongStream.rangeClosed(1, events.size()).boxed().toList());
  }

  @Test
  void shouldGoOnWithAnAnswerAfterALongRest() throws Exception {
    RunOptions first = RunOptions.defaults();
    RunResult asked = run("approval", first);
    Seen before = Seen.of(restingHouse(), thread);
    awaitRest();
    assertThat(Seen.of(restingHouse(), thread)).isEqualTo(before);
    assertThat(runtime().threads(ThreadQuery.of(ThreadStatus.INTERRUPTED))).contains(thread);
    forgetAfterRest();
    assertThat(Seen.of(restingHouse(), thread)).isEqualTo(before);

    Answer answer = Answer.to(asked.interrupts().get(0).id(), new Samples.Approval(true, "ok"));
    RunResult answered = runtime().answer(thread, answer).await(LONGEST);

    assertThat(answered.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(answered.state().get(Samples.LOG)).containsExactly("prepared", "true ok");
    assertEventsWithoutGap();
    assertThat(runtime().snapshot(thread).createdAt()).isEqualTo(before.now().createdAt());
    RunResult again =
        runtime().start("approval", thread, StateUpdate.empty(), first).await(LONGEST);
    assertThat(again.runId()).isEqualTo(asked.runId());
    assertThat(again.status()).isEqualTo(asked.status());
    assertThat(again.state().get(Samples.LOG)).containsExactly("prepared", "true ok");
    assertThat(runtime().snapshot(thread).status()).isEqualTo(ThreadStatus.IDLE);
  }

  @Test
  void shouldGoOnInTheTurnAfterEachRest() throws Exception {
    String turn = run("turns", RunOptions.defaults()).runId();
    awaitRest();
    forgetAfterRest();
    runtime().answer(thread, Answer.single("yes")).await(LONGEST);
    awaitRest();
    forgetAfterRest();

    RunResult ended = runtime().answer(thread, Answer.single("yes")).await(LONGEST);

    assertThat(ended.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(ended.state().get(Samples.LOG)).containsExactly(turn, turn);
  }

  @Test
  void shouldGoOnWithInputsAndForksAfterSeveralRests() throws Exception {
    for (int turn = 0; turn < 3; turn++) {
      run("saved", RunOptions.defaults());
      awaitRest();
    }

    ThreadSnapshot forked = runtime().fork(thread, "forking", Fork.of(3));
    RunResult more = runtime().proceed(thread, "proceeding", null).await(LONGEST);

    assertThat(forked.state().get(Samples.LOG)).containsExactly("first");
    assertThat(more.state().get(Samples.LOG)).containsExactly("first", "second");
    assertThat(runtime().history(thread, HistoryQuery.all()))
        .extracting(entry -> entry.snapshot().checkpoint())
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, 14).map(number -> 15 - number).boxed().toList());
    assertThat(runtime().stateAt(thread, 4).get(Samples.LOG)).containsExactly("first", "second");
    assertEventsWithoutGap();
  }

  @Test
  void shouldGoOnWithAThreadThatNothingHasRunOn() throws Exception {
    runtime().create(thread, Map.of("user", "ann"));
    awaitRest();

    assertThatThrownBy(() -> runtime().create(thread, Map.of()))
        .isInstanceOf(ThreadExistsException.class);
    run("approval", RunOptions.defaults());
    runtime().answer(thread, YES).await(LONGEST);

    assertThat(runtime().snapshot(thread).metadata()).containsEntry("user", "ann");
    assertEventsWithoutGap();
  }
}
