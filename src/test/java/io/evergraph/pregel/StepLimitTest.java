package io.evergraph.pregel;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepLimitTest {

  @Test
  void shouldFinishWhenTheGraphTakesExactlyItsLimit() {
    EngineDriver thread = EngineDriver.of(three().build()).with(limit(3)).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("1:2 false", "2:1 false", "3:0 true"));
  }

  @Test
  void shouldCountTheSameWhenARouterLeavesTheEntry() {
    NodeAction reports = remaining();
    Graph graph =
        graph()
            .node("a", reports)
            .node("b", reports)
            .node("c", reports)
            .routes(START, context -> List.of(Route.to("a")), "a")
            .edge("a", "b")
            .edge("b", "c")
            .build();

    EngineDriver thread = EngineDriver.of(graph).with(limit(3)).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("1:2 false", "2:1 false", "3:0 true"));
  }

  @Test
  void shouldStopAndNameTheNextNodesWhenTheLimitIsUsedUp() {
    EngineDriver thread = EngineDriver.of(three().build()).with(limit(2)).input(NOTHING);

    assertThatThread(thread).isOutOfSteps(2, "c").hasRun("a", "b");
  }

  @Test
  void shouldGoOnWhereItStoppedWhenContinued() {
    EngineDriver thread = EngineDriver.of(three().build()).with(limit(1)).input(NOTHING);

    thread.proceed(null);
    assertThatThread(thread).isOutOfSteps(1, "c").hasRun("a", "b");

    thread.proceed(5);
    assertThatThread(thread).isFinished().hasRun("a", "b", "c");
  }

  @Test
  void shouldUseTheLimitOfTheGraphWhenTheRunNamesNone() {
    Graph loop = graph().maxSteps(7).node("a", counts()).edge(START, "a").edge("a", "a").build();

    assertThatThread(EngineDriver.of(loop).input(NOTHING)).isOutOfSteps(7, "a").holds(COUNT, 7);
  }

  @Test
  void shouldCountAnewWhenAnAnswerBeginsARun() {
    Graph loop = graph().node("a", asks("more?")).edge(START, "a").edge("a", "a").build();
    EngineDriver thread = EngineDriver.of(loop).with(limit(2)).input(NOTHING);

    for (int round = 0; round < 5; round++) {
      thread.answer(Answer.single(round));
    }

    assertThatThread(thread).waitsFor("a").holds(LOG, List.of("a=0", "a=1", "a=2", "a=3", "a=4"));
  }

  @Test
  void shouldCountAnewInsideASubgraphWhenAnAnswerBeginsARun() {
    Graph chat = graph().node("a", asks("more?")).edge(START, "a").edge("a", "a").build();
    Graph parent = graph().subgraph("chat", chat).edge(START, "chat").build();
    EngineDriver thread = EngineDriver.of(parent).with(limit(2)).input(NOTHING);

    for (int round = 0; round < 5; round++) {
      thread.answer(Answer.single(round));
    }

    assertThatThread(thread).waitsFor("a");
  }

  @Test
  void shouldEndALoopInsideASubgraphWhenTheLimitIsUsedUp() {
    Graph child = graph().node("a", counts()).edge(START, "a").edge("a", "a").build();
    Graph parent = graph().subgraph("child", child).edge(START, "child").build();
    EngineDriver thread = EngineDriver.of(parent).with(limit(3)).input(NOTHING);
    assertThatThread(thread).isOutOfSteps(3, "child").hasRun("a", "a", "a");

    thread.proceed(null);

    assertThatThread(thread).isOutOfSteps(3, "child").hasRun("a", "a", "a", "a", "a", "a");
  }

  @Test
  void shouldLetOthersFinishWhenOneSubgraphIsOutOfSteps() {
    Graph endless = graph().node("a", logs()).edge(START, "a").edge("a", "a").build();
    Graph parent =
        graph()
            .subgraph("endless", endless)
            .node("slow", logs())
            .edge(START, "endless")
            .edge(START, "slow")
            .build();

    EngineDriver thread =
        EngineDriver.of(parent).completing(Completion.FORWARDS).with(limit(2)).input(NOTHING);

    assertThatThread(thread).isOutOfSteps(2, "endless", "slow").hasRun("a", "a", "slow");
  }

  @Test
  void shouldStartNothingBeyondTheLimitWhenASubgraphWithAnEntryRouterComesNext() {
    Graph child =
        graph().node("a", logs()).routes(START, context -> List.of(Route.to("a")), "a").build();
    Graph parent =
        graph()
            .node("first", logs())
            .subgraph("child", child)
            .node("beside", logs())
            .edge(START, "first")
            .edge("first", "child")
            .edge("first", "beside")
            .build();

    EngineDriver thread = EngineDriver.of(parent).with(limit(1)).input(NOTHING);

    assertThatThread(thread).isOutOfSteps(1, "beside", "child").hasRun("first");
  }

  @Test
  void shouldEndALoopOfEmptySubgraphsWhenNoTaskEverRuns() {
    Graph empty = graph().edge(START, END).build();
    Graph loop =
        graph().subgraph("empty", empty).edge(START, "empty").edge("empty", "empty").build();

    EngineDriver thread = EngineDriver.of(loop).with(limit(10)).input(NOTHING);

    assertThatThread(thread).isOutOfSteps(10, "empty");
    thread.proceed(20);
    assertThatThread(thread).isOutOfSteps(20, "empty");
  }

  private static RunSettings limit(int steps) {
    return RunSettings.of(steps, OnFailure.PARK);
  }

  private static GraphBuilder three() {
    return graph()
        .node("a", remaining())
        .node("b", remaining())
        .node("c", remaining())
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "c");
  }

  private static NodeAction remaining() {
    return context ->
        Command.update(
            LOG, context.step() + ":" + context.remainingSteps() + " " + context.lastStep());
  }
}
