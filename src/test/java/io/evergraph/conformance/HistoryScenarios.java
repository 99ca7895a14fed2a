package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Steering;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** What is kept of threads, and how they go back to it. */
final class HistoryScenarios {
  private HistoryScenarios() {}

  static void addTo(Catalogue langGraph) {
    addReading(langGraph);
    addEdits(langGraph);
    addForks(langGraph);
    addFailures(langGraph);
    addChanges(langGraph);
  }

  private static void addReading(Catalogue langGraph) {
    langGraph.add("E-01", stage -> noteHistory(stage.start(chain(stage, "a", "b"), v("i"))));
    langGraph.add("E-03", stage -> noteHistory(stage.start(chain(stage, "a", "b"), v("i"))));
    langGraph.add(
        "E-21",
        stage -> {
          stage.start(chain(stage, "a", "b"), v("i"));
          stage.note("limit", history(stage, HistoryQuery.all().limit(2)));
          stage.note("before", history(stage, HistoryQuery.all().before(3)));
          stage.note("inputs", history(stage, HistoryQuery.all().source(Source.INPUT)));
        });
    langGraph.add(
        "E-35",
        stage -> stage.attempt("read", () -> stage.runtime().snapshot(ThreadId.of("nobody-35"))));
  }

  private static void addEdits(Catalogue langGraph) {
    langGraph.add(
        "E-04",
        stage -> {
          Graph graph = edges(nodes(stage.graph(), "a", "b", "c"), "S->a->b->c").build();
          stage.start(graph, v());
          stage.runtime().fork(stage.thread(), Fork.of(3));
          stage.edit(v("U"), null).proceed();
        });
    langGraph.add(
        "E-06",
        stage -> {
          stage.runtime().graphs().register(chain(stage, "a", "b"));
          stage.runtime().create(stage.thread(), Map.of());
          String graph = chain(stage, "a", "b").name();
          stage.attemptOnThread(
              "edit", () -> stage.runtime().editState(stage.thread(), graph, v("U"), "a"));
          stage.proceed();
        });
    langGraph.add(
        "E-07",
        stage -> {
          stage.start(edges(nodes(stage.graph(), "a", "b"), "S->a, S->b").build(), v());
          stage.edit(v("U"), null).edit(v("U"), "zz");
        });
    langGraph.add(
        "E-08",
        stage -> {
          stage.start(asking(stage), v("i"));
          stage.edit(v("U"), END).edit(StateUpdate.empty(), END).proceed();
        });
    langGraph.add(
        "E-10",
        stage -> {
          stage.start(chain(stage, "a", "b"), v());
          stage.runtime().fork(stage.thread(), Fork.of(3));
          stage.edit(StateUpdate.empty(), "b");
        });
    addMoreEdits(langGraph);
  }

  private static void addMoreEdits(Catalogue langGraph) {
    langGraph.add("E-26", stage -> steer(stage, Steering.goTo("b").with(v("u"))));
    langGraph.add("E-27", stage -> steer(stage, Steering.update(v("u"))));
    langGraph.add(
        "E-28",
        stage -> {
          stage.runtime().graphs().register(chain(stage, "a", "b"));
          stage.runtime().create(stage.thread(), Map.of());
          String graph = chain(stage, "a", "b").name();
          stage.runtime().editState(stage.thread(), graph, v("i"), START);
          stage.edit(v("a"), "a");
          noteHistory(stage).proceed();
        });
    langGraph.add(
        "E-29",
        stage -> {
          stage.start(edges(nodes(stage.graph(), "a", "b"), "S->a, S->b").build(), v());
          edit(stage, NodeEdit.as("a", v("A")), NodeEdit.as("b", v("B")));
          stage.note("history", history(stage, HistoryQuery.all().limit(2)));
          edit(stage, NodeEdit.of(v("A")), NodeEdit.as("b", v("B")));
          edit(stage);
        });
    langGraph.add(
        "E-31",
        stage -> {
          stage.start(bothAsk(stage, "-edges", "S->p->z, S->q->z"), v());
          stage.edit(v("P"), "p");
          Graph joined = bothAsk(stage, "-join", "S->p, S->q, [p+q]->z");
          stage.onNewThread().start(joined, v());
          edit(stage, NodeEdit.as("p", v("P")), NodeEdit.as("q", v("Q")));
          stage.proceed();
        });
  }

