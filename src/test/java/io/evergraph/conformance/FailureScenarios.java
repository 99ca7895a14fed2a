package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.START;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.Route;
import io.evergraph.runtime.GraphListener;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Retries, timeouts, error handlers. */
final class FailureScenarios {
  private static final Duration SHORT = Duration.ofMillis(150);

  private FailureScenarios() {}

  static void addTo(Catalogue langGraph) {
    retries(langGraph);
    handlers(langGraph);
    timeouts(langGraph);
    langGraph.add("F-05", FailureScenarios::siblings);
    langGraph.add("F-14", FailureScenarios::drain);
    langGraph.add("F-15", FailureScenarios::limitOfTheSlowest);
    langGraph.add("F-16", FailureScenarios::sideBySide);
    langGraph.add("F-21", FailureScenarios::ownCancellation);
  }

  static RetryPolicy quick(RetryPolicy rule) {
    return rule.withPauses(Duration.ofMillis(5), Duration.ofMillis(10));
  }

  static NodePolicy attempts(int attempts) {
    return NodePolicy.builder().retry(quick(RetryPolicy.DEFAULT)).attempts(attempts).build();
  }

  /** A node that throws one error after the other and then says its attempt. */
  @SafeVarargs
  static NodeAction unstable(Stage stage, Callable<? extends Exception>... errors) {
    AtomicInteger calls = new AtomicInteger();
    return context -> {
      stage.called(context.node());
      int call = calls.getAndIncrement();
      if (call < errors.length) {
        throw errors[call].call();
      }
      return Command.update(V, context.node() + " " + context.attempt());
    };
  }

  private static void retries(Catalogue langGraph) {
    langGraph.add("F-01", FailureScenarios::doublingPauses);
    langGraph.add(
        "F-02",
        stage -> play(stage, NodePolicy.DEFAULT, unstable(stage, IllegalArgumentException::new)));
    langGraph.add(
        "F-03",
        stage ->
            play(
                stage,
                attempts(2),
                unstable(stage, ConnectException::new, () -> new ConnectException("the last"))));
    langGraph.add("F-04", FailureScenarios::twoRules);
  }

  static void play(Stage stage, NodePolicy policy, NodeAction action) {
    var graph = stage.graph().node("n", action, policy).edge(START, "n").build();
    stage.start(graph, v()).noteCalls();
  }

  private static void twoRules(Stage stage) {
    NodePolicy rules =
        NodePolicy.builder()
            .retry(
                quick(RetryPolicy.on(IllegalArgumentException.class)).withMaxAttempts(2),
                quick(RetryPolicy.on(NoSuchElementException.class)).withMaxAttempts(4))
            .build();
    play(
        stage,
        rules,
        unstable(
            stage,
            IllegalArgumentException::new,
            NoSuchElementException::new,
            NoSuchElementException::new));
    stage.onNewThread();
    play(stage, rules, unstable(stage, NoSuchElementException::new, IllegalArgumentException::new));
  }

  /** The rules of a node without a policy, and a tenth of its pauses. */
  private static void doublingPauses(Stage stage) {
    NodePolicy usual = NodePolicy.builder().interval(Duration.ofMillis(50)).build();
    NodeAction action =
        unstable(stage, () -> new ConnectException("1"), () -> new ConnectException("2"));
    Graph graph = stage.graph().node("n", action, usual).edge(START, "n").build();
    stage.watch(graph, v(), StreamOptions.of(StreamMode.ATTEMPTS, StreamMode.UPDATES)).noteCalls();
  }

