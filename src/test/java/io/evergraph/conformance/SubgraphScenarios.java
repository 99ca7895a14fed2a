package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.START;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.SubgraphView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.stream.Stream;

/** Graphs inside graphs, as LangGraph has them. */
final class SubgraphScenarios {
  private static final Channel<String> K = Channel.of("k", String.class);
  private static final Channel<String> OWN = Channel.of("own", String.class);

  private SubgraphScenarios() {}

  static void addTo(Catalogue langGraph) {
    state(langGraph);
    questions(langGraph);
    memory(langGraph);
    limits(langGraph);
  }

  private static NodeAction asks(Stage stage) {
    return context -> {
      stage.called(context.node());
      return Command.update(V, "" + context.interrupt(Question.of("Q")));
    };
  }

  /** A child that appends s1 and asks in s2. */
  private static Graph asking(Stage stage) {
    GraphBuilder child = stage.graph("-child").node("s2", asks(stage));
    child.node(
        "s1",
        context -> {
          stage.called("s1");
          return Command.update(V, "s1");
        });
    return edges(child, "S->s1->s2").build();
  }

  private static Graph around(Stage stage, Graph child, Embedding embedding) {
    return stage.graph().subgraph("sub", child, embedding).edge(START, "sub").build();
  }

  /** A subgraph that goes to another node of its parent than the edge of its own node. */
  private static GraphBuilder leaving(Stage stage, String next) {
    Graph child =
        stage
            .graph("-child")
            .node("s0", says("s0"))
            .node("s1", context -> Command.update(V, "fromchild").thenGoTo("pb").toParent())
            .edge(START, "s0")
            .edge("s0", "s1")
            .build();
    GraphBuilder parent = nodes(stage.graph(), "after", "pb").subgraph("sub", child);
    return parent.edge(START, "sub").edge("sub", next).ends("sub", "pb", "after");
  }

  private static void state(Catalogue langGraph) {
    langGraph.add(
        "H-01",
        stage -> {
          Graph child =
              stage
                  .graph("-child")
                  .channels(K, OWN)
                  .node(
                      "s1",
                      context ->
                          Command.update(
                              StateUpdate.of(K, context.state().get(K) + "1")
                                  .with(OWN, "private")
                                  .with(V, "s1")))
                  .edge(START, "s1")
                  .build();
          Graph parent =
              stage.graph().channels(K).subgraph("sub", child).edge(START, "sub").build();
          stage.start(parent, v("i").with(K, "0"));
        });
    langGraph.add("H-02", stage -> stage.start(leaving(stage, "after").build(), v("i")));
    langGraph.add(
        "H-25",
        stage -> {
          Graph second = edges(nodes(stage.graph("-second"), "s9"), "S->s9").build();
          stage.start(leaving(stage, "two").subgraph("two", second).build(), v("i"));
        });
    langGraph.add(
        "H-07",
        stage -> {
          stage.start(around(stage, asking(stage), Embedding.DEFAULT), v("i"));
          SubgraphView inside = stage.runtime().snapshot(stage.thread()).subgraphs().get(0);
          stage.note("next inside", inside.next());
          stage.note(
              "state inside", stage.runtime().stateAt(stage.thread(), inside.checkpoint()).get(V));
          stage.runtime().editSubgraph(stage.thread(), inside.namespace(), NodeEdit.of(v("EDIT")));
          stage.answer(Answer.single("R"));
        });
    langGraph.add(
        "H-24",
        stage -> {
          Graph child = edges(nodes(stage.graph("-child"), "s1"), "S->s1").build();
          stage.start(around(stage, child, Embedding.DEFAULT), v("i"));
          stage.note("checkpoints of the parent", commits(stage).filter(String::isEmpty).count());
          stage.note(
              "checkpoints of the child", commits(stage).filter(it -> !it.isEmpty()).count());
        });
  }

  private static Stream<String> commits(Stage stage) {
    return stage.runtime().events(stage.thread(), 1).stream()
        .filter(RunEvent.StepCommitted.class::isInstance)
        .map(event -> ((RunEvent.StepCommitted) event).namespace());
  }

  private static void questions(Catalogue langGraph) {
    langGraph.add(
        "H-06",
        stage ->
            stage
                .start(around(stage, asking(stage), Embedding.DEFAULT), v())
                .answer(Answer.single("R"))
                .noteCalls());
    langGraph.add(
        "H-09",
        stage ->
            stage
                .start(around(stage, asking(stage), Embedding.DEFAULT), v())
                .answer(Answer.single("R"))
                .noteCalls());
    langGraph.add(
        "H-13",
        stage -> {
          Graph child = edges(nodes(stage.graph("-child"), "s1", "s2"), "S->s1->s2").build();
          Graph parent =
              edges(
                      nodes(stage.graph(), "o", "z").subgraph("sub", child),
                      "S->o, S->sub, [o+sub]->z")
                  .build();
          stage
              .start(parent, v(), RunOptions.builder().breakpoints(Breakpoints.before("sub/s2")))
              .proceed();
        });
    moreQuestions(langGraph);
  }

