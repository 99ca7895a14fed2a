package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.llm.Message;
import io.evergraph.llm.Messages;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** What is to be seen of a run while it goes on, and again after it has ended. */
abstract class StreamContract extends RuntimeContract {
  private static final ListChannel<Message> CHAT = Messages.channel("chat");

  @Test
  void shouldShowTheValuesOfTheInputAndAfterEachStep() {
    assertThat(parts(chain(), "i", StreamOptions.of(StreamMode.VALUES)))
        .containsExactly("values [i]", "values [i, a]", "values [i, a, b]", "RunFinished");
  }

  @Test
  void shouldShowWhatEachNodeWrote() {
    assertThat(parts(chain(), "i", StreamOptions.of(StreamMode.UPDATES)))
        .containsExactly("a wrote [a]", "b wrote [b]", "RunFinished");
  }

  @Test
  void shouldShowSeveralModesBetweenEachOther() {
    assertThat(
            parts(
                chain(),
                "i",
                StreamOptions.of(StreamMode.VALUES, StreamMode.UPDATES, StreamMode.TASKS)))
        .containsExactly(
            "values [i]",
            "a begins with [i]",
            "a wrote [a]",
            "a ends with [a]",
            "values [i, a]",
            "b begins with [i, a]",
            "b wrote [b]",
            "b ends with [b]",
            "values [i, a, b]",
            "RunFinished");
  }