  /** Node slow ends after bad has failed. */
  private static void siblings(Stage stage) {
    CountDownLatch failed = new CountDownLatch(1);
    stage.runtime().graphs().addListener(failureOf(stage.thread(), failed));
    NodeAction bad = unstable(stage, () -> new IllegalArgumentException("at once"));
    NodeAction slow =
        stage.counted(
            context -> {
              failed.await(30, TimeUnit.SECONDS);
              return Command.update(V, "slow");
            });
    Graph graph =
        edges(stage.graph().node("bad", bad).node("slow", slow), "S->bad, S->slow").build();
    stage.start(graph, v());
    stage.note(
        "kept",
        stage.runtime().snapshot(stage.thread()).tasks().stream()
            .filter(TaskView::isFinished)
            .map(TaskView::node)
            .toList());
    stage.proceed().noteCalls();
  }

  private static GraphListener failureOf(ThreadId thread, CountDownLatch failed) {
    return new GraphListener() {
      @Override
      public void onEvent(String graph, String where, RunEvent event) {
        if (where.equals(thread.value()) && event instanceof RunEvent.TaskFailed) {
          failed.countDown();
        }
      }
    };
  }

  /** A superstep is as long as its slowest node may be. */
  private static void limitOfTheSlowest(Stage stage) {
    NodePolicy limited = NodePolicy.builder().attempts(1).timeout(SHORT).hardTimeout(SHORT).build();
    NodeAction patient =
        context -> {
          TimeUnit.MILLISECONDS.sleep(SHORT.toMillis() * 2);
          return Command.update(V, "patient");
        };
    Graph graph =
        edges(
                nodes(stage.graph(), "z")
                    .node("late", context -> never(), limited)
                    .node("patient", patient),
                "S->late, S->patient, [late+patient]->z")
            .build();
    stage.start(graph, v());
  }

  /** A node that wants the run to stop after it. */
  private static NodeAction draining(Stage stage) {
    return context -> {
      stage.runtime().pause(stage.thread(), PauseMode.LET_TASKS_FINISH);
      return Command.update(V, context.node());
    };
  }

  private static void drain(Stage stage) {
    var early = edges(nodes(stage.graph().node("a", draining(stage)), "b"), "S->a->b->E").build();
    stage.start(early, v()).proceed();
    var last =
        edges(nodes(stage.graph("-last"), "a").node("b", draining(stage)), "S->a->b->E").build();
    stage.onNewThread().start(last, v());
    var child =
        edges(nodes(stage.graph("-child").node("x", draining(stage)), "y"), "S->x->y->E").build();
    var parent = edges(nodes(stage.graph("-parent").subgraph("c", child), "b"), "S->c->b").build();
    stage.onNewThread().start(parent, v()).proceed();
  }

  private static void sideBySide(Stage stage) {
    var graph =
        stage
            .graph()
            .node("a", unstable(stage, () -> new IllegalArgumentException("first")))
            .node("b", unstable(stage, () -> new IllegalArgumentException("second")))
            .edge(START, "a")
            .edge(START, "b")
            .build();
    stage.start(graph, v());
    stage.note(
        "failures",
        stage.runtime().snapshot(stage.thread()).tasks().stream()
            .map(task -> task.node() + " " + task.error())
            .toList());
  }

  private static void ownCancellation(Stage stage) {
    play(
        stage,
        attempts(1),
        unstable(stage, () -> new CancellationException("called off elsewhere")));
  }

  private static void handlers(Catalogue langGraph) {
    langGraph.add("F-06", FailureScenarios::handlerWithGoto);
    langGraph.add("F-06b", FailureScenarios::handlerWithoutGoto);
    langGraph.add("F-08", FailureScenarios::defaults);
    langGraph.add("F-09", FailureScenarios::handlerRunsAgain);
  }

  private static Command handled(Stage stage, NodeContext context) {
    NodeFailure failure = context.failure().orElseThrow();
    stage.note(
        "handler", List.of(failure.node(), failure.message(), context.state().get(V).toString()));
    return Command.update(V, "handled");
  }

