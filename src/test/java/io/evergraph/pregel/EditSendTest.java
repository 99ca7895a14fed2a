package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What becomes of sent tasks where an edit has routes found anew that lead as before. */
class EditSendTest {
  private static final StateUpdate UNRELATED = StateUpdate.of(CHOICE, "unrelated");

  /** Sends 1 and 2 to work, and beside them goes to a question. */
  private static GraphBuilder sending() {
    return graph()
        .node("a", logs())
        .node("q", asks("?"))
        .node("next", logs())
        .edge(START, "a")
        .routes(
            "a",
            context ->
                List.of(
                    Route.to("q"),
                    Route.send("work", StateUpdate.of(COUNT, 1)),
                    Route.send("work", StateUpdate.of(COUNT, 2))),
            "q",
            "work");
  }

  private static Command work(NodeContext context) {
    int count = context.state().get(COUNT);
    if (count == 1) {
      throw new IllegalStateException("broken");
    }
    return Command.update(LOG, "work" + count);
  }

  @Test
  void shouldNotCallASubgraphAgainThatHasEnded() {
    Graph inner =
        graph()
            .node("in", context -> Command.update(LOG, "in" + context.state().get(COUNT)))
            .edge(START, "in")
            .build();
    EngineDriver thread =
        EngineDriver.of(
                sending().subgraph("work", inner).route("work", state -> "next", "next").build())
            .input(NOTHING);
    assertThatThread(thread).waitsFor("q");

    thread.edit(UNRELATED, null).run();

    assertThatThread(thread).waitsFor("q");
    assertThatThread(thread.restarted().answer(Answer.single("yes")))
        .isFinished()
        .holds(LOG, List.of("a", "q=yes", "in1", "in2", "next"));
  }

  @Test
  void shouldNotRunATaskAgainThatWasEdited() {
    EngineDriver thread =
        EngineDriver.of(sending().node("work", EditSendTest::work).edge("work", "next").build())
            .input(NOTHING)
            .answer(Answer.edit(StateUpdate.of(COUNT, 3)));
    assertThatThread(thread).waitsFor("q");

    thread.edit(UNRELATED, null).run();

    assertThatThread(thread).waitsFor("q");
    assertThatThread(thread.answer(Answer.single("yes")))
        .isFinished()
        .holds(LOG, List.of("a", "q=yes", "work3", "work2", "next"));
  }

  @Test
  void shouldNotRunATaskThatWasSkipped() {
    EngineDriver thread =
        EngineDriver.of(
                sending()
                    .node("work", EditSendTest::work)
                    .route("work", state -> "next", "next")
                    .build())
            .input(NOTHING)
            .answer(Answer.skip(StateUpdate.of(LOG, "skipped")));
    assertThatThread(thread).waitsFor("q");

    thread.edit(UNRELATED, null).run();

    assertThatThread(thread).waitsFor("q");
    assertThatThread(thread.answer(Answer.single("yes")))
        .isFinished()
        .holds(LOG, List.of("a", "q=yes", "skipped", "work2", "next"));
  }
}
