package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.counted;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.v;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.llm.message.Message;
import io.evergraph.llm.message.Messages;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;

/** What those who watch may rely on: order, ends, filters. */
final class WatchingScenarios {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");
  private static final int EMISSIONS = 50;

  private WatchingScenarios() {}

  static void addTo(Catalogue langGraph, Catalogue engines) {
    engines.add("I1", WatchingScenarios::reversedFutures);
    engines.add("I2", WatchingScenarios::failsWhileStreaming);
    engines.add("I3", WatchingScenarios::filters);
    engines.add("I5", WatchingScenarios::stress);
    engines.add("I6", WatchingScenarios::notShownTwice);
    engines.add("I8", WatchingScenarios::readWhileRunning);
    engines.add("I9", WatchingScenarios::emptyAndWhole);
    engines.add("I10", WatchingScenarios::usage);
    engines.add("I11", WatchingScenarios::onlyTheEnd);
    engines.add("I12", WatchingScenarios::cancelled);
  }

  private static Graph single(Stage stage, NodeAction action) {
    NodePolicy once = NodePolicy.builder().attempts(1).build();
    GraphBuilder builder = stage.graph().channels(CHAT).node("a", action, once);
    return edges(builder, "S->a->E").build();
  }

  private static void reversedFutures(Stage stage) {
    Graph graph =
        single(
            stage,
            context -> {
              List<CompletableFuture<String>> words = new ArrayList<>();
              CompletableFuture<String> later = new CompletableFuture<>();
              words.add(later.thenApply(any -> "one"));
              words.add(CompletableFuture.completedFuture("two"));
              later.complete("");
              words.forEach(word -> context.emitter().text("m", word.join()));
              return Command.update(CHAT, Message.assistant("onetwo").withId("m"));
            });
    stage.watch(graph, v(), StreamOptions.of(StreamMode.MESSAGES));
  }

  private static void failsWhileStreaming(Stage stage) {
    Graph graph =
        single(
            stage,
            context -> {
              context.emitter().text("m", "one");
              context.emitter().text("m", "two");
              throw new IllegalStateException("third");
            });
    stage.watch(graph, v(), StreamOptions.of(StreamMode.MESSAGES));
    stage.onNewThread().start(graph, v());
  }

  private static void filters(Stage stage) {
    Graph graph =
        single(
            stage,
            context -> {
              context.emitter().custom("c");
              return Command.update(
                  StateUpdate.of(CHAT, Message.assistant("m").withId("m1")).and(v("a")));
            });
    for (StreamMode mode : StreamMode.values()) {
      kinds(stage.onNewThread(), mode.name(), graph, StreamOptions.of(mode));
    }
    kinds(stage.onNewThread(), "all", graph, StreamOptions.all());
    kinds(stage.onNewThread(), "none", graph, StreamOptions.of());
    Graph failing =
        single(
            stage,
            context -> {
              throw new IllegalStateException("boom");
            });
    kinds(stage.onNewThread(), "none", failing, StreamOptions.of());
  }

  /** Notes the kinds of parts that are shown, and how the run ended. */
  private static void kinds(Stage stage, String after, Graph graph, StreamOptions options) {
    Set<String> kinds = new TreeSet<>();
    try (RunStream stream = stage.runtime().stream(begin(stage, graph), options)) {
      for (StreamPart part : stream) {
        kinds.add(kind(part));
      }
    }
    stage.note(after, List.copyOf(kinds));
  }

  private static String kind(StreamPart part) {
    return part instanceof StreamPart.Ended ended
        ? ended.end().type()
        : part.getClass().getSimpleName();
  }

  private static RunHandle begin(Stage stage, Graph graph) {
    stage.runtime().graphs().register(graph);
    return stage.runtime().start(graph.name(), stage.thread(), v(), RunOptions.defaults());
  }

