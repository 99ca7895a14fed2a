package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.JoinFailedException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What races remember of failures where an edit has routes found anew. */
class EditRaceTest {
  /** The left branch fails; the right one goes on to a question, or elsewhere. */
  private static GraphBuilder racing(JoinRule rule) {
    return graph()
        .node("left", failsUntil(new AtomicBoolean()))
        .node("right", logs())
        .node("right2", asks("?"))
        .node("other", logs())
        .node("end", logs())
        .edge(START, "left")
        .edge(START, "right")
        .route("right", state -> state.find(CHOICE).orElse("right2"), "right2", "other")
        .join(List.of("left", "right2"), "end", rule);
  }

  private static EngineDriver waiting(GraphBuilder graph) {
    EngineDriver thread = EngineDriver.of(graph.build()).input(NOTHING);
    assertThatThread(thread).waitsFor("right2");
    return thread;
  }

  private static GraphBuilder handling() {
    return racing(JoinRule.firstSuccess()).node("mend", logs()).onError("left", "mend");
  }

  @Test
  void shouldRememberAFailedBranchWhenTheOthersAreSentElsewhere() {
    EngineDriver thread = waiting(racing(JoinRule.any()));

    thread.edit(StateUpdate.of(CHOICE, "other"), null).run();

    assertThatThread(thread).isParkedOn(JoinFailedException.class, "right");
  }

  @Test
  void shouldRememberAFailedBranchHoweverOftenRoutesAreFoundAnew() {
    EngineDriver thread = waiting(racing(JoinRule.any()));
    PendingJoins before = thread.checkpoint().root().backlog();

    thread.edit(StateUpdate.of(COUNT, 1), null).run();
    thread.restarted().edit(StateUpdate.of(COUNT, 2), null).run();

    assertThat(thread.checkpoint().root().backlog()).isEqualTo(before);
    assertThatThread(thread).waitsFor("right2");
  }

  @Test
  void shouldParkOnAFailedBranchWhenTheOneThatCouldWinIsNoLongerRoutedTo() {
    Graph graph =
        graph()
            .node("start", logs())
            .node("left", failsUntil(new AtomicBoolean()))
            .node("right", asks("?"))
            .node("end", logs())
            .edge(START, "start")
            .routes(
                "start",
                context ->
                    context.state().has(CHOICE.name())
                        ? List.of(Route.to("left"))
                        : List.of(Route.to("left"), Route.to("right")),
                "left",
                "right")
            .join(List.of("left", "right"), "end", JoinRule.any())
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    assertThatThread(thread).waitsFor("right");

    thread.edit(StateUpdate.of(CHOICE, END), null).run();

    assertThatThread(thread).isParkedAt("left");
    assertThatThread(thread.answer(Answer.skip(NOTHING)))
        .isFinished()
        .holds(LOG, List.of("start", "end"));
  }

  @Test
  void shouldTakeAHandledBranchForTheLastResortAlsoWhenRoutesAreFoundAnew() {
    EngineDriver thread = waiting(handling());

    thread.edit(StateUpdate.of(COUNT, 1), null).run();

    assertThatThread(thread).waitsFor("right2");
    assertThatThread(thread.answer(Answer.single("yes")))
        .isFinished()
        .holds(LOG, List.of("mend", "right", "right2=yes", "end"));
  }

  @Test
  void shouldGoOnWithAHandledBranchWhenTheOthersAreSentElsewhere() {
    EngineDriver thread = waiting(handling());

    thread.edit(StateUpdate.of(CHOICE, "other"), null).run();

    assertThatThread(thread.proceed(null))
        .isFinished()
        .holds(LOG, List.of("mend", "right", "end", "other"));
  }
}
