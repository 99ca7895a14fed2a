package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.contract.PartText;
import io.evergraph.event.RunEvent;
import io.evergraph.export.Mermaid;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.Channel;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;

/** What is to be seen of a run while it goes on. */
final class StreamingScenarios {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final Channel<String> B = Channel.of("b", String.class);

  private StreamingScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue engines) {
    modes(langGraph);
    emissions(langGraph);
    subgraphs(langGraph);
    resumes(langGraph);
    others(langGraph);
  }

  private static Graph chain(Stage stage) {
    return edges(nodes(stage.graph(), "a", "b"), "S->a->b->E").build();
  }

  private static void modes(Catalogue langGraph) {
    langGraph.add(
        "G-01",
        stage -> {
          stage.watch(chain(stage), v("i"), StreamOptions.of(StreamMode.VALUES));
          stage.onNewThread();
          stage.watch(chain(stage), v("i"), StreamOptions.of(StreamMode.UPDATES));
        });
    langGraph.add(
        "G-02",
        stage ->
            stage.watch(
                chain(stage),
                v("i"),
                StreamOptions.of(StreamMode.VALUES, StreamMode.UPDATES, StreamMode.TASKS)));
    langGraph.add(
        "G-03",
        stage -> {
          Graph graph = edges(nodes(stage.graph(), "a"), "S->a->E").build();
          stage.watch(graph, v("i"), StreamOptions.of(StreamMode.DEBUG));
        });
    langGraph.add(
        "G-04",
        stage -> {
          Graph graph = edges(nodes(stage.graph(), "a"), "S->a->E").build();
          stage.watch(graph, v("i"), StreamOptions.of(StreamMode.CHECKPOINTS));
        });
    langGraph.add("G-07", StreamingScenarios::channels);
    langGraph.add(
        "G-13",
        stage -> {
          Graph graph = edges(nodes(stage.graph(), "a", "b"), "S->a->E, S->b->E").build();
          stage.watch(graph, v("i"), StreamOptions.of(StreamMode.VALUES));
        });
    langGraph.add(
        "G-16", stage -> stage.watch(chain(stage), v("i"), StreamOptions.of(StreamMode.UPDATES)));
  }

  private static void channels(Stage stage) {
    Graph graph =
        edges(
                stage
                    .graph()
                    .channels(B)
                    .node("n", context -> Command.update(StateUpdate.of(B, "1").and(v("n")))),
                "S->n->E")
            .build();
    List<String> shown = new ArrayList<>();
    stage.runtime().graphs().register(graph);
    RunHandle run =
        stage.runtime().start(graph.name(), stage.thread(), v("i"), RunOptions.defaults());
    StreamOptions options =
        StreamOptions.builder().modes(StreamMode.UPDATES, StreamMode.VALUES).channels("b").build();
    try (RunStream stream = stage.runtime().stream(run, options)) {
      for (StreamPart part : stream) {
        if (part instanceof StreamPart.Update update) {
          shown.add("update " + update.writes().stream().map(it -> it.channel()).toList());
        } else if (part instanceof StreamPart.Values values) {
          shown.add("values " + values.state().values());
        }
      }
    }
    stage.note("channels", shown);
  }

  private static void emissions(Catalogue langGraph) {
    langGraph.add(
        "G-05",
        stage -> {
          Graph graph =
              edges(
                      stage
                          .graph()
                          .node(
                              "a",
                              context -> {
                                context.emitter().custom(Map.of("p", 1));
                                context.emitter().custom("two");
                                return Command.update(V, "a");
                              }),
                      "S->a->E")
                  .build();
          stage.watch(graph, v("i"), StreamOptions.of(StreamMode.CUSTOM, StreamMode.UPDATES));
          parallelEmissions(stage.onNewThread());
        });
    langGraph.add("G-10", StreamingScenarios::messages);
  }

  /** Node b waits for a's first emission; node a waits until b's update has been seen. */
  private static void parallelEmissions(Stage stage) {
    Semaphore toA = new Semaphore(0);
    Semaphore toB = new Semaphore(0);
    GraphBuilder builder =
        stage
            .graph("-parallel")
            .node(
                "a",
                context -> {
                  context.emitter().custom("a1");
                  toB.release();
                  toA.acquire();
                  context.emitter().custom("a2");
                  return Command.update(V, "a");
                })
            .node(
                "b",
                context -> {
                  toB.acquire();
                  context.emitter().custom("b1");
                  return Command.update(V, "b");
                });
    Graph graph = edges(builder, "S->a->E, S->b->E").build();
    stage.runtime().graphs().register(graph);
    RunHandle run = stage.runtime().start(graph.name(), stage.thread(), v(), RunOptions.defaults());
    StreamOptions options =
        StreamOptions.of(StreamMode.CUSTOM, StreamMode.UPDATES, StreamMode.VALUES);
    try (RunStream stream = stage.runtime().stream(run, options)) {
      for (StreamPart part : stream) {
        if (part instanceof StreamPart.Update) {
          toA.release();
          break;
        }
      }
    }
    stage.watch(run, options);
  }

  private static void messages(Stage stage) {
    GraphBuilder builder =
        stage
            .graph()
            .channels(CHAT)
            .node(
                "speaks",
                context -> {
                  for (String word : List.of("hello", " ", "big", " ", "world")) {
                    context.emitter().text("m1", word);
                  }
                  return Command.update(CHAT, Message.assistant("hello big world").withId("m1"));
                })
            .node(
                "writes",
                context ->
                    Command.update(
                        CHAT,
                        context.state().get(CHAT).get(1),
                        Message.assistant("whole").withId("m2")));
    Graph graph = edges(builder, "S->speaks->writes->E").build();
    StateUpdate input = StateUpdate.of(CHAT, Message.user("hi").withId("u1"));
    stage.watch(graph, input, StreamOptions.of(StreamMode.MESSAGES));
  }

  private static void subgraphs(Catalogue langGraph) {
    langGraph.add(
        "G-08",
        stage -> {
          Graph child = edges(nodes(stage.graph("-child"), "s1", "s2"), "S->s1->s2->E").build();
          Graph graph =
              edges(nodes(stage.graph(), "p").subgraph("sub", child), "S->p->sub->E").build();
          stage.watch(
              graph, v("i"), StreamOptions.builder().modes(StreamMode.UPDATES).subgraphs().build());
          stage.onNewThread();
          stage.watch(graph, v("i"), StreamOptions.of(StreamMode.UPDATES));
        });
  }

  private static Graph askingBeside(Stage stage) {
    return edges(
            nodes(stage.graph(), "a", "o")
                .node(
                    "b",
                    context ->
                        Command.update(V, String.valueOf(context.interrupt(Question.of("Q"))))),
            "S->a->b->E, a->o->E")
        .build();
  }

  private static void resumes(Catalogue langGraph) {
    langGraph.add(
        "G-14",
        stage -> {
          stage.start(askingBeside(stage), v("i"));
          stage.watch(
              stage.runtime().answer(stage.thread(), Answer.single("R")),
              StreamOptions.of(StreamMode.VALUES));
          stage.watch(
              stage.runtime().proceed(stage.thread(), TimeOrderedId.next(), null),
              StreamOptions.of(StreamMode.VALUES));
        });
    langGraph.add(
        "G-18",
        stage -> {
          stage.start(askingBeside(stage), v("i"));
          stage.watch(
              stage.runtime().answer(stage.thread(), Answer.single("R")),
              StreamOptions.of(StreamMode.UPDATES));
        });
  }

  private static void others(Catalogue langGraph) {
    langGraph.add(
        "G-11",
        stage -> {
          Graph graph =
              edges(
                      stage
                          .graph()
                          .node(
                              "a",
                              context -> {
                                throw new IllegalArgumentException("boom");
                              },
                              NodePolicy.builder().attempts(1).build()),
                      "S->a->E")
                  .build();
          stage.watch(
              graph,
              v("i"),
              StreamOptions.of(StreamMode.VALUES, StreamMode.UPDATES, StreamMode.TASKS));
        });
    langGraph.add(
        "G-15",
        stage -> {
          stage.note("linear", lines(chain(stage)));
          Graph chosen =
              edges(nodes(stage.graph("-chosen"), "a", "b"), "S->a, b->E")
                  .route("a", state -> "b", "b")
                  .build();
          stage.note("chosen", lines(chosen));
        });
    langGraph.add("G-17", StreamingScenarios::oneRun);
  }

  /** The same run is watched, awaited, watched again by another reader, and left by a third. */
  private static void oneRun(Stage stage) {
    Graph graph =
        edges(
                nodes(stage.graph(), "a")
                    .subgraph("left", inner(stage, "l"))
                    .subgraph("right", inner(stage, "r")),
                "S->a->left, a->right")
            .build();
    stage.runtime().graphs().register(graph);
    RunHandle run = stage.runtime().start(graph, stage.thread(), v("i"));
    stage.watch(run, StreamOptions.of(StreamMode.VALUES)).run("output", () -> run);
    stage.note(
        "event numbers",
        stage.runtime().events(stage.thread(), 1).stream()
            .map(RunEvent::number)
            .toList()
            .equals(
                LongStream.rangeClosed(1, stage.runtime().snapshot(stage.thread()).lastEvent())
                    .boxed()
                    .toList()));
    StreamOptions inside = StreamOptions.builder().modes(StreamMode.UPDATES).subgraphs().build();
    stage.note(
        "shown",
        PartText.of(stage.runtime().stream(run, inside), V.name()).stream().sorted().toList());
    RunStream left = stage.runtime().stream(run, StreamOptions.all());
    left.close();
    stage.note("closed", left.iterator().hasNext());
  }

  private static Graph inner(Stage stage, String node) {
    return edges(nodes(stage.graph("-" + node), node), "S->" + node).build();
  }

  private static List<String> lines(Graph graph) {
    return Mermaid.of(graph.spec()).lines().map(String::strip).toList();
  }
}
