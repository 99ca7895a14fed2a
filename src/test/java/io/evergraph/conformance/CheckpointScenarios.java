package io.evergraph.conformance;

import static io.evergraph.conformance.HistoryScenarios.asking;
import static io.evergraph.conformance.HistoryScenarios.chain;
import static io.evergraph.conformance.HistoryScenarios.history;
import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;

/** Checkpoints as other engines keep them. */
final class CheckpointScenarios {
  private CheckpointScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("G1", stage -> HistoryScenarios.noteHistory(stage.start(asking(stage), v("i"))));
    engines.add(
        "G4",
        stage -> {
          stage.start(chain(stage, "a"), v());
          stage.attempt("read", () -> stage.runtime().snapshot(stage.thread(), 77));
        });
    engines.add("G5", CheckpointScenarios::keepSiblings);
    engines.add("G7", CheckpointScenarios::intoAnotherVersion);
    engines.add(
        "G9",
        stage -> {
          stage.start(chain(stage, "a"), v());
          stage.attempt("fork", () -> stage.runtime().fork(stage.thread(), Fork.of(77)));
        });
    engines.add(
        "G10",
        stage -> {
          stage.start(chain(stage, "a", "b"), v());
          stage.runtime().fork(stage.thread(), Fork.of(3));
          stage.proceed();
          stage.runtime().fork(stage.thread(), Fork.of(3));
          stage.proceed();
        });
    engines.add(
        "G12",
        stage -> {
          Graph graph = edges(nodes(stage.graph(), "a", "b"), "S->a->b").retention(2).build();
          stage.start(graph, v());
          stage.note("history", history(stage, HistoryQuery.all()));
          stage.attempt("read", () -> stage.runtime().snapshot(stage.thread(), 1));
        });
    engines.add(
        "G13",
        stage -> {
          stage.start(chain(stage, "a"), v()).start(chain(stage, "a"), v());
          stage.onNewThread().start(chain(stage, "a"), v());
        });
    engines.add("G14", CheckpointScenarios::editedAgent);
    engines.add("G20", CheckpointScenarios::throughJson);
  }

  private static void keepSiblings(Stage stage) {
    Graph graph =
        edges(
                stage
                    .graph()
                    .node(
                        "done",
                        context -> {
                          stage.called("done");
                          return Command.update(Letters.V, "done");
                        })
                    .node("open", HistoryScenarios.asks()),
                "S->done, S->open")
            .build();
    stage.start(graph, v()).answer(Answer.single("yes")).noteCalls();
  }

  /** A copy goes to the latest version of the graph, which declares more than the old one did. */
  private static void intoAnotherVersion(Stage stage) {
    Channel<Long> count = Channel.of("count", Long.class);
    stage.start(askingWith(stage, "1", count), StateUpdate.of(count, 3L));
    Channel<String> mood = Channel.of("mood", String.class).initially("calm");
    stage.runtime().graphs().register(askingWith(stage, "2", count, mood));
    ThreadId other = ThreadId.of(stage.thread() + "-copy");
    State copied = stage.runtime().copy(stage.thread(), other).state();
    stage.note("copy", List.of(copied.getOrElse(mood, "none"), copied.get(count)));
    stage.note("type", copied.values().get("count").getClass().getSimpleName());
  }

  private static Graph askingWith(Stage stage, String version, Channel<?>... channels) {
    return stage
        .graph()
        .version(version)
        .channels(channels)
        .node("ask", HistoryScenarios.asks())
        .edge(Graph.START, "ask")
        .build();
  }

  /** An agent that greets the user after its tool has run. */
  private static void editedAgent(Stage stage) {
    Channel<String> user = Channel.of("user", String.class);
    NodeAction agent =
        context ->
            Command.update(
                V,
                context.state().get(V).contains("tool")
                    ? "hello " + context.state().get(user)
                    : "call");
    Graph graph =
        edges(
                stage.graph().channels(user).node("agent", agent).node("tools", says("tool")),
                "S->agent, tools->agent")
            .route(
                "agent",
                state ->
                    state.get(V).get(state.get(V).size() - 1).equals("call") ? "tools" : Graph.END,
                "tools",
                Graph.END)
            .build();
    stage.start(graph, StateUpdate.of(user, "ann"));
    HistoryScenarios.noteHistory(stage);
    stage.proceed();
    Fork edited = Fork.of(2).editing(NodeEdit.of(StateUpdate.of(user, "bartolo")));
    stage.attemptOnThread("fork", () -> stage.runtime().fork(stage.thread(), edited));
    stage.proceed();
  }

  /** A copy passes through the JSON form of the checkpoint. */
  private static void throughJson(Stage stage) {
    stage.start(asking(stage), v("i"));
    ThreadId other = ThreadId.of(stage.thread() + "-copy");
    stage.runtime().copy(stage.thread(), other);
    Stage.await(stage.runtime().answer(other, Answer.single("yes")));
    stage.note("copy", stage.runtime().snapshot(other).state().get(Letters.V));
  }
}
