package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.CallOptions;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.NodeOptions;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;

/** Graphs inside graphs, as other engines have them. */
final class NestingScenarios {
  private static final Channel<String> ANSWER = Channel.of("answer", String.class);
  private static final Channel<Seat> SEAT = Channel.of("seat", Seat.class);

  /** A typed value. */
  record Seat(int row, String letter) {}

  private NestingScenarios() {}

  static void addTo(Catalogue engines) {
    flow(engines);
    breakpoints(engines);
    values(engines);
    questions(engines);
    watching(engines);
  }

  private static Graph b(Stage stage) {
    return edges(nodes(stage.graph("-b"), "B1", "B2"), "S->B1->B2").build();
  }

  /** Its exit is chosen by a router: to the end, or to a node of its own. */
  private static Graph withConditionalExit(Stage stage) {
    return edges(nodes(stage.graph("-b"), "B1", "B2", "C"), "S->B1->B2")
        .route("B2", state -> "c", Map.of("end", END, "c", "C"))
        .build();
  }

  private static Graph abc(Stage stage, Graph b) {
    return edges(nodes(stage.graph(), "A", "C").subgraph("B", b), "S->A->B->C->E").build();
  }

  private static void flow(Catalogue engines) {
    engines.add(
        "H2",
        stage -> {
          GraphBuilder parent = nodes(stage.graph(), "A", "C").subgraph("B", b(stage));
          stage.start(
              edges(parent, "A->B->C->E")
                  .route(START, state -> "a", Map.of("a", "A", "b", "B"))
                  .build(),
              v());
        });
    engines.add("H3", stage -> stage.start(abc(stage, withConditionalExit(stage)), v()));
    engines.add(
        "H6",
        stage -> {
          Graph child =
              edges(nodes(stage.graph("-child"), "c1", "c2", "c3"), "S->c1->c2->c3").build();
          GraphBuilder parent =
              nodes(stage.graph(), "step1", "step2", "step3").subgraph("child", child);
          stage.start(edges(parent, "S->step1->step2->child->step3->E").build(), v());
          Graph inner =
              stage
                  .graph("-inner")
                  .node("go", context -> Command.update(V, "go inside").thenGoTo("n2"))
                  .node("n2", says("n2"))
                  .ends("go", "n2")
                  .edge(START, "go")
                  .build();
          Graph middle =
              stage.graph("-middle").subgraph("inner", inner).edge(START, "inner").build();
          Graph outer =
              stage
                  .graph("-outer")
                  .node("pgo", context -> Command.update(V, "go outside").thenGoTo("middle"))
                  .subgraph("middle", middle)
                  .ends("pgo", "middle")
                  .edge(START, "pgo")
                  .build();
          stage.onNewThread().start(outer, v());
        });
    engines.add(
        "H8",
        stage -> {
          Graph child =
              edges(nodes(stage.graph("-child"), "x", "y", "z"), "S->x, S->y, [x+y]->z").build();
          GraphBuilder parent =
              nodes(stage.graph(), "end").subgraph("one", child).subgraph("two", child);
          stage.start(edges(parent, "S->one, S->two, [one+two]->end").build(), v());
        });
  }

  private static void breakpoints(Catalogue engines) {
    engines.add(
        "H4",
        stage -> {
          for (Breakpoints at :
              List.of(
                  Breakpoints.after("B/B1"),
                  Breakpoints.after("B/B2"),
                  Breakpoints.before("C"),
                  Breakpoints.before("B"))) {
            stage
                .onNewThread()
                .start(
                    abc(stage, withConditionalExit(stage)),
                    v(),
                    RunOptions.builder().breakpoints(at))
                .proceed();
          }
        });
  }

  private static void values(Catalogue engines) {
    engines.add(
        "H13",
        stage -> {
          Channel<String> inside = Channel.of("inside", String.class);
          Graph child =
              Graph.builder("mapped-child")
                  .channels(inside)
                  .node("x", it -> Command.update(inside, it.state().values().keySet() + "!"))
                  .edge(START, "x")
                  .build();
          Graph parent =
              stage
                  .graph()
                  .channels(ANSWER)
                  .subgraph(
                      "child",
                      child,
                      Embedding.DEFAULT.input(ANSWER, inside).output(inside, ANSWER))
                  .node("next", context -> Command.update(V, context.state().get(ANSWER)))
                  .edge(START, "child")
                  .edge("child", "next")
                  .build();
          stage.start(parent, v("i").with(ANSWER, "a"));
        });
    engines.add(
        "H18",
        stage -> {
          Graph child =
              stage
                  .graph("-child")
                  .node("x", says("x"))
                  .node("y", says("y"))
                  .edge(START, "x")
                  .edge("x", "y")
                  .build();
          stage.start(stage.graph().subgraph("child", child).edge(START, "child").build(), v("i"));
        });
    moreValues(engines);
  }