  private static GraphBuilder failing(Stage stage, NodeAction handler) {
    GraphBuilder graph =
        stage
            .graph()
            .node(
                "bad",
                unstable(stage, ConnectException::new, () -> new ConnectException("no line")),
                attempts(2))
            .node("rescue", handler)
            .onError("bad", "rescue");
    return edges(nodes(graph, "after", "z"), "S->bad->after");
  }

  private static void handlerWithGoto(Stage stage) {
    var graph =
        failing(stage, context -> handled(stage, context).thenGoTo("z"))
            .ends("rescue", "z")
            .build();
    stage.start(graph, v("i")).noteCalls();
  }

  private static void handlerWithoutGoto(Stage stage) {
    var graph = failing(stage, context -> handled(stage, context)).edge("after", "z").build();
    stage.start(graph, v("i"));
  }

  private static void defaults(Stage stage) {
    var graph =
        stage
            .graph()
            .node("a", unstable(stage, ConnectException::new, ConnectException::new))
            .node("b", unstable(stage, ConnectException::new, ConnectException::new))
            .node("own", unstable(stage, ConnectException::new))
            .node("usual", unstable(stage, ConnectException::new))
            .defaultPolicy(attempts(2))
            .onError("usual")
            .onError("a", "own")
            .edge(START, "a")
            .edge(START, "b")
            .build();
    stage.start(graph, v()).noteCalls();
  }

  private static void handlerRunsAgain(Stage stage) {
    AtomicInteger calls = new AtomicInteger();
    var graph =
        failing(
                stage,
                context -> {
                  stage.called("rescue");
                  if (calls.incrementAndGet() == 1) {
                    throw new IllegalArgumentException("the handler breaks");
                  }
                  return handled(stage, context).thenGoTo("z");
                })
            .ends("rescue", "z")
            .build();
    stage.start(graph, v("i")).proceed().noteCalls();
  }

  private static void timeouts(Catalogue langGraph) {
    langGraph.add(
        "F-10",
        stage ->
            play(
                stage,
                NodePolicy.builder().attempts(1).timeout(SHORT).hardTimeout(SHORT).build(),
                context -> never()));
    langGraph.add("F-11", FailureScenarios::heartbeats);
    langGraph.add("F-12", FailureScenarios::lateAttempt);
    langGraph.add("F-13", FailureScenarios::timeoutOfASend);
  }

  private static Command never() throws InterruptedException {
    new CountDownLatch(1).await();
    return Command.none();
  }

  /** Works for a while and heartbeats meanwhile. */
  private static NodeAction working(int beats) {
    return context -> {
      CountDownLatch never = new CountDownLatch(1);
      for (int beat = 0; beat < beats; beat++) {
        if (!never.await(50, TimeUnit.MILLISECONDS)) {
          context.heartbeat();
        }
      }
      return Command.update(V, "done");
    };
  }

  private static void heartbeats(Stage stage) {
    NodePolicy silence = NodePolicy.builder().attempts(1).timeout(Duration.ofMillis(700)).build();
    play(stage, silence, working(17));
    stage.onNewThread();
    NodePolicy hard = silence.toBuilder().hardTimeout(Duration.ofMillis(1000)).build();
    play(stage, hard, working(1000));
  }

  private static void lateAttempt(Stage stage) {
    AtomicInteger calls = new AtomicInteger();
    play(
        stage,
        attempts(3).toBuilder().timeout(SHORT).hardTimeout(SHORT).build(),
        context -> {
          stage.called("n");
          return calls.incrementAndGet() == 1 ? late() : Command.update(V, "in time");
        });
  }

  private static Command late() {
    try {
      return never();
    } catch (InterruptedException timeIsUp) {
      return Command.update(V, "too late");
    }
  }

  private static void timeoutOfASend(Stage stage) {
    var graph =
        stage
            .graph()
            .node("work", context -> never(), attempts(1))
            .node("other", says("other"))
            .routes(START, context -> List.of(Route.send("work", v("input"), SHORT)), "work")
            .edge("work", "other")
            .build();
    stage.start(graph, v());
  }
}
