package io.evergraph.conformance;

import static io.evergraph.conformance.InterruptScenarios.asks;
import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.counted;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.TimeOrderedId;
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
    engines.add("F2", PauseScenarios::behindANode);
    engines.add("F4", PauseScenarios::bothBranches);
    engines.add("F5", PauseScenarios::sameKeyTwice);
    engines.add("F7", PauseScenarios::keyed);
    engines.add("F8", PauseScenarios::pausedFromOutside);
    engines.add("F10", PauseScenarios::pausedBeforeWhatIsSent);
    engines.add("F11", PauseScenarios::cutShort);
    engines.add("F13", PauseScenarios::idempotent);
    engines.add("F14", PauseScenarios::editedBehindTheRoute);
    engines.add("F15", stage -> routed(stage).edit(StateUpdate.of(MESSAGES, "C"), null).proceed());
    engines.add("F19", PauseScenarios::parallel);
    engines.add("F20", PauseScenarios::twoKeys);
    engines.add("F21", PauseScenarios::unknownBesideKnown);
    engines.add("F22", PauseScenarios::answeredTwice);
    engines.add("F23", PauseScenarios::everyKindOfStop);
    engines.add("F27", PauseScenarios::editedWhilePaused);
  }

  private static Stage chain(Stage stage, Breakpoints breakpoints) {
    return stage.start(
        edges(nodes(stage.graph(), "a", "b", "c"), "S->a->b->c").breakpoints(breakpoints).build(),
        v());
  }

  private static void behindANode(Stage stage) {
    Graph graph =
        edges(counted(stage, stage.graph(), "a", "b", "c"), "S->a->b->c")
            .breakpoints(Breakpoints.after("b"))
            .build();
    stage.start(graph, v()).noteCalls().proceed().noteCalls();
  }

  private static void parallel(Stage stage) {
    Graph graph =
        edges(nodes(stage.graph(), "x", "y", "z"), "S->x, S->y, [x+y]->z")
            .breakpoints(Breakpoints.before("x"))
            .build();
    stage.start(graph, v()).proceed();
  }

  private static void bothBranches(Stage stage) {
    Graph graph =
        edges(counted(stage, stage.graph(), "root", "b", "c"), "S->root->b, root->c")
            .breakpoints(Breakpoints.before("b", "c"))
            .build();
    stage.start(graph, v()).noteCalls().proceed().noteCalls();
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
                          Object again = context.interrupt("k", Question.of("k"));
                          Object other = context.interrupt("other", Question.of("other"));
                          return Command.update(V, first + "=" + again + ", " + other);
                        }),
                "S->ask")
            .build();
    stage.start(graph, v()).answer(Answer.single("x")).answer(Answer.single("y"));
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
    stage.start(graph, v());
    Interrupt asked = stage.question("k1");
    ThreadSnapshot snapshot = stage.runtime().snapshot(stage.thread());
    stage.note("asking node", asked.node());
    stage.note("asked under the key", asked.id().equals(Interrupt.keyedId(asked.taskId(), "k1")));
    stage.note("on the thread", snapshot.thread().equals(stage.thread()));
    stage.note("at checkpoint", snapshot.checkpoint());
    stage.answer(Answer.to(Interrupt.keyedId(asked.taskId(), "k1"), "ok"));
  }

  private static void pausedFromOutside(Stage stage) {
    pauseWhileRunning(stage, Command.update(V, "a"), a -> edges(nodes(a, "b"), "S->a->b").build());
  }

  /** Pauses when the first of two sent tasks has finished and the second one runs. */
  private static void cutShort(Stage stage) {
    CountDownLatch released = new CountDownLatch(1);
    NodeAction work =
        context -> {
          String number = context.state().get(MESSAGES);
          stage.called("v" + number);
          if (number.equals("2")) {
            released.await(30, TimeUnit.SECONDS);
          }
          return Command.update(V, number);
        };
    Graph graph =
        stage
            .graph()
            .channels(MESSAGES)
            .node("b", work)
            .routes(START, context -> List.of(sent("1"), sent("2")), "b")
            .build();
    stage.runtime().graphs().register(graph);
    RunHandle run = stage.runtime().start(graph, stage.thread(), v());
    try (RunStream parts = stage.runtime().stream(run, StreamOptions.of(StreamMode.UPDATES))) {
      parts.iterator().next();
    }
    stage.runtime().pause(stage.thread(), PauseMode.CUT_TASKS_SHORT);
    stage.run("pause", () -> run);
    released.countDown();
    stage.proceed().noteCalls();
  }

  private static Route sent(String number) {
    return Route.send("b", StateUpdate.of(MESSAGES, number));
  }

  private static void pausedBeforeWhatIsSent(Stage stage) {
    NodeAction work =
        context -> {
          stage.called("b");
          return Command.update(V, context.state().get(MESSAGES));
        };
    pauseWhileRunning(
        stage,
        Command.none().then(List.of(sent("1"), sent("2"))),
        a -> edges(a.channels(MESSAGES).node("b", work).ends("a", "b"), "S->a").build());
    stage.noteCalls();
  }

  /** Pauses while node a works, and goes on. */
  private static void pauseWhileRunning(
      Stage stage, Command result, Function<GraphBuilder, Graph> rest) {
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
    stage.runtime().pause(stage.thread(), PauseMode.LET_TASKS_FINISH);
    released.countDown();
    stage.run("pause", () -> run).proceed();
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
    stage.observe("pause"); // the embedded server lets messages overtake signals, but not reads
    stage.proceed();
    stage.runtime().pause(stage.thread(), PauseMode.LET_TASKS_FINISH);
    stage.observe("pause");
  }

  /** Pauses behind b, from which a channel leads to c or d. */
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

  private static void editedBehindTheRoute(Stage stage) {
    routed(stage);
    long paused = stage.runtime().snapshot(stage.thread()).checkpoint();
    stage.proceed();
    Fork edited = Fork.of(paused).editing(NodeEdit.of(StateUpdate.of(MESSAGES, "C")));
    stage.attemptOnThread("fork", () -> stage.runtime().fork(stage.thread(), edited));
    stage.proceed();
  }

  private static void everyKindOfStop(Stage stage) {
    routed(stage).proceed();
    routed(stage.onNewThread())
        .run(
            "resume with a value",
            () ->
                stage
                    .runtime()
                    .resume(
                        stage.thread(),
                        TimeOrderedId.next(),
                        List.of(),
                        Steering.update(StateUpdate.of(MESSAGES, "C"))));
    NodeAction flagged =
        context ->
            Command.update(
                V,
                context.state().find(MESSAGES).isPresent()
                    ? String.valueOf(context.interrupt(Question.of("flagged")))
                    : "unasked");
    Graph byFlag =
        edges(stage.graph("-flag").node("a", flagged).channels(MESSAGES), "S->a").build();
    stage.onNewThread().start(byFlag, v());
    stage.onNewThread().start(byFlag, StateUpdate.of(MESSAGES, "flag"));
    stage.answer(Answer.single("answered"));
    NodeAction streaming =
        context -> {
          List.of("1", "2", "3").forEach(piece -> context.emitter().text("m", piece));
          return Command.update(V, "A");
        };
    Graph streamed =
        edges(nodes(stage.graph("-stream"), "B").node("A", streaming), "S->A->B")
            .breakpoints(Breakpoints.before("A", "B"))
            .build();
    stage.onNewThread().start(streamed, v()).proceed().proceed();
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
