package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Question;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Lives in which something fails, is late, loses or is called off. */
final class LivesOfTrouble {
  private static final NodePolicy ADAPTIVE = Samples.QUICK.toBuilder().adaptive().build();
  private static final NodeAction FAILS =
      context -> {
        throw new IllegalStateException("never");
      };
  private static final NodeAction STUCK =
      context -> {
        new CountDownLatch(1).await();
        return Command.none();
      };

  private LivesOfTrouble() {}

  static List<Lives.Kept> all() {
    return List.of(
        new Lives.Kept("closed-alone-failed", List.of(failing()), LivesOfTrouble::failed),
        new Lives.Kept(
            "open-expiry-timers-fired-and-cancelled",
            List.of(expiring()),
            LivesOfTrouble::expiries),
        new Lives.Kept("open-races-losers-cancelled", List.of(racing()), LivesOfTrouble::races),
        new Lives.Kept(
            "open-failures-handled-skipped-edited", List.of(mended()), LivesOfTrouble::mending),
        new Lives.Kept(
            "open-run-cancelled-and-rolled-back", List.of(stopping()), LivesOfTrouble::rolledBack),
        new Lives.Kept(
            "open-adaptive-turned-local-and-fallen-back",
            List.of(adapting()),
            LivesOfTrouble::adapts));
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(Samples.LOG);
  }

  private static Graph failing() {
    return graph("golden_failing")
        .node("first", Samples.log("first"))
        .node("bad", FAILS, Samples.QUICK)
        .edge(START, "first")
        .edge("first", "bad")
        .build();
  }

  private static void failed(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    RunOptions options = RunOptions.builder().alone().onFailure(OnFailure.FAIL).build();
    runtime.start("golden_failing", thread, StateUpdate.empty(), options).await(Lives.LONGEST);
  }

  /** Asks three times: nobody answers the first, somebody the second, the third is open. */
  private static Graph expiring() {
    return graph("golden_expiring")
        .node("soon", asks(Duration.ofMillis(300)))
        .node("late", asks(Duration.ofHours(1)))
        .node("later", asks(Duration.ofDays(365)))
        .edge(START, "soon")
        .edge("soon", "late")
        .edge("late", "later")
        .build();
  }

  private static NodeAction asks(Duration wait) {
    return context ->
        Command.update(
            Samples.LOG,
            "" + context.interrupt(Question.of("?").expiresAfter(wait).otherwise("nobody")));
  }

  private static void expiries(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_expiring", thread);
    Lives.awaitAsked(runtime, thread, "late");
    runtime.answer(thread, Answer.single("in time")).await(Lives.LONGEST);
    Lives.awaitAsked(runtime, thread, "later");
  }

  /** A quick branch against a stuck one, then two people who are asked. */
  private static Graph racing() {
    return graph("golden_racing")
        .node("fast", Samples.log("fast"))
        .node("stuck", STUCK)
        .node("meet", Samples.log("meet"))
        .node("boss", asks(Duration.ofHours(2)))
        .node("deputy", asks(Duration.ofHours(1)))
        .node("end", Samples.log("end"))
        .edge(START, "fast")
        .edge(START, "stuck")
        .join(List.of("fast", "stuck"), "meet", JoinRule.any())
        .edge("meet", "boss")
        .edge("meet", "deputy")
        .join(List.of("boss", "deputy"), "end", JoinRule.any())
        .build();
  }

  private static void races(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_racing", thread);
    String deputy = Lives.awaitAsked(runtime, thread, "deputy");
    runtime.answer(thread, Answer.to(deputy, "yes")).await(Lives.LONGEST);
  }

  /** One failure goes to a handler; of two others one is skipped, one run with other values. */
  private static Graph mended() {
    return graph("golden_mended")
        .node("handled", FAILS, Samples.QUICK)
        .node("rescue", Samples.log("rescued"))
        .node("skipped", FAILS, Samples.QUICK)
        .node("edited", LivesOfTrouble::paid, Samples.QUICK)
        .node("end", Samples.log("end"))
        .edge(START, "handled")
        .onError("handled", "rescue")
        .edge("handled", "skipped")
        .edge("skipped", "edited")
        .edge("edited", "end")
        .build();
  }

  private static Command paid(NodeContext context) {
    List<String> log = context.state().get(Samples.LOG);
    if (!log.contains("credit")) {
      throw new IllegalStateException("no credit in " + log);
    }
    return Command.update(Samples.LOG, "paid");
  }

  private static void mending(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_mended", thread);
    runtime
        .answer(thread, Answer.skip(StateUpdate.of(Samples.LOG, "skipped")))
        .await(Lives.LONGEST);
    runtime.answer(thread, Answer.edit(StateUpdate.of(Samples.LOG, "credit"))).await(Lives.LONGEST);
  }

  private static Graph stopping() {
    return graph("golden_stopping")
        .node("first", Samples.log("first"))
        .node(
            "second",
            context ->
                context.state().get(Samples.LOG).size() > 2
                    ? STUCK.run(context)
                    : Command.update(Samples.LOG, "second"))
        .edge(START, "first")
        .edge("first", "second")
        .build();
  }

  /** The second run does not end, and is taken back. */
  private static void rolledBack(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_stopping", thread);
    RunHandle stuck =
        runtime.start("golden_stopping", thread, StateUpdate.empty(), RunOptions.defaults());
    Lives.awaitNext(runtime, thread, "second");
    runtime.cancel(thread, OnCancel.ROLLBACK);
    stuck.await(Lives.LONGEST);
    Lives.awaitStatus(runtime, thread, ThreadStatus.IDLE);
  }

  /** Quick at first, then too slow for a local task once, then quick again. */
  private static Graph adapting() {
    AtomicInteger waits = new AtomicInteger();
    return Graph.builder("golden_adapting")
        .channels(Samples.COUNT)
        .node(
            "count",
            context -> {
              int next = context.state().find(Samples.COUNT).orElse(0) + 1;
              if (next == 8 && waits.getAndIncrement() == 0) {
                throw new IllegalStateException("not here");
              }
              return Command.update(Samples.COUNT, next);
            },
            ADAPTIVE)
        .edge(START, "count")
        .route("count", state -> state.get(Samples.COUNT) < 10 ? "count" : END, "count", END)
        .build();
  }

  private static void adapts(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_adapting", thread);
  }
}