  private static void moreQuestions(Catalogue langGraph) {
    langGraph.add(
        "H-16",
        stage -> {
          Graph inner = stage.graph("-inner").node("ask", asks(stage)).edge(START, "ask").build();
          Graph mid = stage.graph("-mid").subgraph("inner", inner).edge(START, "inner").build();
          Graph root = stage.graph().subgraph("mid", mid).edge(START, "mid").build();
          stage.start(root, v());
          stage.note(
              "next inside",
              stage.runtime().snapshot(stage.thread()).subgraphs().stream()
                  .map(SubgraphView::next)
                  .toList());
          stage.answer(Answer.single("R"));
        });
    langGraph.add(
        "H-21",
        stage -> {
          GraphBuilder child = stage.graph("-child").node("ask", asks(stage));
          child.node("step_a", counted(stage, "step_a")).node("step_b", counted(stage, "step_b"));
          Graph built = edges(child, "S->step_a->ask->step_b").build();
          stage.start(around(stage, built, Embedding.DEFAULT), v()).noteCalls();
          long head =
              stage
                  .runtime()
                  .history(stage.thread(), HistoryQuery.all())
                  .get(0)
                  .snapshot()
                  .checkpoint();
          stage.note("at the head", stage.runtime().snapshot(stage.thread()).checkpoint() == head);
          stage.answer(Answer.single("R")).noteCalls();
          stage.note(
              "forks", HistoryScenarios.history(stage, HistoryQuery.all().source(Source.FORK)));
        });
  }

  private static NodeAction counted(Stage stage, String name) {
    return context -> {
      stage.called(name);
      return Command.update(V, name);
    };
  }

  /** Appends to what the child keeps for itself, and shows it. */
  private static Graph diary(Stage stage) {
    return stage
        .graph("-child")
        .channels(OWN)
        .node(
            "write",
            context -> {
              String page = context.state().find(OWN).orElse("") + "got here and there ";
              return Command.update(StateUpdate.of(OWN, page).with(V, page.strip()));
            })
        .edge(START, "write")
        .build();
  }

  private static void memory(Catalogue langGraph) {
    langGraph.add(
        "H-10",
        stage -> {
          Graph child = diary(stage);
          GraphBuilder parent = stage.graph().subgraph("one", child).subgraph("two", child);
          edges(parent, "S->one->two")
              .route("two", state -> state.get(V).size() < 4 ? "one" : Graph.END, "one", Graph.END);
          stage.start(parent.build(), v());
        });
    langGraph.add(
        "H-17",
        stage -> {
          Graph parent =
              stage
                  .graph()
                  .subgraph("inner", diary(stage), Embedding.perThread())
                  .edge(START, "inner")
                  .route(
                      "inner",
                      state -> state.get(V).size() < 2 ? "inner" : Graph.END,
                      "inner",
                      Graph.END)
                  .build();
          stage.start(parent, v());
          stage.note("checkpoints of the parent", commits(stage).filter(String::isEmpty).count());
        });
    langGraph.add(
        "H-18",
        stage -> {
          NodeAction keeps =
              context ->
                  Command.update(
                      StateUpdate.of(V, context.state().find(OWN).orElse("null"))
                          .with(OWN, context.interrupt(Question.of("Q")) + "baz"));
          Graph child =
              stage.graph("-child").channels(OWN).node("ask", keeps).edge(START, "ask").build();
          Graph parent = around(stage, child, Embedding.perThread());
          stage.start(parent, v()).answer(Answer.single("bar"));
          stage.start(parent, v()).answer(Answer.single("qux"));
          stage.start(parent, v()).answer(Answer.single("end"));
        });
    moreMemory(langGraph);
  }

  private static void ownThread(Stage stage) {
    stage.start(around(stage, asking(stage), Embedding.ownThread()), v("i"));
    ThreadId child = ThreadId.ofChild(stage.thread(), stage.question("Q").taskId());
    ThreadSnapshot held = stage.runtime().snapshot(child);
    stage.note("held by the child", held.state().get(V));
    stage.note("its subgraphs", held.subgraphs());
    stage.answer(Answer.single("R"));
  }

  private static void moreMemory(Catalogue langGraph) {
    langGraph.add("H-19", SubgraphScenarios::ownThread);
    langGraph.add(
        "H-20",
        stage -> {
          Graph child = diary(stage);
          GraphBuilder parent =
              stage
                  .graph()
                  .subgraph("left", child, Embedding.perThread())
                  .subgraph("right", child, Embedding.perThread());
          Graph built = edges(parent, "S->left->right").build();
          stage.start(built, v()).start(built, v());
        });
    langGraph.add(
        "H-22",
        stage -> {
          Graph parent = around(stage, diary(stage), Embedding.perThread());
          stage.start(parent, v()).start(parent, v());
          long before = beforeLastCall(stage);
          stage.runtime().fork(stage.thread(), Fork.of(before));
          stage.proceed();
        });
  }

  private static long beforeLastCall(Stage stage) {
    return stage.runtime().events(stage.thread(), 1).stream()
        .filter(RunEvent.StepCommitted.class::isInstance)
        .map(RunEvent.StepCommitted.class::cast)
        .filter(commit -> commit.next().equals(List.of("sub")))
        .mapToLong(RunEvent.StepCommitted::checkpoint)
        .max()
        .orElseThrow();
  }

  private static void limits(Catalogue langGraph) {
    langGraph.add(
        "H-11",
        stage -> {
          Graph parent =
              stage
                  .graph()
                  .subgraph("sub", diary(stage), Embedding.perThread())
                  .routes(
                      START,
                      context ->
                          List.of(
                              Route.send("sub", StateUpdate.empty()),
                              Route.send("sub", StateUpdate.empty())),
                      "sub")
                  .build();
          stage.start(parent, v());
        });
    langGraph.add(
        "H-12",
        stage -> {
          Graph child =
              edges(
                      nodes(stage.graph("-child"), "1", "2", "3", "4", "5", "6"),
                      "S->1->2->3->4->5->6")
                  .build();
          Graph parent = around(stage, child, Embedding.DEFAULT);
          stage.start(parent, v(), RunOptions.builder().maxSteps(4));
          stage.onNewThread().start(parent, v(), RunOptions.builder().maxSteps(7));
        });
  }
}