  private static void moreValues(Catalogue engines) {
    engines.add(
        "H19",
        stage -> {
          Graph child =
              stage
                  .graph("-child")
                  .channels(SEAT)
                  .node(
                      "x",
                      context -> {
                        Seat seat = context.state().get(SEAT);
                        return Command.update(SEAT, new Seat(seat.row() + 1, seat.letter()));
                      })
                  .edge(START, "x")
                  .build();
          Graph parent =
              stage.graph().channels(SEAT).subgraph("child", child).edge(START, "child").build();
          stage.start(parent, StateUpdate.of(SEAT, new Seat(7, "A")));
        });
    engines.add(
        "H20",
        stage -> {
          Graph inner =
              stage
                  .graph("-inner")
                  .node("x", context -> Command.update(V, "x" + context.options()))
                  .node("y", context -> Command.update(V, "y" + context.options()))
                  .edge(START, "x")
                  .edge("x", "y")
                  .build();
          Graph middle =
              stage.graph("-middle").subgraph("inner", inner).edge(START, "inner").build();
          Graph outer = stage.graph().subgraph("middle", middle).edge(START, "middle").build();
          stage.start(
              outer,
              v(),
              RunOptions.builder()
                  .callOptions(
                      CallOptions.NONE.with(
                          "middle/inner/x", NodeOptions.builder().parameter("t", 1).build())));
        });
  }

  private static Graph asking(Stage stage) {
    return edges(
            nodes(stage.graph("-child"), "3.1")
                .channels(ANSWER)
                .node(
                    "3.2",
                    context -> Command.update(V, "" + context.interrupt(Question.of("go on?"))))
                .node(
                    "3.3",
                    context ->
                        Command.update(V, "3.3" + context.state().find(ANSWER).orElse("none"))),
            "S->3.1->3.2->3.3")
        .build();
  }

  private static void questions(Catalogue engines) {
    engines.add(
        "H10",
        stage -> {
          Graph parent =
              edges(
                      nodes(stage.graph(), "1")
                          .channels(ANSWER)
                          .subgraph("child", asking(stage))
                          .node(
                              "5", context -> Command.update(V, "5" + context.state().get(ANSWER))),
                      "S->1->child->5->E")
                  .build();
          stage.start(parent, v());
          String inside = stage.question("go on?").namespace();
          stage
              .runtime()
              .editSubgraph(stage.thread(), inside, NodeEdit.of(StateUpdate.of(ANSWER, "<v>")));
          stage.answer(Answer.single("yes"));
        });
    engines.add(
        "H15",
        stage -> {
          Graph parent =
              stage.graph().subgraph("child", asking(stage)).edge(START, "child").build();
          stage.start(parent, v());
          stage.attempt(
              "answer",
              () ->
                  stage
                      .runtime()
                      .answer(stage.thread(), Answer.single("yes"), Answer.to("other", "no")));
          stage.observe("nothing taken");
          stage.answer(Answer.single("yes"));
        });
    engines.add("H16", NestingScenarios::askedTwoLevelsDown);
  }

  private static void askedTwoLevelsDown(Stage stage) {
    Graph middle =
        stage
            .graph("-middle")
            .subgraph("grandchild", asking(stage))
            .edge(START, "grandchild")
            .build();
    Graph root = stage.graph().subgraph("child", middle).edge(START, "child").build();
    stage.start(root, v());
    String id = stage.question("go on?").id();
    stage.note(
        "standing inside",
        stage.runtime().snapshot(stage.thread()).subgraphs().stream()
            .map(SubgraphView::next)
            .toList());
    stage.answer(Answer.to(id, "yes"));
  }

  private static void watching(Catalogue engines) {
    engines.add(
        "H17",
        stage -> stage.watch(abc(stage, b(stage)), v("i"), StreamOptions.of(StreamMode.UPDATES)));
  }
}
