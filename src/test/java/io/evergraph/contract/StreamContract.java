package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What is to be seen of a run while it goes on, and again after it has ended. */
class StreamContract extends WatchContract {

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
  void shouldShowWhatWasWrittenBeforeTheRunOnceItIsCommitted() {
    Graph graph = Graphs.askingBeside();
    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.VALUES)))
        .containsExactly("values [i]", "RunWaiting asks ?");

    assertThat(values(runtime().answer(thread(), Answer.single("yes"))))
        .containsExactly("values [i]", "values [i, quick]", "RunFinished");
  }

  @Test
  void shouldShowWhatIsWrittenInPlaceOfATask() {
    Graph graph =
        Graph.builder("fails-beside")
            .channels(LOG)
            .node("good", Graphs.log("good"))
            .node(
                "bad",
                context -> {
                  throw new IllegalArgumentException("boom");
                },
                NodePolicy.builder().attempts(1).build())
            .edge(START, "good")
            .edge(START, "bad")
            .build();
    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.VALUES)))
        .containsExactly("values [i]", "RunParked after boom");

    assertThat(values(runtime().answer(thread(), Answer.skip(StateUpdate.of(LOG, "by hand")))))
        .startsWith("values [i]")
        .endsWith("RunFinished")
        .hasSize(3)
        .element(1)
        .asString()
        .contains("good", "by hand");
  }

  @Test
  void shouldShowWhatACommandWritesThatRunsNoNode() {
    assertThat(parts(chain(), "i", StreamOptions.of(StreamMode.VALUES))).endsWith("RunFinished");

    RunHandle run =
        runtime()
            .resume(thread(), "written", List.of(), Steering.update(StateUpdate.of(LOG, "more")));

    assertThat(values(run))
        .containsExactly("values [i, a, b]", "values [i, a, b, more]", "RunFinished");
  }

  private List<String> values(RunHandle run) {
    return rest(runtime().stream(run, StreamOptions.of(StreamMode.VALUES)));
  }

  private static Graph copied(String version) {
    return Graph.builder("copied")
        .version(version)
        .channels(LOG)
        .node("a", Graphs.log("a"))
        .edge(START, "a")
        .build();
  }

  /** Such a copy has no history, but the numbers of its events go on. */
  @Test
  void shouldFollowACopyOntoAnotherVersionOnce() throws InterruptedException {
    await(begin(copied("1"), "i"));
    runtime().graphs().register(copied("2"));
    ThreadId copy = ThreadId.of(thread() + "-copy");
    ThreadSnapshot unused = runtime().copy(thread(), copy);

    await(runtime().start("copied", copy, StateUpdate.of(LOG, "more"), RunOptions.defaults()));

    long last = runtime().snapshot(copy).lastEvent();
    List<Long> numbers = new ArrayList<>();
    try (EventStream events = runtime().follow(copy, 1)) {
      while (!numbers.contains(last)) {
        events.next(Duration.ofSeconds(10)).forEach(event -> numbers.add(event.number()));
      }
      events.next(Duration.ZERO).forEach(event -> numbers.add(event.number()));
    }
    assertThat(numbers).isSorted().doesNotHaveDuplicates();
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
  void shouldEndForTheReaderThatWaitsWhenItIsClosed() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    Graph graph =
        Graph.builder("held")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  released.await();
                  return Command.none();
                })
            .edge(START, "a")
            .build();
    runtime().graphs().register(graph);
    RunHandle run = runtime().start(graph, thread(), StateUpdate.empty());
    RunStream parts = runtime().stream(run, StreamOptions.of(StreamMode.UPDATES));
    CompletableFuture<Boolean> hasMore =
        CompletableFuture.supplyAsync(() -> parts.iterator().hasNext());

    parts.close();

    assertThat(hasMore.get(10, TimeUnit.SECONDS)).isFalse();
    released.countDown();
    await(run);
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
}
