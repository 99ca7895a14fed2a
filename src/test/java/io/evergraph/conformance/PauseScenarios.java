package io.evergraph.conformance;

import static io.evergraph.conformance.InterruptScenarios.asks;
import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Pauses from inside and outside of a graph. */
final class PauseScenarios {
  private static final Channel<String> MESSAGES = Channel.of("messages", String.class);

  private PauseScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("F2", stage -> chain(stage, Breakpoints.before("b")).proceed());
    engines.add("F4", PauseScenarios::parallel);
    engines.add("F5", PauseScenarios::sameKeyTwice);
    engines.add("F7", PauseScenarios::keyed);
    engines.add("F8", stage -> paused(stage, PauseMode.LET_TASKS_FINISH));
    engines.add("F10", PauseScenarios::pausedBeforeWhatIsSent);
    engines.add("F11", stage -> paused(stage, PauseMode.CUT_TASKS_SHORT));
    engines.add("F13", PauseScenarios::idempotent);
    engines.add("F14", stage -> routed(stage).proceed());
    engines.add("F15", stage -> routed(stage).edit(StateUpdate.of(MESSAGES, "C"), null).proceed());
    engines.add("F19", PauseScenarios::parallel);
    engines.add("F20", PauseScenarios::twoKeys);
    engines.add("F21", PauseScenarios::unknownBesideKnown);
    engines.add("F22", PauseScenarios::answeredTwice);
    engines.add("F23", stage -> chain(stage, Breakpoints.after("a", "b")).proceed().proceed());
    engines.add("F27", PauseScenarios::editedWhilePaused);
  }

  private static Stage chain(Stage stage, Breakpoints breakpoints) {
    return stage.start(
        edges(nodes(stage.graph(), "a", "b", "c"), "S->a->b->c").breakpoints(breakpoints).build(),
        v());
  }

  private static void parallel(Stage stage) {
    Graph graph =
        edges(nodes(stage.graph(), "x", "y", "z"), "S->x, S->y, [x+y]->z")
            .breakpoints(Breakpoints.before("x"))
            .build();
    stage.start(graph, v()).proceed();
  }

  private static void sameKeyTwice(Stage stage) {
    Graph graph =
        edges(
                stage
                    .graph()
                    .node(
                        "ask",
                        context -> {
                          Object first = context.interrupt("k", Question.of("k"));
                          Object second = context.interrupt("k", Question.of("k"));
                          return Command.update(V, first + "=" + second);
                        }),
                "S->ask")
            .build();
    stage.start(graph, v()).answer(Answer.single("x"));
  }

  private static void keyed(Stage stage) {
    Graph graph =
        edges(
                nodes(stage.graph(), "entry", "after")
                    .node(
                        "ask",
                        context ->
                            Command.update(
                                V, "answer=" + context.interrupt("k1", Question.of("k1")))),
                "S->entry->ask->after")
            .build();
    stage.start(graph, v()).answer("k1", "ok");
  }

  private static void paused(Stage stage, PauseMode mode) {
    pauseWhileRunning(
        stage, mode, Command.update(V, "a"), a -> edges(nodes(a, "b"), "S->a->b").build());
  }

  private static void pausedBeforeWhatIsSent(Stage stage) {
    NodeAction work =
        context -> {
          stage.called("b");
          return Command.update(V, context.state().get(MESSAGES));
        };
    List<Route> both =
        List.of(
            Route.send("b", StateUpdate.of(MESSAGES, "1")),
            Route.send("b", StateUpdate.of(MESSAGES, "2")));
    pauseWhileRunning(
        stage,
        PauseMode.LET_TASKS_FINISH,
        Command.none().then(both),
        a -> edges(a.channels(MESSAGES).node("b", work).ends("a", "b"), "S->a").build());
    stage.noteCalls();
  }

  /** Pauses while node a works, and goes on. */
  private static void pauseWhileRunning(
      Stage stage, PauseMode mode, Command result, Function<GraphBuilder, Graph> rest) {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    NodeAction slow =
        context -> {
          begun.countDown();
          released.await(30, TimeUnit.SECONDS);
          return result;
        };
    Graph graph = rest.apply(stage.graph().node("a", slow));
    stage.runtime().graphs().register(graph);
    RunHandle run = stage.runtime().start(graph, stage.thread(), v());
    wait(begun);
    stage.runtime().pause(stage.thread(), mode);
    if (mode == PauseMode.LET_TASKS_FINISH) {
      released.countDown();
    }
    stage.run("pause", () -> run);
    released.countDown();
    stage.proceed();
  }

  private static void wait(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("The node has not begun.");
      }
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  private static void idempotent(Stage stage) {
    chain(stage, Breakpoints.before("b"));
    stage.runtime().pause(stage.thread(), PauseMode.LET_TASKS_FINISH);
    stage.runtime().pause(stage.thread(), PauseMode.CUT_TASKS_SHORT);
    stage.proceed();
    stage.runtime().pause(stage.thread(), PauseMode.LET_TASKS_FINISH);
    stage.observe("pause");
  }

  private static Stage routed(Stage stage) {
    Graph graph =
        edges(nodes(stage.graph().channels(MESSAGES), "a", "b", "c", "d"), "S->a->b")
            .route(
                "b",
                state -> state.find(MESSAGES).filter("C"::equals).map(it -> "c").orElse("d"),
                "c",
                "d")
            .breakpoints(Breakpoints.after("b"))
            .build();
    return stage.start(graph, v());
  }

  private static Graph two(Stage stage) {
    return edges(
            nodes(stage.graph(), "end").node("k1", asks(stage, "k1")).node("k2", asks(stage, "k2")),
            "S->k1, S->k2, [k1+k2]->end")
        .build();
  }

  private static void twoKeys(Stage stage) {
    stage.start(two(stage), v()).answer("k2", 2).answer("k1", 1).noteCalls();
  }

  private static void unknownBesideKnown(Stage stage) {
    stage.start(two(stage), v());
    Answer[] both = {Answer.to(stage.question("k1").id(), 1), Answer.to("0".repeat(32), 2)};
    stage.answer(both).answer("k1", 1);
  }

  private static void answeredTwice(Stage stage) {
    stage.start(two(stage), v());
    String id = stage.question("k1").id();
    stage.answer(Answer.to(id, 1)).answer(Answer.to(id, 2)).answer("k2", 2);
  }

  private static void editedWhilePaused(Stage stage) {
    Graph graph =
        edges(stage.graph().node("a", says("a")).node("b", says("b")), "S->a->b")
            .breakpoints(Breakpoints.before("b"))
            .build();
    stage.start(graph, v()).edit(v("from outside"), null).proceed();
  }
}
