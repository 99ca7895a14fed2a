package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.CHOICE;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandlerTest {
  private final AtomicBoolean repaired = new AtomicBoolean();
  private final List<NodeFailure> seen = new ArrayList<>();

  private NodeAction mends() {
    return context -> {
      seen.add(context.failure().orElseThrow());
      return Command.update(LOG, context.node());
    };
  }

  private GraphBuilder broken() {
    return graph()
        .node("a", failsUntil(repaired))
        .node("b", logs())
        .edge(START, "a")
        .edge("a", "b");
  }

  @Test
  void shouldTakeThePlaceOfTheFailedNodeAndFollowItsEdges() {
    EngineDriver thread =
        EngineDriver.of(broken().node("mend", mends()).onError("a", "mend").build()).input(NOTHING);

    assertThatThread(thread).isFinished().hasRun("a", "mend", "b").holds(LOG, List.of("mend", "b"));
    assertThat(seen)
        .containsExactly(
            new NodeFailure("a", "java.lang.IllegalStateException", "broken", Map.of(), 1));
    assertThat(thread.history()).extracting(Commit::step).containsExactly(-1, 0, 1, 2);
  }

  @Test
  void shouldForkWhereOneHandlerAsksForTwoNodes() {
    Graph pair =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", failsUntil(repaired))
            .node("mend", asks("how?"))
            .edge(START, "a")
            .edge(START, "b")
            .onError("mend")
            .build();
    EngineDriver thread = EngineDriver.of(pair).input(NOTHING);
    thread.edit(StateUpdate.of(COUNT, 1), null);

    thread.fork(thread.checkpoint().root().checkpoint(), Input.Fork.Branch.CHILD);

    assertThat(thread.checkpoint().root().plan().tasks())
        .extracting(PlannedTask::task)
        .extracting(Task::node)
        .containsExactly("mend", "mend");
    assertThat(thread.run().questions()).extracting(Interrupt::id).doesNotHaveDuplicates();
  }

  @Test
  void shouldAskTheRoutersOfTheFailedNode() {
    Graph routed =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", logs())
            .node("c", logs())
            .node("mend", context -> Command.update(CHOICE, "c"))
            .edge(START, "a")
            .route("a", state -> state.get(CHOICE), "b", "c")
            .onError("mend")
            .build();

    assertThatThread(EngineDriver.of(routed).input(NOTHING)).isFinished().hasRun("a", "mend", "c");
  }

  @Test
  void shouldCountAsTheFailedNodeAtAJoin() {
    Graph joined =
        graph()
            .node("a", failsUntil(repaired))
            .node("b", logs())
            .node("end", logs())
            .node("mend", mends())
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "end")
            .onError("mend")
            .build();

    assertThatThread(EngineDriver.of(joined).input(NOTHING))
        .isFinished()
        .holds(LOG, List.of("mend", "b", "end"));
  }

  /** A handler stands where the node stands that failed, whatever its own name and trigger. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldKeepAHandlerInThePlaceOfItsNodeWhenRoutesAreFoundAnew(boolean sent) {
    List<Route> routes =
        List.of(
            Route.to("a"),
            sent ? Route.send("c", NOTHING) : Route.to("c"),
            sent ? Route.send("b", NOTHING) : Route.to("b"));
    Graph graph =
        graph()
            .node("a", asks("q"))
            .node("b", failsUntil(repaired))
            .node("c", asks("q"))
            .node("mend", logs())
            .onError("b", "mend")
            .routes(START, context -> routes, "a", "b", "c")
            .build();
    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);
    List<String> before = thread.checkpoint().root().plan().nodes();

    thread.edit(NOTHING, null).run();

    assertThat(thread.checkpoint().root().plan().nodes()).isEqualTo(before);
  }

  @Test
  void shouldParkAtTheHandlerWhenThatFailsToo() {
    AtomicBoolean doctor = new AtomicBoolean();
    EngineDriver thread =
        EngineDriver.of(broken().node("mend", failsUntil(doctor)).onError("a", "mend").build())
            .input(NOTHING);
    assertThatThread(thread).isParkedAt("mend");
    doctor.set(true);

    assertThatThread(thread.answer(Answer.retry())).isFinished().hasRun("a", "mend", "mend", "b");
  }

  @Test
  void shouldHandleASubgraphAsAWholeAndDropWhatRunsInIt() {
    Graph child =
        graph()
            .node("x", failsUntil(repaired))
            .node("y", logs())
            .edge(START, "x")
            .edge(START, "y")
            .build();
    Graph graph =
        graph()
            .subgraph("child", child)
            .node("b", logs())
            .node("mend", mends())
            .onError("child", "mend")
            .edge(START, "child")
            .edge("child", "b")
            .build();
    EngineDriver thread = EngineDriver.of(graph).begin(NOTHING).finish("x");

    assertThatThread(thread).runs("mend");
    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys("");
    assertThatThread(thread.run()).isFinished().holds(LOG, List.of("mend", "b"));
    assertThat(seen).extracting(NodeFailure::node).containsExactly("child");
  }

  @Test
  void shouldLetASubgraphThatKeepsItsStateRestWhenItIsHandled() {
    Graph child =
        graph()
            .node("x", counts())
            .node("y", failsUntil(repaired))
            .edge(START, "x")
            .edge("x", "y")
            .build();
    Graph graph =
        Graph.builder("g")
            .channels(LOG)
            .subgraph("kept", child, Embedding.perThread())
            .node("mend", mends())
            .onError("mend")
            .edge(START, "kept")
            .build();

    EngineDriver thread = EngineDriver.of(graph).input(NOTHING);

    assertThatThread(thread).isFinished().holds(LOG, List.of("mend"));
    Frame kept = thread.checkpoint().frame("kept").orElseThrow();
    assertThat(kept.isCalled()).isFalse();
    assertThat(kept.plan().isEmpty()).isTrue();
    assertThat(kept.state().get(COUNT)).isEqualTo(1);
  }

  @Test
  void shouldPreferTheHandlerInsideTheSubgraph() {
    Graph child =
        graph()
            .node("x", failsUntil(repaired))
            .node("inner", mends())
            .onError("inner")
            .edge(START, "x")
            .build();
    Graph graph =
        graph()
            .subgraph("child", child)
            .node("outer", mends())
            .onError("outer")
            .edge(START, "child")
            .build();

    assertThatThread(EngineDriver.of(graph).input(NOTHING))
        .isFinished()
        .holds(LOG, List.of("inner"));
  }

  @Test
  void shouldHandleAFailingEntryRouterOfASubgraphAsTheSubgraph() {
    Graph child =
        graph()
            .node("x", logs())
            .route(
                START,
                state -> {
                  throw new IllegalStateException("lost");
                },
                "x")
            .build();
    Graph graph =
        graph()
            .subgraph("child", child)
            .node("mend", mends())
            .onError("mend")
            .edge(START, "child")
            .build();

    assertThatThread(EngineDriver.of(graph).input(NOTHING))
        .isFinished()
        .holds(LOG, List.of("mend"));
    assertThat(seen).extracting(NodeFailure::message).containsExactly("lost");
  }
}