  private static Graph bothAsk(Stage stage, String suffix, String paths) {
    GraphBuilder graph = nodes(stage.graph(suffix).node("p", asks()).node("q", asks()), "z");
    return edges(graph, paths).build();
  }

  private static void steer(Stage stage, Steering steering) {
    stage.start(edges(nodes(stage.graph(), "a", "b"), "S->a->b").openRoutes().build(), v());
    stage.run(
        "command",
        () ->
            stage
                .runtime()
                .resume(stage.thread(), "command-" + System.nanoTime(), List.of(), steering));
    stage.note("history", history(stage, HistoryQuery.all().limit(2)));
  }

  private static void edit(Stage stage, NodeEdit... edits) {
    stage.attemptOnThread(
        "edit", () -> stage.runtime().editState(stage.thread(), null, List.of(edits)));
  }

  private static void addForks(Catalogue langGraph) {
    langGraph.add(
        "E-11",
        stage -> {
          stage.start(chain(stage, "a", "b", "c"), v());
          fork(stage, Fork.of(3)).proceed();
          noteHistory(stage);
        });
    langGraph.add(
        "E-12",
        stage -> {
          stage.start(chain(stage, "a", "b", "c"), v());
          fork(stage, Fork.of(3).editing(NodeEdit.of(v("F")))).proceed();
        });
    langGraph.add(
        "E-13",
        stage -> {
          stage.start(chain(stage, "a", "b"), v());
          fork(stage, Fork.of(3).editing(NodeEdit.of(v("one")))).proceed();
          fork(stage, Fork.of(3).editing(NodeEdit.of(v("two")))).proceed();
        });
    langGraph.add(
        "E-16",
        stage -> {
          stage.start(chain(stage, "a", "b"), v());
          fork(stage, Fork.of(3).asSibling());
          ThreadSnapshot copy = stage.runtime().snapshot(stage.thread());
          stage.note("copy", List.of(name(copy.source()), copy.parent(), copy.step()));
        });
    addMoreForks(langGraph);
  }

  private static void addMoreForks(Catalogue langGraph) {
    langGraph.add(
        "E-30",
        stage -> {
          stage.start(chain(stage, "a", "b"), v("i"));
          fork(stage, Fork.of(2).editing(NodeEdit.as("a", v("A")))).proceed();
        });
    langGraph.add(
        "E-33",
        stage -> {
          stage.start(chain(stage, "a", "b", "c"), v());
          fork(stage, Fork.of(4)).proceed();
          fork(stage, Fork.of(3)).proceed();
          fork(stage, Fork.of(5)).proceed();
        });
    langGraph.add(
        "E-36",
        stage -> {
          stage.start(chain(stage, "a", "b"), v());
          List<String> before = history(stage, HistoryQuery.all());
          fork(stage, Fork.of(3)).proceed();
          List<String> after = history(stage, HistoryQuery.all());
          stage.note(
              "kept", after.subList(after.size() - before.size(), after.size()).equals(before));
          stage.note("more", after.size() - before.size());
        });
  }

  private static Stage fork(Stage stage, Fork fork) {
    return stage.attemptOnThread("fork", () -> stage.runtime().fork(stage.thread(), fork));
  }

