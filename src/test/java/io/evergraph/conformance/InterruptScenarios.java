package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.counted;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.TaskView;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Questions and breakpoints. */
final class InterruptScenarios {
  private InterruptScenarios() {}

  static void addTo(Catalogue langGraph) {
    langGraph.add("D-02", InterruptScenarios::severalInOneNode);
    langGraph.add("D-03", InterruptScenarios::oneByOne);
    langGraph.add("D-04", InterruptScenarios::bothAtOnce);
    langGraph.add("D-06", InterruptScenarios::falsy);
    langGraph.add("D-07", stage -> stage.start(asking(stage), v()).answer(Answer.single(null)));
    langGraph.add("D-09", InterruptScenarios::answerWithUpdateAndGoto);
    langGraph.add("D-10", InterruptScenarios::newInputWhilePaused);
    langGraph.add("D-11", InterruptScenarios::asksUntilItFits);
    langGraph.add("D-12", InterruptScenarios::breakpoints);
    langGraph.add("D-13", InterruptScenarios::swallowed);
    langGraph.add(
        "D-15", stage -> stage.start(asking(stage), v()).answer(Answer.to("0".repeat(32), 1)));
    langGraph.add(
        "D-16",
        stage ->
            stage
                .start(edges(nodes(stage.graph(), "a"), "S->a").build(), v())
                .answer(Answer.single(1)));
    langGraph.add("D-17", stage -> stage.answer(Answer.single("x")));
    langGraph.add("D-18", InterruptScenarios::siblingFails);
    langGraph.add("D-19", InterruptScenarios::watched);
    langGraph.add("D-20", InterruptScenarios::schema);
    langGraph.add("D-22", InterruptScenarios::sentBesideAsking);
    langGraph.add("D-27", InterruptScenarios::gotoAtABreakpoint);
  }

  static NodeAction asks(Stage stage, String name) {
    return context -> {
      stage.called(name);
      return Command.update(V, name + ":" + context.interrupt(Question.of(name)));
    };
  }

  private static Graph asking(Stage stage) {
    return edges(stage.graph().node("ask", asks(stage, "ask")), "S->ask").build();
  }

  private static void severalInOneNode(Stage stage) {
    NodeAction ask =
        context -> {
          stage.called("ask");
          Object first = context.interrupt(Question.of("q1"));
          return Command.update(V, first + "" + context.interrupt(Question.of("q2")));
        };
    stage
        .start(edges(stage.graph().node("ask", ask), "S->ask").build(), v())
        .answer(Answer.single("A"))
        .answer(Answer.single("B"))
        .noteCalls();
  }

  private static Graph two(Stage stage) {
    return edges(
            counted(stage, stage.graph(), "w")
                .node("p", asks(stage, "p"))
                .node("q", asks(stage, "q")),
            "S->p, S->q, S->w")
        .build();
  }

  private static void oneByOne(Stage stage) {
    stage
        .start(two(stage), v())
        .answer(Answer.single("one"))
        .answer("q", "qa")
        .answer("p", "pa")
        .noteCalls();
  }

  private static void bothAtOnce(Stage stage) {
    stage.start(two(stage), v());
    Answer[] both = {
      Answer.to(stage.question("p").id(), 1), Answer.to(stage.question("q").id(), 2)
    };
    stage.answer(both).noteCalls();
  }

  private static void falsy(Stage stage) {
    for (Object value : List.of(false, 0, "", List.of(), Map.of())) {
      stage.onNewThread().start(asking(stage), v()).answer(Answer.single(value));
    }
  }

  private static void answerWithUpdateAndGoto(Stage stage) {
    NodeAction ask =
        context -> {
          Object answer = context.interrupt(Question.of("q"));
          return Command.update(
              V, "got:" + answer, "saw:" + String.join(",", context.state().get(V)));
        };
    Graph graph = edges(nodes(stage.graph(), "z").node("ask", ask).openRoutes(), "S->ask").build();
    stage
        .start(graph, v("in"))
        .run(
            "command",
            () ->
                stage
                    .runtime()
                    .resume(
                        stage.thread(),
                        "command-" + System.nanoTime(),
                        List.of(Answer.single("R")),
                        Steering.goTo("z").with(v("upd"))));
  }

  private static void newInputWhilePaused(Stage stage) {
    Graph graph =
        edges(nodes(stage.graph(), "a").node("ask", asks(stage, "ask")), "S->a->ask").build();
    stage.start(graph, v("in")).start(graph, v("in2")).answer(Answer.single("R"));
  }

