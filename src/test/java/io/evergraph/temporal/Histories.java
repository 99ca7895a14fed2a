package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads whose histories are kept or captured, to be replayed; named for what they hold. */
final class Histories {
  private Histories() {}

  /** All of them, the oldest first. */
  static List<Lives.Kept> all() {
    List<Lives.Kept> all = new ArrayList<>(oldest());
    all.addAll(LivesOfTrouble.all());
    all.addAll(LivesOfSteering.all());
    all.addAll(LivesOfLength.all());
    all.addAll(LivesOfRest.all());
    all.addAll(LivesOfWorkers.all());
    all.addAll(LivesOfChildren.all());
    return all;
  }

  private static List<Lives.Kept> oldest() {
    return List.of(
        new Lives.Kept(
            "closed-alone-fan-out-join-subgraph-local", List.of(fanOutGraph()), Histories::fanOut),
        new Lives.Kept(
            "open-two-questions-by-update-and-signal-one-ignored",
            List.of(Samples.twoQuestions(), Samples.approval()),
            Histories::questions),
        new Lives.Kept(
            "open-parked-retried-cancelled-continued-queued",
            List.of(troubled()),
            Histories::troubles));
  }

  private static Graph fanOutGraph() {
    Graph inner =
        Graph.builder("inner")
            .channels(Samples.LOG)
            .node("quick", Samples.log("quick"), Samples.LOCAL)
            .node("slow", Samples.log("slow"))
            .edge(START, "quick")
            .edge("quick", "slow")
            .build();
    return Graph.builder("fan_out")
        .channels(Samples.LOG, Samples.PART)
        .node("plan", Samples.log("plan"))
        .node(
            "work", context -> Command.update(Samples.LOG, "worked on " + context.state().values()))
        .node("beside", Samples.log("beside"))
        .subgraph("inner", inner)
        .node("end", Samples.log("end"))
        .edge(START, "plan")
        .routes(
            "plan",
            context ->
                List.of(
                    Route.send("work", StateUpdate.of(Samples.PART, 1)),
                    Route.send("work", StateUpdate.of(Samples.PART, 2))),
            "work")
        .edge("plan", "beside")
        .join(List.of("work", "beside"), "inner")
        .edge("inner", "end")
        .edge("end", END)
        .build();
  }

  private static void fanOut(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    RunHandle run =
        runtime.start(
            "fan_out",
            thread,
            StateUpdate.of(Samples.LOG, "input"),
            RunOptions.builder().alone().build());
    run.await(Lives.LONGEST);
  }

  private static void questions(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    runtime.create(thread, Map.of("customer", "Ada"));
    RunOptions options = RunOptions.defaults();
    runtime.start("approval", thread, StateUpdate.empty(), options).await(Lives.LONGEST);
    signal(runtime, thread, Map.of("value", Map.of("approved", "perhaps")));
    signal(runtime, thread, Map.of("value", Map.of("approved", true, "comment", "by signal")));
    Lives.awaitStatus(runtime, thread, ThreadStatus.IDLE);
    runtime
        .start("approval", thread, StateUpdate.empty(), RunOptions.defaults())
        .await(Lives.LONGEST);
    runtime
        .answer(thread, Answer.single(new Samples.Approval(false, "by update")))
        .await(Lives.LONGEST);
    runtime
        .start("approval", thread, StateUpdate.empty(), RunOptions.defaults())
        .await(Lives.LONGEST);
  }

  private static void signal(TemporalRuntime runtime, ThreadId thread, Object message) {
    runtime
        .connection()
        .client()
        .newUntypedWorkflowStub(thread.value(), Optional.empty(), Optional.empty())
        .signal("resume", message);
  }

  /** Fails three times, is then stuck until it is cancelled, and finishes when it runs again. */
  private static Graph troubled() {
    AtomicInteger runs = new AtomicInteger();
    return Graph.builder("troubled")
        .channels(Samples.LOG)
        .node("first", Samples.log("first"))
        .node(
            "second",
            context -> {
              int run = runs.incrementAndGet();
              if (run <= 3) {
                throw new IllegalStateException("no luck " + run);
              }
              if (run == 4) {
                new CountDownLatch(1).await();
              }
              return Command.update(Samples.LOG, "run " + run);
            },
            Samples.QUICK)
        .edge(START, "first")
        .edge("first", "second")
        .build();
  }

  private static void troubles(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    RunOptions options = RunOptions.defaults();
    runtime.start("troubled", thread, StateUpdate.empty(), options).await(Lives.LONGEST);
    RunHandle retried = runtime.answer(thread, Answer.retry());
    RunHandle queued =
        runtime.start("troubled", thread, StateUpdate.empty(), RunOptions.defaults());
    runtime.cancel(thread);
    retried.await(Lives.LONGEST);
    queued.await(Lives.LONGEST);
    runtime.editState(thread, null, StateUpdate.of(Samples.LOG, "edited"), "first");
    runtime.proceed(thread, "proceeding", null).await(Lives.LONGEST);
  }
}