  @Test
  void shouldShowEachCheckpointWithWhatFollows() {
    Graph graph =
        Graph.builder("one")
            .channels(LOG)
            .node("a", Graphs.log("a"))
            .edge(START, "a")
            .edge("a", END)
            .build();

    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.CHECKPOINTS)))
        .containsExactly(
            "checkpoint -1 next [__start__]",
            "checkpoint 0 next [a]",
            "checkpoint 1 next []",
            "RunFinished");
  }

  @Test
  void shouldShowTasksAndCheckpointsToThoseWhoLookForFaults() {
    assertThat(parts(chain(), "i", StreamOptions.of(StreamMode.DEBUG)))
        .containsSubsequence(
            "debug 1 a begins with [i]",
            "debug 1 a ends with [a]",
            "debug 1 checkpoint 1 next [b]",
            "debug 2 b begins with [i, a]",
            "debug 2 b ends with [b]",
            "RunFinished");
  }

  @Test
  void shouldShowOnlyTheEndWhenNoModeIsWanted() {
    assertThat(parts(chain(), "i", StreamOptions.of())).containsExactly("RunFinished");
    assertThat(parts(chain(), "i", StreamOptions.all())).hasSizeGreaterThan(15);
  }

  @Test
  void shouldShowWhatANodeEmitsBeforeWhatItWrites() {
    Graph graph =
        single(
            context -> {
              context.emitter().custom(Map.of("p", 1));
              context.emitter().custom("two");
              context.emitter().progress("half way", 0.5);
              return Command.update(LOG, "a");
            });

    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.CUSTOM, StreamMode.UPDATES)))
        .containsExactly(
            "a emits {p=1}", "a emits two", "a is half way 0.5", "a wrote [a]", "RunFinished");
  }

  @Test
  void shouldShowEmissionsOfParallelNodesInTheOrderInWhichTheyWereMade() {
    Semaphore toA = new Semaphore(0);
    Semaphore toB = new Semaphore(0);
    Graph graph =
        Graph.builder("parallel-emissions")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  context.emitter().custom("a1");
                  toB.release();
                  toA.acquire();
                  context.emitter().custom("a2");
                  return Command.update(LOG, "a");
                })
            .node(
                "b",
                context -> {
                  toB.acquire();
                  context.emitter().custom("b1");
                  return Command.update(LOG, "b");
                })
            .edge(START, "a")
            .edge(START, "b")
            .edge("a", END)
            .edge("b", END)
            .build();
    List<String> seen = new ArrayList<>();

    try (RunStream stream = open(graph, "i", StreamOptions.all())) {
      for (StreamPart part : stream) {
        if (part.mode().filter(StreamMode.UPDATES::equals).isPresent()) {
          toA.release();
        }
        seen.add(text(part));
      }
    }

    assertThat(seen)
        .containsSubsequence(
            "a emits a1",
            "b emits b1",
            "b wrote [b]",
            "a emits a2",
            "a wrote [a]",
            "values [i, a, b]");
    assertThat(seen.stream().filter(part -> part.startsWith("values"))).hasSize(2);
  }

  @Test
  void shouldShowAnEmissionWhileTheNodeStillRuns() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    Graph graph =
        single(
            context -> {
              context.emitter().custom("now");
              seen.await();
              return Command.update(LOG, "a");
            });

    try (RunStream stream = open(graph, "i", StreamOptions.of(StreamMode.CUSTOM))) {
      List<StreamPart> first = stream.next(Duration.ofSeconds(30));
      seen.countDown();

      assertThat(first).extracting(StreamContract::text).containsExactly("a emits now");
      assertThat(rest(stream)).containsExactly("RunFinished");
    }
  }

  @Test
  void shouldKeepANodeAliveThatEmits() {
    Graph graph =
        Graph.builder("busy")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  CountDownLatch never = new CountDownLatch(1);
                  for (int beat = 0; beat < 12; beat++) {
                    context.emitter().progress("beat " + beat);
                    never.await(50, java.util.concurrent.TimeUnit.MILLISECONDS);
                  }
                  return Command.update(LOG, "a");
                },
                NodePolicy.builder()
                    .timeout(Duration.ofMillis(400))
                    .hardTimeout(Duration.ofSeconds(30))
                    .attempts(1)
                    .build())
            .edge(START, "a")
            .edge("a", END)
            .build();

    assertThat(start(graph, StateUpdate.empty()).orThrow().state().get(LOG)).containsExactly("a");
  }

  @Test
  void shouldNeverHoldANodeUpWhenNobodyReads() {
    Graph graph =
        single(
            context -> {
              for (int index = 0; index < 10_000; index++) {
                context.emitter().custom(index);
              }
              return Command.update(LOG, "a");
            });

    RunHandle run = begin(graph, "i");
    await(run);

    assertThat(rest(runtime().stream(run, StreamOptions.of(StreamMode.CUSTOM))))
        .hasSizeLessThan(10_000)
        .endsWith("a emits 9999", "RunFinished");
  }

  @Test
  void shouldShowTheInsideOfSubgraphsOnlyToThoseWhoWantIt() {
    Graph child =
        Graph.builder("child")
            .channels(LOG)
            .node("s1", Graphs.log("s1"))
            .edge(START, "s1")
            .edge("s1", END)
            .build();
    Graph graph =
        Graph.builder("parent")
            .channels(LOG)
            .node("first", Graphs.log("first"))
            .subgraph("sub", child)
            .edge(START, "first")
            .edge("first", "sub")
            .edge("sub", END)
            .build();

    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.UPDATES)))
        .containsExactly("first wrote [first]", "sub wrote [s1]", "RunFinished");
    assertThat(
            parts(
                graph, "i", StreamOptions.builder().modes(StreamMode.UPDATES).subgraphs().build()))
        .containsExactly(
            "first wrote [first]", "sub:s1 wrote [s1]", "sub wrote [s1]", "RunFinished");
  }

  @Test
  void shouldShowOnlyTheWantedNodesAndChannels() {
    Graph graph =
        Graph.builder("filter")
            .channels(LOG, VALUE)
            .node(
                "a",
                context -> Command.update(StateUpdate.of(VALUE, "v").and(StateUpdate.of(LOG, "a"))))
            .node("b", Graphs.log("b"))
            .edge(START, "a")
            .edge("a", "b")
            .edge("b", END)
            .build();

    assertThat(
            parts(graph, "i", StreamOptions.builder().modes(StreamMode.UPDATES).nodes("b").build()))
        .containsExactly("b wrote [b]", "RunFinished");
    List<StreamPart> values =
        list(
            graph, "i", StreamOptions.builder().modes(StreamMode.VALUES).channels("value").build());
    assertThat(values.get(values.size() - 2))
        .isInstanceOfSatisfying(
            StreamPart.Values.class,
            last -> assertThat(last.state().values()).isEqualTo(Map.of("value", "v")));
  }

  @Test
  void shouldShowTheInputOfTasksThatWereSent() {
    Graph graph =
        Graph.builder("sends")
            .channels(LOG)
            .node("worker", context -> Command.update(LOG, context.state().get(LOG).get(0) + "!"))
            .routes(
                START,
                context ->
                    List.of(
                        Route.send("worker", StateUpdate.of(LOG, "x")),
                        Route.send("worker", StateUpdate.of(LOG, "y"))),
                "worker")
            .edge("worker", END)
            .build();

    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.TASKS)))
        .contains("worker is sent [x]", "worker is sent [y]");
  }

  @Test
  void shouldShowMessagesWordByWordAndEachOnlyOnce() {
    Graph graph =
        Graph.builder("chat")
            .channels(CHAT)
            .node(
                "speaks",
                context -> {
                  for (String word : List.of("hello", " big", " world")) {
                    context.emitter().text("m1", word);
                  }
                  return Command.update(CHAT, Message.assistant("hello big world").withId("m1"));
                })
            .node(
                "writes",
                context ->
                    Command.update(
                        StateUpdate.of(
                            CHAT,
                            context.state().get(CHAT).get(1),
                            Message.assistant("whole").withId("m2"))))
            .edge(START, "speaks")
            .edge("speaks", "writes")
            .edge("writes", END)
            .build();
    runtime().graphs().register(graph);
    RunHandle run =
        runtime()
            .start(
                graph.name(),
                thread(),
                StateUpdate.of(CHAT, Message.user("hi").withId("u1")),
                RunOptions.defaults());

    assertThat(rest(runtime().stream(run, StreamOptions.of(StreamMode.MESSAGES))))
        .containsExactly(
            "m1 hello",
            "m1  big",
            "m1  world",
            "m1 is complete, unseen ''",
            "m2 is complete, unseen 'whole'",
            "RunFinished");
  }

  @Test
  void shouldShowFirstWhatAResumedRunGoesOnFrom() {
    Graph graph =
        Graph.builder("asks")
            .channels(LOG)
            .node("a", Graphs.log("a"))
            .node("b", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .node("o", Graphs.log("o"))
            .edge(START, "a")
            .edge("a", "b")
            .edge("a", "o")
            .edge("b", END)
            .edge("o", END)
            .build();
    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.VALUES, StreamMode.UPDATES)))
        .containsExactly(
            "values [i]", "a wrote [a]", "values [i, a]", "o wrote [o]", "RunWaiting asks ?");

    RunHandle run = runtime().answer(thread(), Answer.single("yes"));

    assertThat(
            rest(
                runtime().stream(
                    run,
                    StreamOptions.of(StreamMode.VALUES, StreamMode.UPDATES, StreamMode.TASKS))))
        .containsExactly(
            "values [i, a]",
            "o kept [o]",
            "b begins with [i, a]",
            "b wrote [yes]",
            "b ends with [yes]",
            "values [i, a, yes, o]",
            "RunFinished");
  }

  @Test
  void shouldShowTheFailureOfANodeAndOfTheRun() {
    Graph graph =
        Graph.builder("fails")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  throw new IllegalArgumentException("boom");
                },
                NodePolicy.builder().attempts(1).build())
            .edge(START, "a")
            .edge("a", END)
            .build();

    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.VALUES, StreamMode.TASKS)))
        .containsExactly(
            "values [i]",
            "a begins with [i]",
            "a fails: java.lang.IllegalArgumentException: boom",
            "RunParked after boom");
    assertThat(parts(graph, "i", StreamOptions.of())).containsExactly("RunParked after boom");
  }

  @Test
  void shouldShowTheSameAgainWhenTheRunHasEnded() {
    RunHandle run = begin(chain(), "i");
    StreamOptions options =
        StreamOptions.of(StreamMode.VALUES, StreamMode.UPDATES, StreamMode.CHECKPOINTS);
    List<String> first = rest(runtime().stream(run, options));

    start(runtime(), chain(), StateUpdate.of(LOG, "more"), RunOptions.builder());

    assertThat(rest(runtime().stream(run, options))).isEqualTo(first);
  }

  private static Graph chain() {
    return Graph.builder("chain-of-parts")
        .channels(LOG)
        .node("a", Graphs.log("a"))
        .node("b", Graphs.log("b"))
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", END)
        .build();
  }

  private static Graph single(NodeAction action) {
    GraphBuilder builder = Graph.builder("single").channels(LOG).node("a", action);
    return builder.edge(START, "a").edge("a", END).build();
  }

  private RunHandle begin(Graph graph, String input) {
    runtime().graphs().register(graph);
    return runtime()
        .start(
            graph.name(),
            thread(),
            StateUpdate.of(LOG, input),
            RunOptions.builder().runId(TimeOrderedId.next()).build());
  }

  private RunStream open(Graph graph, String input, StreamOptions options) {
    return runtime().stream(begin(graph, input), options);
  }

  private List<StreamPart> list(Graph graph, String input, StreamOptions options) {
    List<StreamPart> parts = new ArrayList<>();
    newThread();
    try (RunStream stream = open(graph, input, options)) {
      stream.forEach(parts::add);
    }
    return parts;
  }

  private List<String> parts(Graph graph, String input, StreamOptions options) {
    return list(graph, input, options).stream().map(StreamContract::text).toList();
  }

  private static List<String> rest(RunStream stream) {
    return PartText.of(stream, LOG.name());
  }

  private static String text(StreamPart part) {
    return part.match(new PartText(LOG.name()));
  }
}
