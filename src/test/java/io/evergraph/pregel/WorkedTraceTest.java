package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * One long story: two siblings, of which one asks and one fails, beside a subgraph; the process
 * restarts in the middle; the answer comes before the retry.
 */
class WorkedTraceTest {
  private final AtomicBoolean repaired = new AtomicBoolean();

  @Test
  void shouldLoseNothingAndRepeatNothingWhenTheProcessRestartsAtEveryTurn() {
    EngineDriver thread = EngineDriver.of(siblingsBesideASubgraph()).begin(NOTHING);
    assertThatThread(thread).runs("ask", "fail", "inner1");

    thread.finish("ask");
    assertThatThread(thread).runs("fail", "inner1");

    thread = thread.restarted().finish("inner1", "fail");
    assertThatThread(thread).runs("inner2");

    thread = thread.restarted().run();
    assertThatThread(thread).isParkedAt("fail").hasRun("inner2").holds(LOG, List.of());
    Interrupt question = thread.question("ask");

    thread = thread.restarted().answer(Answer.to(question.id(), "yes"));
    assertThatThread(thread).isParkedAt("fail").hasRun("ask").holds(LOG, List.of());

    repaired.set(true);
    thread = thread.restarted().answer(Answer.retry());
    assertThatThread(thread)
        .isFinished()
        .hasRun("fail", "end")
        .holds(LOG, List.of("ask=yes", "fail", "inner1", "inner2", "end"));
  }

  @Test
  void shouldEndTheSameWhenTheRetryComesFirst() {
    EngineDriver thread =
        EngineDriver.of(siblingsBesideASubgraph())
            .completing(Completion.BACKWARDS)
            .input(NOTHING)
            .restarted();
    repaired.set(true);

    thread.answer(Answer.retry());
    assertThatThread(thread).waitsFor("ask");
    thread.answer(Answer.single("yes"));

    assertThatThread(thread)
        .isFinished()
        .holds(LOG, List.of("ask=yes", "fail", "inner1", "inner2", "end"));
  }

  @Test
  void shouldNumberEveryCommitOnceWhenSubgraphAndParentTakeTurns() {
    EngineDriver thread = EngineDriver.of(siblingsBesideASubgraph()).input(NOTHING);
    repaired.set(true);
    thread.answer(Answer.retry(), Answer.single("yes"));

    assertThat(thread.history())
        .extracting(Commit::number)
        .isEqualTo(List.of(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L));
    assertThat(thread.history())
        .filteredOn(commit -> commit.namespace().isEmpty())
        .extracting(Commit::parent)
        .isEqualTo(List.of(0L, 1L, 2L, 7L));
    assertThat(thread.history())
        .filteredOn(commit -> !commit.namespace().isEmpty())
        .extracting(Commit::parent)
        .isEqualTo(List.of(0L, 3L, 4L, 5L));
  }

  private Graph siblingsBesideASubgraph() {
    Graph child =
        graph()
            .node("inner1", logs())
            .node("inner2", logs())
            .edge(START, "inner1")
            .edge("inner1", "inner2")
            .build();
    return graph()
        .node("ask", asks("go on?"))
        .node("fail", failsUntil(repaired))
        .subgraph("sub", child)
        .node("end", logs())
        .edge(START, "ask")
        .edge(START, "fail")
        .edge(START, "sub")
        .join(List.of("ask", "fail", "sub"), "end")
        .build();
  }
}