  private static void addFailures(Catalogue langGraph) {
    langGraph.add(
        "E-17",
        stage -> {
          AtomicBoolean repaired = new AtomicBoolean();
          NodeAction two =
              context -> {
                stage.called("two");
                return failing(repaired, "two");
              };
          NodeAction one =
              context -> {
                stage.called("one");
                return Command.update(Letters.V, "one");
              };
          Graph graph =
              edges(
                      stage
                          .graph()
                          .node("one", one)
                          .node("two", two, NodePolicy.builder().attempts(1).build()),
                      "S->one, S->two")
                  .build();
          stage.start(graph, v("i"));
          TaskView done = stage.runtime().snapshot(stage.thread()).tasks().get(0);
          stage.note(
              "result", List.of(done.node(), done.isFinished(), String.valueOf(done.writes())));
          stage.proceed().noteCalls();
          repaired.set(true);
          stage.proceed().noteCalls();
        });
    langGraph.add("E-18", stage -> failThenInput(stage));
    langGraph.add(
        "E-34",
        stage -> {
          Graph graph = brokenAfterA(stage, new AtomicBoolean());
          noteHistory(stage.start(graph, v()));
        });
  }

  private static void failThenInput(Stage stage) {
    AtomicBoolean repaired = new AtomicBoolean();
    Graph graph = brokenAfterA(stage, repaired);
    stage.start(graph, v("i"));
    repaired.set(true);
    stage.start(graph, v("j"));
  }

  private static Graph brokenAfterA(Stage stage, AtomicBoolean repaired) {
    return edges(
            nodes(stage.graph(), "a")
                .node(
                    "b",
                    context -> failing(repaired, "b"),
                    NodePolicy.builder().attempts(1).build()),
            "S->a->b")
        .build();
  }

  private static Command failing(AtomicBoolean repaired, String entry) {
    if (!repaired.get()) {
      throw new IllegalStateException("broken");
    }
    return Command.update(Letters.V, entry);
  }

  private static void addChanges(Catalogue langGraph) {
    langGraph.add(
        "E-22",
        stage -> {
          stage.start(asking(stage), v());
          stage
              .runtime()
              .graphs()
              .register(edges(nodes(stage.graph().version("2"), "b2"), "S->b2").build());
          ThreadId other = ThreadId.of(stage.thread() + "-copy");
          stage.attempt("copy", () -> stage.runtime().copy(stage.thread(), other));
        });
    langGraph.add(
        "E-24",
        stage -> {
          ListChannel<String> more = ListChannel.append("more", String.class);
          ListChannel<String> old = ListChannel.append("old", String.class);
          stage.start(withChannel(stage, "1", old), v("i").with(old, "o"));
          stage.runtime().graphs().register(withChannel(stage, "2", more));
          ThreadId other = ThreadId.of(stage.thread() + "-copy");
          stage.note(
              "copy",
              stage.runtime().codec().plain(stage.runtime().copy(stage.thread(), other).state()));
        });
  }

  private static Graph withChannel(Stage stage, String version, ListChannel<String> channel) {
    return stage
        .graph()
        .version(version)
        .channels(channel)
        .node("a", asks())
        .edge(START, "a")
        .build();
  }

  static NodeAction asks() {
    return context ->
        Command.update(Letters.V, String.valueOf(context.interrupt(Question.of("?"))));
  }

  static Graph asking(Stage stage) {
    return stage.graph().node("a", asks()).edge(START, "a").build();
  }

  static Graph chain(Stage stage, String... names) {
    return edges(nodes(stage.graph(), names), "S->" + String.join("->", names)).build();
  }

  static Stage noteHistory(Stage stage) {
    return stage.note("history", history(stage, HistoryQuery.all()));
  }

  /** Source, step, what follows and the list, of every checkpoint. */
  static List<String> history(Stage stage, HistoryQuery query) {
    return stage.runtime().history(stage.thread(), query).stream()
        .map(HistoryEntry::snapshot)
        .map(
            it ->
                name(it.source())
                    + " "
                    + it.step()
                    + " "
                    + it.next()
                    + " "
                    + it.state().find(Letters.V).orElse(List.of()))
        .toList();
  }

  private static String name(@Nullable Source source) {
    return String.valueOf(source).toLowerCase(Locale.ROOT);
  }
}
