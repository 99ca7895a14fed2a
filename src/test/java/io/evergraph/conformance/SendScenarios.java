package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.says;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;

import io.evergraph.contract.PartText;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Sends and commands. */
final class SendScenarios {
  private static final Channel<Integer> I = Channel.of("i", Integer.class);
  private static final Channel<String> FOO = Channel.of("foo", String.class);
  private static final Channel<String> BAR = Channel.of("bar", String.class);
  private static final ListChannel<String> PLAN = ListChannel.append("plan", String.class);
  private static final NodeAction NUMBERED =
      context -> Command.update(V, context.node() + context.state().find(I).orElse(-1));

  private SendScenarios() {}

  static void addTo(Catalogue langGraph) {
    order(langGraph);
    targets(langGraph);
    commands(langGraph);
  }

  private static Route send(int number) {
    return Route.send("w", StateUpdate.of(I, number));
  }

  private static void order(Catalogue langGraph) {
    langGraph.add("C-16", SendScenarios::reversed);
    langGraph.add("C-17", SendScenarios::namedAndSent);
    langGraph.add("C-20", SendScenarios::fromTwoNodes);
    langGraph.add("C-21", SendScenarios::recursive);
    langGraph.add(
        "C-35",
        stage ->
            stage.start(
                edges(nodes(stage.graph().channels(I), "a", "b"), "S->b, S->a")
                    .node("w", NUMBERED)
                    .routes("b", context -> List.of(send(1), send(2)), "w")
                    .routes("a", context -> List.of(send(3)), "w")
                    .build(),
                v()));
    langGraph.add(
        "C-36",
        stage ->
            stage.start(
                nodes(stage.graph().channels(I), "b")
                    .node("w", NUMBERED)
                    .routes(START, context -> List.of(Route.to("b"), send(1)), "b", "w")
                    .build(),
                v("in")));
    langGraph.add(
        "C-41",
        stage ->
            stage.start(
                edges(nodes(stage.graph().channels(I), "a"), "S->a->w")
                    .node("w", NUMBERED)
                    .routes("a", context -> List.of(send(7)), "w")
                    .build(),
                v()));
  }

  private static void namedAndSent(Stage stage) {
    Graph graph =
        nodes(stage.graph().channels(I), "s", "zz", "aa")
            .node("w", NUMBERED)
            .edge(START, "s")
            .routes(
                "s",
                context -> List.of(send(0), Route.to("zz"), send(1), Route.to("aa")),
                "w",
                "zz",
                "aa")
            .build();
    stage.start(graph, v());
    stage.note(
        "planned",
        stage.runtime().events(stage.thread(), 1).stream()
            .filter(RunEvent.StepPlanned.class::isInstance)
            .flatMap(event -> ((RunEvent.StepPlanned) event).tasks().stream())
            .map(RunEvent.PlannedNode::node)
            .filter(node -> !node.equals(START))
            .toList());
  }

  /** Each task ends when the update of the one behind it has been seen. */
  private static void reversed(Stage stage) {
    Semaphore[] turn = {new Semaphore(0), new Semaphore(0), new Semaphore(0), new Semaphore(1)};
    Graph graph =
        nodes(stage.graph().channels(I), "z")
            .node(
                "w",
                context -> {
                  int number = context.state().get(I);
                  turn[number].tryAcquire(30, TimeUnit.SECONDS);
                  return Command.update(V, "w" + number);
                })
            .routes(
                START, context -> IntStream.range(0, 4).mapToObj(SendScenarios::send).toList(), "w")
            .edge("w", "z")
            .build();
    stage.runtime().graphs().register(graph);
    RunHandle run = stage.runtime().start(graph, stage.thread(), v());
    List<String> seen = new ArrayList<>();
    try (RunStream parts = stage.runtime().stream(run, StreamOptions.of(StreamMode.UPDATES))) {
      for (StreamPart part : parts) {
        if (part instanceof StreamPart.Update update) {
          seen.add(part.match(new PartText(V.name())));
          turn[Math.max(0, 3 - seen.size())].release();
        }
      }
    }
    stage.run("start", () -> run).note("updates", seen);
  }

  private static void fromTwoNodes(Stage stage) {
    Graph graph =
        nodes(stage.graph().channels(I), "1", "1.1", "3.1", "3")
            .node("w", NUMBERED)
            .edge(START, "1")
            .edge(START, "1.1")
            .routes("1", context -> List.of(send(1), send(2), Route.to("3.1")), "w", "3.1")
            .routes("1.1", context -> List.of(send(3), send(4)), "w")
            .edge("w", "3")
            .build();
    stage.start(graph, v("0"));
  }

