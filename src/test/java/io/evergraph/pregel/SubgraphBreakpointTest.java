package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.BreakpointTest.assertStands;
import static io.evergraph.pregel.BreakpointTest.started;
import static io.evergraph.pregel.BreakpointTest.stopping;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Graph;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SubgraphBreakpointTest {
  private Graph nested() {
    Graph child =
        graph().node("x", logs()).node("y", logs()).edge(START, "x").edge("x", "y").build();
    return graph()
        .subgraph("child", child)
        .node("b", logs())
        .edge(START, "child")
        .edge("child", "b")
        .build();
  }

  @Test
  void shouldStandInsideASubgraph() {
    EngineDriver thread = started(nested(), Breakpoints.before("child/y"));

    assertStands(thread, List.of("child/y"), List.of(), "child");
    assertThatThread(thread.proceed(null)).isFinished().hasRun("x", "y", "b");
  }

  @Test
  void shouldStandAfterTheLastNodeOfASubgraph() {
    EngineDriver thread = started(nested(), Breakpoints.after("child/y"));
    long standing = thread.checkpoint().number();

    assertStands(thread, List.of(), List.of("child/y"), "child");
    assertThatThread(thread.proceed(null))
        .isFinished()
        .hasRun("x", "y", "b")
        .holds(LOG, List.of("x", "y", "b"));
    assertThat(thread.commit(standing + 1).source()).isEqualTo(Source.LOOP);
    assertThat(thread.commit(standing + 1).ended()).isNotNull();
    assertThat(thread.commit(standing + 1).step()).isEqualTo(thread.commit(standing).step());
    assertThat(thread.history())
        .extracting(Commit::number)
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, thread.checkpoint().number()).boxed().toList());
    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys("");
  }

  @Test
  void shouldStandBeforeASubgraphAndOpenItLater() {
    EngineDriver thread = started(nested(), Breakpoints.before("child"));

    assertStands(thread, List.of("child"), List.of(), "child");
    assertThat(thread.checkpoint().frames().byNamespace()).containsOnlyKeys("");
    assertThatThread(thread.proceed(null)).isFinished().hasRun("x", "y", "b");
  }

  @Test
  void shouldTakeTheBreakpointsOfTheSubgraphItself() {
    Graph child =
        graph().node("x", logs()).edge(START, "x").breakpoints(Breakpoints.before("x")).build();
    Graph outer = graph().subgraph("child", child).edge(START, "child").build();

    EngineDriver thread = EngineDriver.of(outer).input(NOTHING);

    assertStands(thread, List.of("child/x"), List.of(), "child");
    assertThatThread(thread.proceed(null)).isFinished().hasRun("x");
  }

  @Test
  void shouldKeepAnEditedSubgraphStandingAndHandUpWhatWasEdited() {
    EngineDriver thread = started(nested(), Breakpoints.before("child/y"));
    String inner =
        thread.checkpoint().frames().byNamespace().keySet().stream()
            .filter(name -> !name.isEmpty())
            .findFirst()
            .orElseThrow();

    thread.edit(inner, StateUpdate.of(LOG, "edit"), null);

    assertStands(thread, List.of("child/y"), List.of(), "child");
    assertThatThread(thread.proceed(null)).isFinished().holds(LOG, List.of("x", "edit", "y", "b"));
  }

  @Test
  void shouldLetOthersRunWhileASubgraphStands() {
    Graph child = graph().node("x", logs()).edge(START, "x").build();
    Graph two =
        graph()
            .subgraph("child", child)
            .node("b", logs())
            .edge(START, "child")
            .edge(START, "b")
            .build();

    EngineDriver thread =
        EngineDriver.of(two).with(stopping(Breakpoints.before("child/x"))).begin(NOTHING);

    assertThatThread(thread).runs("b");
    assertStands(thread.run(), List.of("child/x"), List.of(), "b", "child");
  }
}
