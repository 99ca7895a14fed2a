package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Question;
import io.evergraph.runtime.QueuedRun;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.runtime.WhenInterrupted;
import io.evergraph.state.StateUpdate;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A thread at rest whose question an input waits for. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED})
class QueueBehindQuestionContract extends RuntimeContract {
  private static Graph asking(String version) {
    return Graph.builder("asked_first")
        .version(version)
        .channels(LOG)
        .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
        .edge(START, "ask")
        .build();
  }

  private RunHandle queued() {
    start(asking("1"), StateUpdate.of(LOG, "one"));
    return runtime()
        .start(
            "asked_first",
            thread(),
            StateUpdate.of(LOG, "two"),
            RunOptions.builder().whenInterrupted(WhenInterrupted.ENQUEUE).build());
  }

  @Test
  void shouldTakeAnEditThoughAnInputWaits() {
    RunHandle second = queued();

    ThreadSnapshot edited =
        runtime().editState(thread(), "e", null, List.of(NodeEdit.of(StateUpdate.of(LOG, "by"))));

    assertThat(edited.status()).isEqualTo(ThreadStatus.INTERRUPTED);
    RunResult unused = answer(Answer.single("yes"));
    assertThat(await(second).state().get(LOG)).containsExactly("one", "by", "yes", "two");
  }

  @Test
  void shouldMoveToAnotherVersionThoughAnInputWaits() {
    RunHandle second = queued();
    runtime().graphs().register(asking("2"));

    runtime().migrate(thread(), "2");

    RunResult unused = answer(Answer.single("yes"));
    assertThat(await(second).state().get(LOG)).containsExactly("one", "yes", "two");
  }

  @Test
  void shouldTakeANewInputBeforeOneThatWaits() {
    RunHandle second = queued();

    RunResult third =
        start(
            asking("1"),
            StateUpdate.of(LOG, "three"),
            RunOptions.builder().whenBusy(WhenBusy.REJECT));

    assertThat(third.state().get(LOG)).containsExactly("one", "three");
    RunResult unused = answer(Answer.single("yes"));
    assertThat(await(second).state().get(LOG)).containsExactly("one", "three", "yes", "two");
  }

  @Test
  void shouldKnowSinceWhenAnInputWaitsThoughTheThreadIsContinued() {
    RunHandle second = queued();
    Instant since = runtime().snapshot(thread()).queued().get(0).at();

    for (int number = 0; number < 30; number++) {
      NodeEdit edit = NodeEdit.of(StateUpdate.of(LOG, "edit"));
      ThreadSnapshot unused = runtime().editState(thread(), "edit-" + number, null, List.of(edit));
    }

    assertThat(runtime().snapshot(thread()).queued())
        .singleElement()
        .returns(second.runId(), QueuedRun::runId)
        .returns(since, QueuedRun::at);
  }
}
