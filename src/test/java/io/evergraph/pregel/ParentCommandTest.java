package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.GotoRule;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class ParentCommandTest {
  private final Graph child =
      graph().node("x", logs()).node("y", logs()).edge(START, "x").edge("x", "y").build();
  private final Graph outer =
      graph()
          .subgraph("child", child)
          .node("b", logs())
          .node("c", logs())
          .edge(START, "child")
          .edge("child", "b")
          .ends("child", "c")
          .build();

  private void leave(EngineDriver thread, TaskResult.ParentCommand upward) {
    Task x = thread.ready("x");
    TaskResult.Completed done =
        (TaskResult.Completed) new TaskRunner(outer).run(thread.checkpoint(), x, 0);
    thread.settleResults(List.of(done.with(upward)));
  }

  @Test
  void shouldLeaveTheSubgraphForWhereTheCommandLeads() {
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING);

    leave(
        thread,
        new TaskResult.ParentCommand(
            StateUpdate.of(LOG, "up").writes(), Routing.instead(List.of(Route.to("c")))));

    assertThatThread(thread).runs("c").holds(LOG, List.of("x", "up"));
    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys("");
  }

  @Test
  void shouldFollowTheEdgesOfTheSubgraphWhenTheCommandOnlyWrites() {
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING);

    leave(
        thread,
        new TaskResult.ParentCommand(
            StateUpdate.of(LOG, "up").writes(), Routing.beside(List.of())));

    assertThatThread(thread).runs("b").holds(LOG, List.of("x", "up"));
  }

  @Test
  void shouldGoWhereTheCommandLeadsBesideTheEdges() {
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING);

    leave(thread, new TaskResult.ParentCommand(List.of(), Routing.beside(List.of(Route.to("c")))));

    assertThatThread(thread).runs("b", "c");
  }

  @Test
  void shouldEndTheBranchWhenTheCommandLeadsNowhere() {
    EngineDriver thread = EngineDriver.of(outer).begin(NOTHING);

    leave(thread, new TaskResult.ParentCommand(List.of(), Routing.instead(List.of())));

    assertThatThread(thread).isFinished().holds(LOG, List.of("x"));
  }

  @Test
  void shouldLeadAllTheirWaysWhenSeveralNodesCommand() {
    Graph two =
        graph().node("x", logs()).node("y", logs()).edge(START, "x").edge(START, "y").build();
    Graph around =
        graph()
            .subgraph("child", two)
            .node("b", logs())
            .node("c", logs())
            .edge(START, "child")
            .edge("child", "b")
            .ends("child", "c", "child")
            .build();
    EngineDriver thread = EngineDriver.of(around).begin(NOTHING);
    List<TaskResult.ParentCommand> commands =
        List.of(
            new TaskResult.ParentCommand(
                StateUpdate.of(LOG, "up").writes(), Routing.beside(List.of())),
            new TaskResult.ParentCommand(List.of(), Routing.instead(List.of(Route.to("c")))));
    List<TaskResult> results = new ArrayList<>();
    for (Task task : thread.ready()) {
      TaskResult.Completed done =
          (TaskResult.Completed) new TaskRunner(around).run(thread.checkpoint(), task, 0);
      results.add(done.with(commands.get(results.size())));
    }

    thread.settleResults(results);

    assertThatThread(thread).runs("c").holds(LOG, List.of("x", "y", "up"));
  }

  @Test
  void shouldAskNoRoutersWhenRoutesAreFoundAnewEither() {
    Graph around =
        graph()
            .routing(GotoRule.ADDITIVE)
            .subgraph("child", child)
            .node("b", logs())
            .node("c", asks("?"))
            .node("r", logs())
            .edge(START, "child")
            .edge("child", "b")
            .route("child", state -> "r", "r")
            .ends("child", "c")
            .build();
    EngineDriver thread = EngineDriver.of(around).begin(NOTHING);
    TaskResult.Completed told = (TaskResult.Completed) thread.result(thread.ready("x"));
    List<Route> c = List.of(Route.to("c"));
    thread.settleResults(
        List.of(told.with(new TaskResult.ParentCommand(List.of(), Routing.beside(c)))));
    assertThatThread(thread).runs("b", "c");
    thread.run();

    thread.edit(StateUpdate.of(COUNT, 1), null).run();

    assertThatThread(thread).waitsFor("c").holds(LOG, List.of("x"));
  }

  @Test
  void shouldAskTheRoutersAgainWhereTheHandlerOfASubgraphWentBesideThem() {
    Graph broken = graph().node("x", failsUntil(new AtomicBoolean())).edge(START, "x").build();
    Graph around =
        graph()
            .routing(GotoRule.ADDITIVE)
            .subgraph("child", broken)
            .node("mend", context -> Command.goTo("c"))
            .node("c", asks("?"))
            .node("r", asks("?"))
            .node("s", asks("?"))
            .onError("child", "mend")
            .edge(START, "child")
            .route("child", state -> state.find(COUNT).isPresent() ? "s" : "r", "r", "s")
            .ends("mend", "c")
            .build();
    EngineDriver thread = EngineDriver.of(around).input(NOTHING);
    assertThatThread(thread).waitsFor("c", "r");

    thread.edit(StateUpdate.of(COUNT, 1), null).run();

    assertThatThread(thread).isHaltedBefore("c", "s");
  }
}
