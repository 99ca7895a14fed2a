package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.UnknownNodeException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How runs pause at breakpoints, and go on. */
class BreakpointContract extends RuntimeContract {

  private static GraphBuilder abc(String name) {
    return Graph.builder(name)
        .channels(LOG, VALUE)
        .node("a", log("a"))
        .node("b", log("b"))
        .node("c", log("c"))
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "c");
  }

  private RunResult proceed() {
    return proceed(Steering.NONE);
  }

  private RunResult proceed(Steering steering) {
    return await(
        runtime().resume(thread(), thread() + "-" + System.nanoTime(), List.of(), steering));
  }

  @Test
  void shouldPauseBeforeANodeAndGoOn() {
    Graph graph = abc("before_b").breakpoints(Breakpoints.before("b")).build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult paused = script.start(runtime, graph, StateUpdate.empty());
              assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
              assertThat(paused.snapshot().status()).isEqualTo(ThreadStatus.INTERRUPTED);
              assertThat(paused.snapshot().next()).containsExactly("b");
              assertThat(paused.interrupts()).isEmpty();
              assertThat(paused.state().get(LOG)).containsExactly("a");
              return script.proceed(runtime, 9);
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldPauseAfterANodeWithItsWritesInPlace() {
    Graph graph = abc("after_b").breakpoints(Breakpoints.after("b")).build();

    RunResult paused = start(graph, StateUpdate.empty());

    assertThat(paused.state().get(LOG)).containsExactly("a", "b");
    assertThat(paused.snapshot().next()).containsExactly("c");
    assertThat(proceed().state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldPauseAtEveryNodeWhenTheRunSaysSo() {
    Graph graph = abc("everywhere").build();
    RunOptions.Builder stepwise =
        RunOptions.builder().breakpoints(Breakpoints.before(Breakpoints.ALL));

    assertThat(start(graph, StateUpdate.empty(), stepwise).state().get(LOG)).isEmpty();
    Steering on = Steering.NONE.withBreakpoints(Breakpoints.before(Breakpoints.ALL));
    assertThat(proceed(on).state().get(LOG)).containsExactly("a");
    assertThat(proceed(on).state().get(LOG)).containsExactly("a", "b");
    RunResult last = proceed(on);

    assertThat(last.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(last.state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldPauseAfterTheLastNodeToo() {
    Graph graph = abc("after_c").breakpoints(Breakpoints.after("c")).build();

    RunResult paused = start(graph, StateUpdate.empty());

    assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
    assertThat(paused.snapshot().next()).isEmpty();
    assertThat(proceed().status()).isEqualTo(RunStatus.FINISHED);
    assertThat(proceed().status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldEndTheBreakpointsOfARunWithItAndKeepThoseOfItsGraph() {
    Graph graph = abc("gated").breakpoints(Breakpoints.before("c")).build();

    RunResult paused =
        start(
            graph, StateUpdate.empty(), RunOptions.builder().breakpoints(Breakpoints.before("b")));

    assertThat(paused.snapshot().next()).containsExactly("b");
    RunResult gate = proceed(Steering.NONE.withBreakpoints(Breakpoints.NONE));
    assertThat(gate.status()).isEqualTo(RunStatus.PAUSED);
    assertThat(gate.snapshot().next()).containsExactly("c");
    assertThat(proceed().status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldRefuseABreakpointAtANodeThatIsNotThere() {
    Graph graph = abc("unknown").build();

    assertThatThrownBy(
            () ->
                start(
                    graph,
                    StateUpdate.empty(),
                    RunOptions.builder().breakpoints(Breakpoints.before("q"))))
        .isInstanceOf(UnknownNodeException.class)
        .hasMessageContainingAll("'q'", graph.spec().nodeNames().toString())
        .hasMessageNotContaining("Deploy");
  }

  @Test
  void shouldPauseBeforeAWholeSuperstepWhenOneMemberHasABreakpoint() {
    Graph graph =
        Graph.builder("parallel_break")
            .channels(LOG)
            .node("x", log("x"))
            .node("y", log("y"))
            .node("z", log("z"))
            .edge(START, "x")
            .edge(START, "y")
            .join(List.of("x", "y"), "z")
            .breakpoints(Breakpoints.before("x"))
            .build();

    RunResult paused = start(graph, StateUpdate.empty());

    assertThat(paused.snapshot().next()).containsExactly("x", "y");
    assertThat(paused.state().get(LOG)).isEmpty();
    assertThat(proceed().state().get(LOG)).containsExactly("x", "y", "z");
  }

  private static Graph routed(Breakpoints breakpoints) {
    return Graph.builder("routed" + breakpoints.before() + breakpoints.after())
        .channels(LOG, VALUE)
        .node("a", log("a"))
        .node("b", log("b"))
        .node("c", log("c"))
        .node("d", log("d"))
        .edge(START, "a")
        .edge("a", "b")
        .route("b", state -> state.find(VALUE).orElse("d"), "c", "d")
        .edge("c", END)
        .breakpoints(breakpoints)
        .build();
  }

  @Test
  void shouldFindTheRoutesAnewWhenTheStateIsEditedAfterANode() {
    RunResult paused = start(routed(Breakpoints.after("b")), StateUpdate.empty());
    assertThat(paused.snapshot().next()).containsExactly("d");

    for (String target : List.of("c", "d", "c")) {
      runtime().editState(thread(), null, StateUpdate.of(VALUE, target), null);
      assertThat(runtime().snapshot(thread()).next()).containsExactly(target);
    }
    RunResult result = proceed();

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldFindTheRoutesAnewWhenTheStateIsEditedBeforeANode() {
    start(routed(Breakpoints.before("d")), StateUpdate.empty());

    runtime().editState(thread(), null, StateUpdate.of(VALUE, "c"), null);

    assertThat(proceed().state().get(LOG)).containsExactly("a", "b", "c");
  }

  private static Graph outer(Graph inner, Breakpoints breakpoints) {
    return Graph.builder("outer" + breakpoints.before() + breakpoints.after() + inner.name())
        .channels(LOG, VALUE)
        .node("first", log("first"))
        .subgraph("inner", inner)
        .node("last", log("last"))
        .edge(START, "first")
        .edge("first", "inner")
        .edge("inner", "last")
        .breakpoints(breakpoints)
        .build();
  }

  @Test
  void shouldPauseInsideASubgraphByItsPath() {
    Graph graph = outer(abc("child").build(), Breakpoints.before("inner/b"));

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult paused = script.start(runtime, graph, StateUpdate.empty());
              assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
              assertThat(paused.snapshot().next()).containsExactly("inner");
              return script.proceed(runtime, 9);
            });

    assertThat(result.state().get(LOG)).containsExactly("first", "a", "b", "c", "last");
  }

  @Test
  void shouldPauseWhereTheSubgraphItselfSaysEvenAfterItsLastNode() {
    Graph inner = abc("pausing_child").breakpoints(Breakpoints.after("c")).build();
    Graph graph = outer(inner, Breakpoints.NONE);

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult paused = script.start(runtime, graph, StateUpdate.empty());
              assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
              return script.proceed(runtime, 9);
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("first", "a", "b", "c", "last");
  }

  @Test
  void shouldEnterASubgraphWithWhatWasEditedBeforeIt() {
    Graph inner =
        Graph.builder("reader")
            .channels(LOG, VALUE)
            .node(
                "read",
                context ->
                    Command.update(LOG, "read " + context.state().find(VALUE).orElse("nothing")))
            .edge(START, "read")
            .build();
    start(outer(inner, Breakpoints.before("inner")), StateUpdate.empty());

    runtime().editState(thread(), null, StateUpdate.of(VALUE, "the edit"), null);

    assertThat(proceed().state().get(LOG)).containsExactly("first", "read the edit", "last");
  }

  @Test
  void shouldPauseBeforeSentTasksAndRunEachOnce() {
    Graph graph =
        Graph.builder("sent_break")
            .channels(LOG, VALUE)
            .node("plan", log("plan"))
            .node("work", context -> Command.update(LOG, "work " + context.state().get(VALUE)))
            .edge(START, "plan")
            .routes(
                "plan",
                context ->
                    List.of(
                        Route.send("work", StateUpdate.of(VALUE, "1")),
                        Route.send("work", StateUpdate.of(VALUE, "2"))),
                "work")
            .breakpoints(Breakpoints.before("work"))
            .build();

    RunResult paused = start(graph, StateUpdate.empty());

    assertThat(paused.snapshot().next()).containsExactly("work", "work");
    assertThat(runtime().history(thread(), HistoryQuery.all()).get(0).snapshot().next())
        .containsExactly("work", "work");
    assertThat(paused.snapshot().tasks()).hasSize(2);
    assertThat(proceed().state().get(LOG)).containsExactly("plan", "work 1", "work 2");
  }

  @Test
  void shouldTellThePauseInItsEvents() {
    start(abc("told").breakpoints(Breakpoints.before("c")).build(), StateUpdate.empty());

    List<RunEvent> events = runtime().events(thread(), 1);

    assertThat(events.get(events.size() - 1))
        .isInstanceOfSatisfying(
            RunEvent.RunPaused.class,
            paused -> {
              assertThat(paused.cause()).isEqualTo(RunEvent.Pause.BREAKPOINT);
              assertThat(paused.next()).containsExactly("c");
            });
  }
}
