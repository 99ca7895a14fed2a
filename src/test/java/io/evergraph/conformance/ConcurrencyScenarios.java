package io.evergraph.conformance;

import static io.evergraph.conformance.Letters.V;
import static io.evergraph.conformance.Letters.edges;
import static io.evergraph.conformance.Letters.nodes;
import static io.evergraph.conformance.Letters.v;
import static io.evergraph.graph.Graph.START;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.OnFailure;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** What runs at the same time, and how much of it. */
final class ConcurrencyScenarios {
  private static final Duration QUIET = Duration.ofMillis(200);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private ConcurrencyScenarios() {}

  static void addTo(Catalogue engines) {
    engines.add("D10", ConcurrencyScenarios::sideBySide);
    engines.add("D11", ConcurrencyScenarios::limited);
    engines.add("D17", ConcurrencyScenarios::streamingBranches);
    engines.add("D20", stage -> new Crowd(stage, 5).play(2));
    engines.add("D21", ConcurrencyScenarios::tenAndFailFast);
  }

  /** Both runs are in node a at the same time. */
  private static void sideBySide(Stage stage) {
    CyclicBarrier both = new CyclicBarrier(2);
    NodeAction meeting =
        context -> {
          both.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
          return Command.update(V, "a of " + context.thread());
        };
    Graph graph =
        edges(nodes(stage.graph(), "b", "j").node("a", meeting), "S->a, S->b, [a+b]->j").build();
    stage.runtime().graphs().register(graph);
    ThreadId mine = stage.thread();
    RunHandle other = stage.runtime().start(graph, ThreadId.of(mine + "-other"), v("other"));
    stage.run("mine", () -> stage.runtime().start(graph, mine, v("mine")));
    State otherState = Stage.await(other).state();
    stage.note("entries of mine", without(mine, stage.state()));
    stage.note("entries of the other", without(other.thread(), otherState));
    stage.note("events of mine", finished(stage, mine));
    stage.note("events of the other", finished(stage, other.thread()));
  }

  private static List<String> without(ThreadId thread, State state) {
    return state.get(V).stream().map(entry -> entry.replace(" of " + thread, "")).toList();
  }

  private static List<String> finished(Stage stage, ThreadId thread) {
    return stage.runtime().events(thread, 1).stream()
        .filter(RunEvent.TaskFinished.class::isInstance)
        .map(event -> ((RunEvent.TaskFinished) event).node())
        .sorted()
        .toList();
  }

  private static void limited(Stage stage) {
    new Crowd(stage, 12).play(3);
    new Crowd(stage.onNewThread(), 12).play(0);
    stage.attempt("negative", () -> RunOptions.builder().maxConcurrency(-1).build());
  }

  /** Nodes that all wait until as many as may run at once have begun, and a while longer. */
  private static final class Crowd {
    private final Stage stage;
    private final int size;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch released = new CountDownLatch(1);

    Crowd(Stage stage, int size) {
      this.stage = stage;
      this.size = size;
    }

    void play(int limit) {
      GraphBuilder builder = stage.graph("-" + limit);
      IntStream.range(10, 10 + size)
          .mapToObj(index -> "w" + index)
          .forEach(name -> builder.edge(START, name).node(name, this::work));
      Graph graph = builder.build();
      stage.runtime().graphs().register(graph);
      RunOptions options = RunOptions.builder().maxConcurrency(limit).build();
      RunHandle run = stage.runtime().start(graph.name(), stage.thread(), v(), options);
      int atOnce = limit == 0 ? size : limit;
      Awaitility.await().atMost(LONGEST).until(() -> running.get() >= atOnce);
      Awaitility.await()
          .during(limit == 0 ? Duration.ZERO : QUIET)
          .atMost(LONGEST)
          .until(() -> running.get() >= atOnce);
      released.countDown();
      stage.run("start", () -> run).note("most at once", most.get());
    }

    private Command work(NodeContext context) throws InterruptedException {
      most.accumulateAndGet(running.incrementAndGet(), Math::max);
      released.await(LONGEST.toSeconds(), TimeUnit.SECONDS);
      running.decrementAndGet();
      return Command.update(V, context.node());
    }
  }

  /** One of three branches streams; a join on all waits for them, one on any for the first. */
  private static void streamingBranches(Stage stage) {
    CountDownLatch never = new CountDownLatch(1);
    NodeAction streams =
        context -> {
          List.of("one", "two").forEach(piece -> context.emitter().text("m", piece));
          return Command.update(V, "streamed onetwo");
        };
    NodeAction waits =
        context -> {
          never.await();
          return Command.none();
        };
    Graph all =
        edges(
                nodes(stage.graph("-all"), "plain", "merge").node("stream", streams),
                "S->plain, S->stream, [plain+stream]->merge")
            .build();
    Graph any =
        edges(
                nodes(stage.graph("-any"), "merge").node("stream", streams).node("slow", waits),
                "S->slow, S->stream")
            .join(List.of("slow", "stream"), "merge", JoinRule.any())
            .build();
    StreamOptions messages = StreamOptions.of(StreamMode.MESSAGES);
    stage.watch(all, v(), messages).observe("all");
    stage.onNewThread().watch(any, v(), messages).observe("any");
  }

  private static void tenAndFailFast(Stage stage) {
    ListChannel<String> once = ListChannel.union("once", String.class);
    GraphBuilder builder = stage.graph().channels(once);
    for (int index = 0; index < 10; index++) {
      String node = "p" + index;
      builder.node(node, context -> Command.update(once, context.node())).edge(START, node);
    }
    stage.start(builder.build(), v());
    CountDownLatch never = new CountDownLatch(1);
    Graph failing =
        edges(
                stage
                    .graph("-fail-fast")
                    .node(
                        "bad",
                        context -> {
                          throw new IllegalArgumentException("at once");
                        })
                    .node(
                        "sleeper",
                        context -> {
                          never.await();
                          return Command.none();
                        }),
                "S->bad, S->sleeper")
            .failFast()
            .onFailure(OnFailure.FAIL)
            .build();
    stage.onNewThread().start(failing, v());
  }
}