  private static void asksUntilItFits(Stage stage) {
    NodeAction ask =
        context -> {
          Object answer = context.interrupt(Question.of("age?"));
          while (!(answer instanceof Number)) {
            answer = context.interrupt(Question.of("bad " + answer));
          }
          return Command.update(V, String.valueOf(answer));
        };
    stage
        .start(edges(stage.graph().node("ask", ask), "S->ask").build(), v())
        .answer(Answer.single("x"))
        .answer(Answer.single("y"))
        .answer(Answer.single(19));
  }

  private static Graph abc(Stage stage, String suffix, Breakpoints breakpoints) {
    return edges(nodes(stage.graph(suffix), "a", "b", "c"), "S->a->b->c")
        .breakpoints(breakpoints)
        .build();
  }

  private static void breakpoints(Stage stage) {
    stage.start(abc(stage, "1", Breakpoints.before("b")), v()).proceed();
    stage.onNewThread().start(abc(stage, "2", Breakpoints.after("b")), v()).proceed();
    stage.onNewThread().start(abc(stage, "3", Breakpoints.before("*")), v());
    stage.proceed().proceed().proceed();
    stage.onNewThread().start(abc(stage, "4", Breakpoints.after("*")), v());
    stage.proceed().proceed().proceed();
    StreamOptions updates = StreamOptions.of(StreamMode.UPDATES);
    stage.onNewThread().watch(abc(stage, "1", Breakpoints.before("b")), v(), updates);
  }

  private static void swallowed(Stage stage) {
    NodeAction ask =
        context -> {
          try {
            return Command.update(V, "" + context.interrupt(Question.of("q")));
          } catch (Exception caught) {
            return Command.update(V, caught.getClass().getSimpleName());
          }
        };
    stage
        .start(edges(stage.graph().node("ask", ask), "S->ask").build(), v())
        .answer(Answer.single("A"));
    NodeAction greedy =
        context -> {
          try {
            return Command.update(V, "" + context.interrupt(Question.of("q")));
          } catch (Throwable caught) {
            return Command.update(V, caught.getClass().getSimpleName());
          }
        };
    stage
        .onNewThread()
        .start(edges(stage.graph("-greedy").node("ask", greedy), "S->ask").build(), v())
        .answer(Answer.single("A"));
  }

  private static void siblingFails(Stage stage) {
    NodeAction bad =
        context -> {
          throw new IllegalArgumentException("bad");
        };
    Graph graph =
        edges(
                stage
                    .graph()
                    .node("ask", asks(stage, "ask"))
                    .node("bad", bad, policy -> policy.attempts(1)),
                "S->ask, S->bad")
            .build();
    stage.start(graph, v());
  }

  private static void watched(Stage stage) {
    StreamOptions options = StreamOptions.of(StreamMode.UPDATES, StreamMode.VALUES);
    stage.watch(asking(stage), v("in"), options);
    stage.watch(stage.runtime().answer(stage.thread(), Answer.single("R")), options);
  }

  private static void schema(Stage stage) {
    Map<String, Object> schema =
        Map.of(
            "type", "object",
            "properties", Map.of("ok", Map.of("type", "boolean")),
            "required", List.of("ok"));
    NodeAction ask =
        context -> Command.update(V, "" + context.interrupt(Question.of("ok?").fitting(schema)));
    stage
        .start(edges(stage.graph().node("ask", ask), "S->ask").build(), v())
        .note("schema", stage.question("ok?").schema())
        .answer(Answer.single(Map.of("ok", "maybe")))
        .note("task errors", errors(stage))
        .answer(Answer.single(Map.of("ok", true)));
  }

  private static List<String> errors(Stage stage) {
    return stage.runtime().snapshot(stage.thread()).tasks().stream()
        .map(TaskView::error)
        .filter(Objects::nonNull)
        .toList();
  }

  private static void sentBesideAsking(Stage stage) {
    Graph graph =
        nodes(stage.graph(), "entry", "t1")
            .node("t2", asks(stage, "t2"))
            .edge(Graph.START, "entry")
            .routes(
                "entry",
                context -> List.of(Route.to("t2"), Route.send("t1", StateUpdate.empty())),
                "t1",
                "t2")
            .build();
    stage.start(graph, v()).answer(Answer.single("R"));
  }

  private static void gotoAtABreakpoint(Stage stage) {
    Graph graph =
        edges(nodes(stage.graph(), "n1", "n2"), "S->n1->n2")
            .breakpoints(Breakpoints.before("n1"))
            .build();
    stage
        .start(graph, v())
        .run(
            "command",
            () ->
                stage
                    .runtime()
                    .resume(
                        stage.thread(),
                        "command-" + System.nanoTime(),
                        List.of(),
                        Steering.goTo("n2")));
  }
}
