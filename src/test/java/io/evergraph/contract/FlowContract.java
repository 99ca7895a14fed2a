package io.evergraph.contract;

import static io.evergraph.contract.Graphs.FACTS;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.OFFER;
import static io.evergraph.contract.Graphs.VALUE;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.StepLimitException;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How runs flow: supersteps, subgraphs, limits, threads. */
class FlowContract extends RuntimeContract {

  @Test
  void shouldRunStepAfterStepAndGoOnFromTheStateOfTheThread() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              script.start(runtime, Graphs.chain(), StateUpdate.of(VALUE, "x"));
              return script.start(runtime, Graphs.chain(), StateUpdate.of(VALUE, "b"));
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(VALUE)).isEqualTo("b123");
    assertThat(result.state().get(LOG)).containsExactly("1", "2", "3", "1", "2", "3");
    assertThat(result.snapshot().status()).isEqualTo(ThreadStatus.IDLE);
  }

  @Test
  void shouldKeepTypedValuesAndMergedMaps() {
    Graphs.Offer offer = new Graphs.Offer("seat", 10.5, List.of());

    RunResult result =
        sameAsInMemory(
            (runtime, script) ->
                script.start(runtime, Graphs.typed(), StateUpdate.of(OFFER, offer)));

    assertThat(result.state().get(OFFER))
        .isEqualTo(new Graphs.Offer("seat", 21, List.of("raised")));
    assertThat(result.state().get(FACTS)).isEqualTo(Map.of("was", 10.5));
  }

  @Test
  void shouldStopAtTheStepLimitAndGoOnWithAHigherOne() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult stopped =
                  script.start(
                      runtime,
                      Graphs.looping(5),
                      StateUpdate.empty(),
                      RunOptions.builder().maxSteps(3));
              assertThat(stopped.error()).get().isInstanceOf(StepLimitException.class);
              assertThat(stopped.snapshot().next()).containsExactly("again");
              return script.proceed(runtime, 4);
            });

    assertThat(result.state().get(LOG)).containsExactly("1/2", "2/1", "3/0", "4/3", "5/2");
  }

  @Test
  void shouldRunASubgraphInlineWithoutDoublingItsWrites() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult asked = script.start(runtime, Graphs.nested(), StateUpdate.of(VALUE, "v"));
              assertThat(asked.interrupts()).hasSize(1);
              assertThat(asked.interrupts().get(0).namespace()).startsWith("inner:");
              return script.answer(runtime, Answer.single("7"));
            });

    assertThat(result.state().get(VALUE)).isEqualTo("v>7");
    assertThat(result.state().get(LOG)).containsExactly("outer", "deep", "done");
  }

  @Test
  void shouldEndTheThreadWithItsRunWhenTheRunIsAlone() {
    RunResult result =
        start(Graphs.chain(), StateUpdate.of(VALUE, "x"), RunOptions.builder().alone());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(VALUE)).isEqualTo("x123");
  }

  @Test
  void shouldChangeNothingWhenTheSameRunIsStartedTwice() {
    RunOptions.Builder options = RunOptions.builder().runId(thread() + "-once");

    start(Graphs.chain(), StateUpdate.of(VALUE, "x"), options);
    RunResult again = start(Graphs.chain(), StateUpdate.of(VALUE, "x"), options);

    assertThat(again.state().get(LOG)).hasSize(3);
  }

  @Test
  void shouldChangeNothingWhenTheRunThatEndedItsThreadIsStartedAgain() {
    RunOptions.Builder last = RunOptions.builder().runId(thread() + "-last").alone();
    start(Graphs.chain(), StateUpdate.of(VALUE, "x"));

    RunResult result = start(Graphs.chain(), StateUpdate.of(VALUE, "y"), last);
    RunResult again = start(Graphs.chain(), StateUpdate.of(VALUE, "y"), last);

    assertThat(result.state().get(LOG)).hasSize(6);
    assertThat(again.state()).isEqualTo(result.state());
    assertThat(runtime().snapshot(thread()).state()).isEqualTo(result.state());
  }

  @Test
  void shouldChangeNothingWhenTheOnlyRunOfAThreadIsStartedAgainAfterItsEnd() {
    RunOptions.Builder only = RunOptions.builder().runId(thread() + "-only").alone();

    RunResult result = start(Graphs.chain(), StateUpdate.of(VALUE, "x"), only);
    RunResult again = start(Graphs.chain(), StateUpdate.of(VALUE, "x"), only);

    assertThat(result.state().get(LOG)).hasSize(3);
    assertThat(again.state()).isEqualTo(result.state());
    assertThat(again.snapshot().checkpoint()).isEqualTo(result.snapshot().checkpoint());
  }

  @Test
  void shouldReadTheStateOfEveryCheckpoint() {
    RunResult result = start(Graphs.chain(), StateUpdate.of(VALUE, "x"));
    long last = result.snapshot().checkpoint();

    assertThat(runtime().stateAt(thread(), last).get(VALUE)).isEqualTo("x123");
    assertThat(runtime().stateAt(thread(), last - 1).get(VALUE)).isEqualTo("x12");
    assertThat(runtime().stateAt(thread(), last - 3).get(VALUE)).isEqualTo("x");
  }

  @Test
  void shouldPlanWhatFollowsTheNodeThatAnEditIsMadeAs() {
    start(Graphs.chain(), StateUpdate.of(VALUE, "x"));

    var edited = runtime().editState(thread(), null, StateUpdate.of(VALUE, "edited"), "2");
    RunResult result = await(runtime().proceed(thread(), thread() + "-on", null));

    assertThat(edited.next()).containsExactly("3");
    assertThat(result.state().get(VALUE)).isEqualTo("edited3");
  }
}
