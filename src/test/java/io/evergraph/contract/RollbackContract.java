package io.evergraph.contract;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a thread finds again where it goes back to. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class RollbackContract extends RuntimeContract {
  @Test
  void shouldFindTheQuestionAgainThatAnEditLeft() throws Exception {
    RunResult asked = start(asking("edited"), NOTHING);
    runtime().editState(thread(), null, StateUpdate.of(LOG, "in its place"), "ask");

    ThreadSnapshot back = runtime().rollback(thread(), asked.snapshot().checkpoint());

    assertThat(back.interrupts()).extracting(Interrupt::value).containsExactly("Well?");
    assertThat(answer(Answer.single("yes")).state().get(LOG)).containsExactly("ask=yes", "b");
  }

  @Test
  void shouldFindTheQuestionAgainThatAForkLeft() throws Exception {
    RunResult asked = start(asking("forked"), NOTHING);
    runtime().fork(thread(), Fork.of(first()));

    ThreadSnapshot back = runtime().rollback(thread(), asked.snapshot().checkpoint());

    assertThat(back.interrupts()).extracting(Interrupt::value).containsExactly("Well?");
  }

  @Test
  void shouldWaitForARunWhereARunHasPassed() throws Exception {
    start(asking("passed"), NOTHING);
    runtime().editState(thread(), null, StateUpdate.of(LOG, "in its place"), "ask");

    ThreadSnapshot back = runtime().rollback(thread(), first());

    assertThat(back.status()).isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(back.error()).isNull();
    assertThat(await(runtime().proceed(thread())).interrupts()).hasSize(1);
  }

  @Test
  void shouldReadTheStateAgainThatARunOfManyStepsBeganWith() throws Exception {
    start(longWay().build(), StateUpdate.of(LOG, "given"));
    answer(Answer.single("yes"));

    runtime().cancel(thread(), OnCancel.ROLLBACK);
    eventually(() -> runtime().snapshot(thread()).interrupts(), RollbackContract::askFirst);
    forgetStates();

    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("given");
    assertThat(answer(Answer.single("no")).state().get(LOG))
        .containsExactly("given", "first=no", "1", "2", "3", "4", "5");
  }

  @Test
  void shouldNotTakeARunBackThatBeganBeforeWhatIsKept() throws Exception {
    start(longWay().retention(3).build(), StateUpdate.of(LOG, "given"));
    List<String> log = answer(Answer.single("yes")).state().get(LOG);

    runtime().cancel(thread(), OnCancel.ROLLBACK);
    runtime().editState(thread(), null, StateUpdate.of(LOG, "edit"), null);
    forgetStates();

    assertThat(runtime().snapshot(thread()).interrupts())
        .extracting(Interrupt::value)
        .containsExactly("And now?");
    assertThat(runtime().snapshot(thread()).state().get(LOG))
        .startsWith(log.toArray(String[]::new));
  }

  private static boolean askFirst(List<Interrupt> open) {
    return open.stream().map(Interrupt::value).anyMatch("Well?"::equals);
  }

  private long first() {
    List<HistoryEntry> history = runtime().history(thread(), HistoryQuery.all());
    return history.get(history.size() - 1).snapshot().checkpoint();
  }

  /** More steps between two questions than checkpoints come along with a thread. */
  private static GraphBuilder longWay() {
    GraphBuilder graph =
        Graph.builder("long").channels(LOG).node("first", asks("Well?")).edge(START, "first");
    String before = "first";
    for (String step : List.of("1", "2", "3", "4", "5")) {
      graph.node(step, logs()).edge(before, step);
      before = step;
    }
    return graph.node("last", asks("And now?")).edge(before, "last");
  }

  private static Graph asking(String name) {
    return Graph.builder(name)
        .channels(LOG)
        .node("ask", asks("Well?"))
        .node("b", logs())
        .edge(START, "ask")
        .route("ask", state -> "b", "b")
        .build();
  }
}
