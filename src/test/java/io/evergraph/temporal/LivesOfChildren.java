package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.thread.ChildReport;
import io.evergraph.temporal.protocol.ExecutionLimits;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Lives of threads that work for others, and of those they work for. */
final class LivesOfChildren {
  private LivesOfChildren() {}

  static List<Lives.Kept> all() {
    return List.of(
        new Lives.Kept(
            "open-children-answered-both-ways-and-abandoned",
            List.of(calling()),
            LivesOfChildren::calls),
        new Lives.Kept(
            "closed-child-that-reports-and-is-called",
            List.of(calling()),
            LivesOfChildren::calls,
            ExecutionLimits.USUAL,
            Lives.Which.CHILD),
        new Lives.Kept(
            "closed-child-that-is-between-two-threads",
            List.of(deeper()),
            LivesOfChildren::callsDeeper,
            ExecutionLimits.USUAL,
            Lives.Which.CHILD));
  }

  private static Graph called() {
    return Graph.builder("golden_called")
        .channels(Samples.LOG)
        .node("first", Samples.log("first"))
        .node(
            "ask",
            context -> Command.update(Samples.LOG, "" + context.interrupt(Question.of("Well?"))))
        .node("last", Samples.log("last"))
        .edge(START, "first")
        .edge("first", "ask")
        .edge("ask", "last")
        .build();
  }

  private static Graph calling() {
    return around("golden_calling", called());
  }

  private static Graph deeper() {
    return around("golden_deeper", calling());
  }

  private static Graph around(String name, Graph inner) {
    return Graph.builder(name)
        .channels(Samples.LOG)
        .node("before", Samples.log("before"))
        .subgraph("child", inner, Embedding.ownThread())
        .node("after", Samples.log("after"))
        .edge(START, "before")
        .edge("before", "child")
        .edge("child", "after")
        .build();
  }

  /** The first child is answered through its caller, the second by itself, the third by nobody. */
  private static void calls(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    RunResult first = Lives.start(runtime, "golden_calling", thread);
    RunResult unused =
        runtime
            .answer(thread, Answer.to(first.interrupts().get(0).id(), "through"))
            .await(Lives.LONGEST);
    RunResult second = Lives.start(runtime, "golden_calling", thread);
    ThreadId child = ThreadId.ofChild(thread, second.interrupts().get(0).taskId());
    RunResult inside =
        runtime
            .answer(child, Answer.to(second.interrupts().get(0).id(), "directly"))
            .await(Lives.LONGEST);
    Lives.awaitStatus(runtime, thread, ThreadStatus.IDLE);
    RunResult third = Lives.start(runtime, "golden_calling", thread);
    RunResult fourth = Lives.start(runtime, "golden_calling", thread);
  }

  /** The child's child is answered by itself. */
  private static void callsDeeper(TemporalRuntime runtime, ThreadId thread)
      throws TimeoutException {
    Interrupt asked = Lives.start(runtime, "golden_deeper", thread).interrupts().get(0);
    ThreadId deep = ThreadId.of(String.valueOf(asked.metadata().get(ChildReport.CHILD_THREAD)));
    RunResult inside = runtime.answer(deep, Answer.to(asked.id(), "directly")).await(Lives.LONGEST);
    Lives.awaitStatus(runtime, thread, ThreadStatus.IDLE);
  }
}
