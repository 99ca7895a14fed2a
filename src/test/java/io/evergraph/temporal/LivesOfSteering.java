package io.evergraph.temporal;

import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Lives in which people pause, turn back and move on, and two shapes of graphs. */
final class LivesOfSteering {
  private static final int WIDTH = 250;

  private LivesOfSteering() {}

  static List<Lives.Kept> all() {
    return List.of(
        new Lives.Kept("open-breakpoints-pause-goto", List.of(stepping()), LivesOfSteering::steps),
        new Lives.Kept("open-forked-and-rolled-back", List.of(notes()), LivesOfSteering::branches),
        new Lives.Kept(
            "closed-deferred-after-waves-of-sends", List.of(wide()), LivesOfSteering::waves),
        new Lives.Kept(
            "open-migrated-while-a-question-waits",
            List.of(version("1"), version("2")),
            LivesOfSteering::migrates),
        new Lives.Kept(
            "open-subgraph-per-thread-with-nested-questions",
            List.of(diary()),
            LivesOfSteering::keepsDiary),
        new Lives.Kept(
            "open-eager-question-sends-fork", List.of(eager()), LivesOfSteering::hurries),
        new Lives.Kept(
            "open-two-turns-with-answers-and-a-fork",
            List.of(turning()),
            LivesOfSteering::takesTurns));
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(Samples.LOG);
  }