  private static void recursive(Stage stage) {
    Graph graph =
        stage
            .graph()
            .channels(I)
            .node(
                "w",
                context -> {
                  int number = context.state().get(I);
                  List<Route> next = number > 0 ? List.of(send(number - 1)) : List.of();
                  return Command.update(V, "" + number).then(next);
                })
            .ends("w", "w")
            .routes(START, context -> List.of(send(2), send(1)), "w")
            .build();
    stage.start(graph, v());
  }

  private static void targets(Catalogue langGraph) {
    langGraph.add(
        "C-18",
        stage ->
            stage.start(
                edges(nodes(stage.graph(), "a"), "S->a")
                    .openRoutes()
                    .routes("a", context -> List.of(Route.send("ghost", StateUpdate.empty())))
                    .build(),
                v()));
    langGraph.add(
        "C-19",
        stage -> {
          Graph routed =
              edges(nodes(stage.graph("-route"), "a"), "S->a")
                  .routes("a", context -> List.of(Route.send(END, StateUpdate.empty())), END)
                  .build();
          Graph gone =
              stage
                  .graph("-goto")
                  .node(
                      "a",
                      context ->
                          Command.update(V, "a")
                              .then(List.of(Route.send(END, StateUpdate.empty()))))
                  .ends("a", END)
                  .edge(START, "a")
                  .build();
          stage.start(routed, v()).onNewThread().start(gone, v());
        });
    langGraph.add(
        "C-37",
        stage ->
            stage.start(
                stage
                    .graph()
                    .node(
                        "a",
                        context ->
                            Command.update(StateUpdate.of(Map.of("v", List.of("a"), "extra", 1))))
                    .edge(START, "a")
                    .route("a", state -> END, END)
                    .build(),
                v()));
    moreTargets(langGraph);
  }

  private static void moreTargets(Catalogue langGraph) {
    langGraph.add(
        "C-38",
        stage -> {
          Map<String, Object> seen = new TreeMap<>();
          Graph graph =
              stage
                  .graph()
                  .channels(I, FOO)
                  .node(
                      "w",
                      context -> {
                        seen.putAll(context.state().values());
                        return Command.none();
                      })
                  .routes(START, context -> List.of(send(1)), "w")
                  .build();
          stage.start(graph, StateUpdate.of(FOO, "kept")).note("input", Map.copyOf(seen));
        });
  }

  private static void commands(Catalogue langGraph) {
    langGraph.add(
        "C-22",
        stage ->
            stage.start(
                stage
                    .graph()
                    .channels(FOO, BAR)
                    .node("a", context -> Command.update(FOO, "bar").thenGoTo("b"))
                    .node("b", context -> Command.update(BAR, "baz").thenGoTo(END))
                    .ends("a", "b")
                    .ends("b", END)
                    .edge(START, "a")
                    .build(),
                StateUpdate.empty()));
    langGraph.add(
        "C-24",
        stage ->
            stage.start(
                nodes(stage.graph(), "b", "c")
                    .node("a", context -> Command.update(V, "a").thenGoTo("c", "b"))
                    .ends("a", "b", "c")
                    .edge(START, "a")
                    .build(),
                v()));
    langGraph.add(
        "C-34",
        stage ->
            stage.start(
                nodes(stage.graph(), "b", "c")
                    .node("a", context -> Command.update(V, "a").thenGoTo("b"))
                    .ends("a", "b")
                    .edge(START, "a")
                    .route("a", state -> "c", "c")
                    .build(),
                v()));
    langGraph.add("C-39", SendScenarios::plan);
  }

  /** The plan is held as one text per step; names of one step are joined by a plus sign. */
  private static void plan(Stage stage) {
    Graph graph =
        stage
            .graph()
            .channels(PLAN, I)
            .node(
                "planner",
                context -> {
                  int done = context.state().find(I).orElse(0);
                  List<String> plan = context.state().get(PLAN);
                  List<String> next =
                      done < plan.size() ? List.of(plan.get(done).split("\\+")) : List.of(END);
                  return Command.update(I, done + 1)
                      .then(new ArrayList<>(next.stream().map(Route::to).toList()));
                })
            .ends("planner", "s1", "s2", "s3", "s4", END)
            .node("s1", says("s1"))
            .node("s2", says("s2"))
            .node("s3", says("s3"))
            .node("s4", says("s4"))
            .edge(START, "planner")
            .edge("s1", "planner")
            .edge("s2", "planner")
            .edge("s3", "planner")
            .edge("s4", "planner")
            .build();
    stage.start(graph, StateUpdate.of(PLAN, "s1", "s2+s3", "s4"));
  }
}