  private static void stress(Stage stage) {
    GraphBuilder builder = stage.graph();
    StringBuilder paths = new StringBuilder("S->n0->E");
    for (int node = 0; node < 8; node++) {
      builder.node("n" + node, WatchingScenarios::emitMany);
      paths.append(node == 0 ? "" : ", S->n" + node + "->E");
    }
    Graph graph = edges(builder, paths.toString()).build();
    Map<String, List<Object>> emitted = new TreeMap<>();
    try (RunStream stream =
        stage.runtime().stream(begin(stage, graph), StreamOptions.of(StreamMode.CUSTOM))) {
      for (StreamPart part : stream) {
        if (part instanceof StreamPart.Custom custom) {
          emitted
              .computeIfAbsent(custom.origin().node(), any -> new ArrayList<>())
              .add(String.valueOf(custom.value()));
        }
      }
    }
    List<Object> expected = new ArrayList<>();
    for (int index = 0; index < EMISSIONS; index++) {
      expected.add(String.valueOf(index));
    }
    stage.note("nodes", emitted.size());
    stage.note("in order", emitted.values().stream().allMatch(expected::equals));
  }

  private static Command emitMany(NodeContext context) {
    for (int index = 0; index < EMISSIONS; index++) {
      context.emitter().custom(index);
    }
    return Command.none();
  }

  private static void notShownTwice(Stage stage) {
    Graph graph =
        single(
            stage,
            context -> {
              context.emitter().text("m1", "same words");
              return Command.update(
                  CHAT,
                  Message.assistant("same words").withId("m1"),
                  Message.assistant("same words").withId("m2"));
            });
    stage.watch(graph, v(), StreamOptions.of(StreamMode.MESSAGES));
  }

  private static void readWhileRunning(Stage stage) {
    CountDownLatch read = new CountDownLatch(1);
    Graph graph =
        single(
            stage,
            context -> {
              context.emitter().text("m", "early");
              read.await();
              throw new IllegalStateException("late");
            });
    List<String> seen = new ArrayList<>();
    try (RunStream stream =
        stage.runtime().stream(begin(stage, graph), StreamOptions.of(StreamMode.MESSAGES))) {
      for (StreamPart part : stream) {
        seen.add(kind(part));
        read.countDown();
      }
    }
    stage.note("seen", seen);
  }

  private static void emptyAndWhole(Stage stage) {
    Graph graph =
        single(
            stage,
            context -> {
              context.emitter().text("m1", "");
              context.emitter().text("m2", "part");
              return Command.update(
                  CHAT,
                  Message.assistant("").withId("m1"),
                  Message.assistant("part and rest").withId("m2"));
            });
    stage.watch(graph, v(), StreamOptions.of(StreamMode.MESSAGES));
  }

  private static void usage(Stage stage) {
    Graph graph =
        single(
            stage,
            context -> {
              context.emitter().text("m", "word");
              context.usage("total_tokens", 4);
              return Command.update(CHAT, Message.assistant("word").withId("m"));
            });
    List<Map<String, Long>> seen = new ArrayList<>();
    try (RunStream stream =
        stage.runtime().stream(begin(stage, graph), StreamOptions.of(StreamMode.TASKS))) {
      for (StreamPart part : stream) {
        if (part instanceof StreamPart.TaskEnded ended) {
          seen.add(ended.report().usage());
        }
      }
    }
    stage.note("usage", seen);
  }

  private static void onlyTheEnd(Stage stage) {
    Graph graph =
        single(
            stage,
            context -> {
              context.emitter().custom("unseen");
              throw new IllegalStateException("boom");
            });
    stage.watch(graph, v(), StreamOptions.of());
  }

  private static void cancelled(Stage stage) {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    NodeAction slow =
        context -> {
          begun.countDown();
          never.await();
          return Command.update(V, "c");
        };
    GraphBuilder builder = counted(stage, stage.graph(), "a", "b").node("c", stage.counted(slow));
    Graph graph = edges(builder, "S->a->E, S->b->E, S->c->E").build();
    RunHandle run = begin(stage, graph);
    int updates = 0;
    try (RunStream stream = stage.runtime().stream(run, StreamOptions.of(StreamMode.UPDATES))) {
      for (StreamPart part : stream) {
        updates += part instanceof StreamPart.Update ? 1 : 0;
        if (updates == 2) {
          Awaitility.await().until(() -> begun.getCount() == 0);
          stage.runtime().cancel(stage.thread());
        }
      }
    }
    stage.note("updates", updates);
    stage.note("run", Stage.await(run).status());
    stage.observe("cancel");
    never.countDown();
    stage.proceed().noteCalls();
  }
}