  private static GraphBuilder threeNodes(String name) {
    return graph(name)
        .node("a", Samples.log("a"))
        .node("b", Samples.log("b"))
        .node("c", Samples.log("c"))
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "c");
  }

  private static NodeAction asks(String version) {
    return context ->
        Command.update(Samples.LOG, version + " " + context.interrupt(Question.of("go on?")));
  }

  /** The last node does not end the first time. */
  private static Graph stepping() {
    AtomicInteger runs = new AtomicInteger();
    return graph("golden_stepping")
        .node("a", Samples.log("a"))
        .node("b", Samples.log("b"))
        .node(
            "c",
            context -> {
              if (runs.incrementAndGet() == 1) {
                new CountDownLatch(1).await();
              }
              return Command.update(Samples.LOG, "c");
            })
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "c")
        .breakpoints(Breakpoints.before("b"))
        .build();
  }

  private static void steps(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_stepping", thread);
    RunHandle stuck = runtime.proceed(thread, thread + "-over-b", null);
    Lives.awaitNext(runtime, thread, "c");
    runtime.pause(thread, PauseMode.CUT_TASKS_SHORT);
    stuck.await(Lives.LONGEST);
    runtime.proceed(thread, thread + "-on", null).await(Lives.LONGEST);
    Steering back = Steering.goTo("b").with(StateUpdate.of(Samples.LOG, "back"));
    runtime.resume(thread, thread + "-back", List.of(), back).await(Lives.LONGEST);
    Breakpoints everywhere = Breakpoints.after(Breakpoints.ALL);
    RunOptions stepwise = RunOptions.builder().breakpoints(everywhere).build();
    runtime.start("golden_stepping", thread, StateUpdate.empty(), stepwise).await(Lives.LONGEST);
    Steering on = Steering.NONE.withBreakpoints(everywhere);
    runtime.resume(thread, thread + "-last", List.of(), on).await(Lives.LONGEST);
  }

  /** One branch asks while the other sends; a node is triggered again while it runs. */
  private static Graph eager() {
    return graph("golden_eager")
        .channels(Samples.PART)
        .execution(Execution.EAGER)
        .node("ask", asks("eager"))
        .node("plan", Samples.log("plan"))
        .node("work", context -> Command.update(Samples.LOG, "on " + context.state().values()))
        .node("after", Samples.log("after"))
        .node("end", Samples.log("end"))
        .edge(START, "ask")
        .edge(START, "plan")
        .routes(
            "plan",
            context ->
                List.of(
                    Route.send("work", StateUpdate.of(Samples.PART, 1)),
                    Route.send("work", StateUpdate.of(Samples.PART, 2))),
            "work")
        .edge("work", "after")
        .join(List.of("ask", "after"), "end")
        .build();
  }

  private static void hurries(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_eager", thread);
    runtime.answer(thread, Answer.single("yes")).await(Lives.LONGEST);
    long afterPlan =
        runtime.history(thread, HistoryQuery.all()).stream()
            .filter(entry -> entry.snapshot().next().equals(List.of("ask", "work", "work")))
            .mapToLong(entry -> entry.snapshot().checkpoint())
            .min()
            .orElseThrow();
    runtime.fork(thread, Fork.of(afterPlan));
    runtime.proceed(thread, thread + "-fork", null).await(Lives.LONGEST);
    runtime.answer(thread, Answer.single("again")).await(Lives.LONGEST);
  }

  private static Graph turning() {
    return graph("golden_turns")
        .node("ask", asks("turn"))
        .node("end", Samples.log("end"))
        .edge(START, "ask")
        .edge("ask", "end")
        .build();
  }

  private static void takesTurns(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    long asked = Lives.start(runtime, "golden_turns", thread).snapshot().checkpoint();
    runtime.answer(thread, Answer.single("first")).await(Lives.LONGEST);
    Lives.start(runtime, "golden_turns", thread);
    runtime.answer(thread, Answer.single("second")).await(Lives.LONGEST);
    runtime.fork(thread, Fork.of(asked));
    runtime.proceed(thread, thread + "-fork", null).await(Lives.LONGEST);
    runtime.answer(thread, Answer.single("third")).await(Lives.LONGEST);
  }

  private static Graph notes() {
    return threeNodes("golden_notes").build();
  }

  private static void branches(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_notes", thread);
    long afterA =
        runtime.history(thread, HistoryQuery.all()).stream()
            .mapToLong(entry -> entry.snapshot().checkpoint())
            .sorted()
            .skip(2)
            .findFirst()
            .orElseThrow();
    runtime.fork(thread, Fork.of(afterA));
    runtime.proceed(thread, thread + "-branch", null).await(Lives.LONGEST);
    runtime.rollback(thread, afterA);
    runtime.proceed(thread, thread + "-again", null).await(Lives.LONGEST);
  }

  /** More sends than may run at once, some with a timeout of their own; one node waits for all. */
  private static Graph wide() {
    return graph("golden_wide")
        .channels(Samples.PART)
        .node("plan", context -> Command.none())
        .node("work", Samples.log("w"))
        .node("sum", context -> Command.update(Samples.LOG, "end"))
        .edge(START, "plan")
        .routes("plan", context -> sends(), "work")
        .edge("work", "sum")
        .defer("sum")
        .build();
  }

  private static List<Route> sends() {
    return IntStream.range(0, WIDTH)
        .mapToObj(
            part -> {
              StateUpdate input = StateUpdate.of(Samples.PART, part);
              return part % 100 == 0
                  ? Route.send("work", input, Duration.ofSeconds(30))
                  : Route.send("work", input);
            })
        .toList();
  }

  private static void waves(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.startAlone(runtime, "golden_wide", thread);
  }

  private static Graph version(String version) {
    GraphBuilder builder =
        graph("golden_versions")
            .version(version)
            .node("ask", asks(version))
            .node("end", Samples.log("end of " + version))
            .edge(START, "ask");
    return version.equals("1")
        ? builder.edge("ask", "end").build()
        : builder.node("more", Samples.log("more")).edge("ask", "more").edge("more", "end").build();
  }

  private static void migrates(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_versions", thread);
    runtime.migrate(thread, "1");
    runtime.answer(thread, Answer.single("yes")).await(Lives.LONGEST);
    Lives.start(runtime, "golden_versions", thread);
    runtime.migrate(thread, "2");
    runtime.answer(thread, Answer.single("again")).await(Lives.LONGEST);
  }

  private static Graph diary() {
    Graph child =
        graph("golden_diary")
            .node("write", context -> page(context.state().get(Samples.LOG).size()))
            .node("ask", asks("diary"))
            .edge(START, "write")
            .edge("write", "ask")
            .build();
    return graph("golden_keeper")
        .subgraph("child", child, Embedding.perThread())
        .edge(START, "child")
        .build();
  }

  private static Command page(int number) {
    return Command.update(Samples.LOG, "page " + number);
  }

  private static void keepsDiary(TemporalRuntime runtime, ThreadId thread) throws TimeoutException {
    Lives.start(runtime, "golden_keeper", thread);
    runtime.answer(thread, Answer.single("first")).await(Lives.LONGEST);
    Lives.start(runtime, "golden_keeper", thread);
    runtime.answer(thread, Answer.single("second")).await(Lives.LONGEST);
    Lives.start(runtime, "golden_keeper", thread);
  }
}
