package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenInterrupted;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is to be seen of a run that goes on from where the thread went back to. */
class RolledBackStreamContract extends WatchContract {
  private static final StreamOptions SHOWN =
      StreamOptions.builder()
          .modes(StreamMode.VALUES, StreamMode.UPDATES, StreamMode.TASKS)
          .subgraphs()
          .build();

  private static final List<String> ANSWERED =
      List.of(
          "values [i]",
          "quick kept [quick]",
          "asks begins with [i]",
          "asks wrote []",
          "asks ends with []",
          "values [i, quick]",
          "RunFinished");

  private List<String> shown(RunHandle run) {
    return rest(runtime().stream(run, SHOWN));
  }

  private RunResult waiting() {
    return start(Graphs.askingBeside(), StateUpdate.of(LOG, "i"));
  }

  @Test
  void shouldShowWhatWasKeptWhenAPastQuestionIsAnsweredOnceMore() {
    long asked = waiting().snapshot().checkpoint();
    List<String> first = shown(runtime().answer(thread(), Answer.single("yes")));
    runtime().rollback(thread(), asked);

    List<String> again = shown(runtime().answer(thread(), Answer.single("no")));

    assertThat(first).isEqualTo(ANSWERED);
    assertThat(again).isEqualTo(ANSWERED);
  }

  @Test
  void shouldShowWhatWasKeptEachTimeThatTheThreadGoesBack() {
    long asked = waiting().snapshot().checkpoint();
    for (int time = 0; time < 3; time++) {
      assertThat(shown(runtime().answer(thread(), Answer.single("yes")))).isEqualTo(ANSWERED);
      runtime().rollback(thread(), asked);
    }
  }

  @Test
  void shouldShowWhatWasKeptWhenARunIsTakenBack() {
    RunResult unused = waiting();
    List<String> first = shown(runtime().answer(thread(), Answer.single("yes")));
    runtime().cancel(thread(), OnCancel.ROLLBACK);
    eventually(() -> runtime().snapshot(thread()).status(), ThreadStatus.INTERRUPTED::equals);

    List<String> again = shown(runtime().answer(thread(), Answer.single("no")));

    assertThat(first).isEqualTo(ANSWERED);
    assertThat(again).isEqualTo(ANSWERED);
  }

  @Test
  void shouldShowWhatWasKeptWhenANewInputIsTakenBack() {
    long asked = waiting().snapshot().checkpoint();
    RunResult displacing = start(Graphs.askingBeside(), StateUpdate.of(LOG, "more"));
    runtime().cancel(thread(), OnCancel.ROLLBACK);
    eventually(() -> runtime().snapshot(thread()).checkpoint(), at -> at == asked);

    List<String> answered = shown(runtime().answer(thread(), Answer.single("yes")));

    assertThat(displacing.snapshot().checkpoint()).isGreaterThan(asked);
    assertThat(answered).isEqualTo(ANSWERED);
  }

  /** It is told as a run that begins and is cancelled, while the thread stands where it stood. */
  @Test
  void shouldShowWhatWasKeptThoughAnInputWasWithdrawnSince() {
    Graph graph =
        Graph.builder("two-open")
            .channels(LOG)
            .node("one", Graphs.asks())
            .node("other", Graphs.asks())
            .edge(START, "one")
            .edge(START, "other")
            .build();
    RunResult asked = start(graph, StateUpdate.of(LOG, "i"));
    Answer first = Answer.to(asked.interrupts().get(0).id(), "yes");
    List<String> before = shown(runtime().answer(thread(), first));
    RunHandle queued =
        runtime()
            .start(
                graph.name(),
                thread(),
                StateUpdate.of(LOG, "queued"),
                RunOptions.builder().whenInterrupted(WhenInterrupted.ENQUEUE).build());
    runtime().cancel(thread(), queued.runId(), OnCancel.KEEP);
    RunResult withdrawn = await(queued);
    runtime().rollback(thread(), asked.snapshot().checkpoint());

    List<String> again = shown(runtime().answer(thread(), first));

    assertThat(withdrawn.status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(again).isEqualTo(before);
  }

  /** The graph stands at the same checkpoint for both questions. */
  @Test
  void shouldShowWhatWasKeptAtTheCheckpointOfASubgraph() {
    Graph inner =
        Graph.builder("asks-twice")
            .channels(LOG)
            .node("one", Graphs.asks())
            .node("two", Graphs.asks())
            .node("quick", Graphs.log("quick"))
            .edge(START, "one")
            .edge(START, "quick")
            .edge("one", "two")
            .build();
    Graph graph =
        Graph.builder("around-twice")
            .channels(LOG)
            .subgraph("call", inner)
            .edge(START, "call")
            .build();
    RunResult asked = start(graph, StateUpdate.of(LOG, "i"));
    long inside = asked.snapshot().subgraphs().get(0).checkpoint();
    List<String> first = shown(runtime().answer(thread(), Answer.single("yes")));
    List<String> unused = shown(runtime().answer(thread(), Answer.single("yes")));
    runtime().rollback(thread(), inside);

    List<String> again = shown(runtime().answer(thread(), Answer.single("yes")));

    assertThat(first).contains("call:quick kept [quick]", "call:one begins with [i]");
    assertThat(again).isEqualTo(first);
  }

  @Test
  void shouldBeginTheTasksOfACheckpointThatWasOnlyPassed() {
    RunResult ended = start(chain(), StateUpdate.of(LOG, "i"));
    runtime().rollback(thread(), ended.snapshot().checkpoint() - 1);

    assertThat(shown(runtime().proceed(thread())))
        .containsExactly(
            "values [i, a]",
            "b begins with [i, a]",
            "b wrote [b]",
            "b ends with [b]",
            "values [i, a, b]",
            "RunFinished");
  }
}
