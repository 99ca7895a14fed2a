package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is to be seen of tasks that fail and run again. */
class RecoveryStreamContract extends WatchContract {
  @Test
  void shouldBeginEachTaskAgainThatEndsAgain() {
    AtomicInteger calls = new AtomicInteger();
    Graph graph =
        Graph.builder("again")
            .channels(LOG)
            .node(
                "a",
                context -> {
                  if (calls.incrementAndGet() < 4) {
                    throw new IllegalArgumentException("boom");
                  }
                  return Command.update(LOG, "a");
                })
            .node("b", context -> failing("bang"))
            .node("rescue", Graphs.log("rescued"))
            .edge(START, "a")
            .edge("a", "b")
            .onError("b", "rescue")
            .build();
    String fails = "a fails: java.lang.IllegalArgumentException: boom";
    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.TASKS)))
        .containsExactly("a begins with [i]", fails, "RunParked after boom");

    assertThat(tasks(Answer.retry()))
        .containsExactly("a begins with [i]", fails, "RunParked after boom");
    assertThat(tasks(Answer.edit(StateUpdate.of(LOG, "e"))))
        .containsExactly("a begins with [e]", fails, "RunParked after boom");
    assertThat(tasks(Answer.retry()))
        .containsExactly(
            "a begins with [e]",
            "a ends with [a]",
            "b begins with [i, a]",
            "b fails: java.lang.IllegalArgumentException: bang",
            "rescue begins with [i, a]",
            "rescue ends with [rescued]",
            "RunFinished");
  }

  @Test
  void shouldBeginNoTaskOfWhichOnlyTheSuperstepIsRefused() {
    Graph graph =
        Graph.builder("conflict")
            .channels(LOG, VALUE)
            .node("a", context -> Command.update(VALUE, "a"))
            .node("b", context -> Command.update(VALUE, "b"))
            .edge(START, "a")
            .edge(START, "b")
            .build();

    assertThat(parts(graph, "i", StreamOptions.of(StreamMode.TASKS)))
        .filteredOn(it -> it.contains("begins"))
        .containsExactly("a begins with [i]", "b begins with [i]");
  }

  @Test
  void shouldNotBeginATaskThatIsSkipped() {
    Graph graph =
        Graph.builder("skipped")
            .channels(LOG)
            .node("a", context -> failing("boom"))
            .node("b", Graphs.log("b"))
            .edge(START, "a")
            .route("a", state -> "b", "b")
            .build();
    List<String> unused = parts(graph, "i", StreamOptions.of(StreamMode.TASKS));

    assertThat(tasks(Answer.skip(StateUpdate.of(LOG, "s"))))
        .filteredOn(it -> it.contains("begins"))
        .containsExactly("b begins with [i, s]");
  }

  @Test
  void shouldForgetTheInsideOfASubgraphThatAHandlerReplaces() {
    Graph inner =
        Graph.builder("inner")
            .channels(LOG)
            .node("done", Graphs.log("done"))
            .node("fails", context -> failing("boom"))
            .edge(START, "done")
            .edge(START, "fails")
            .build();
    Graph graph =
        Graph.builder("replaced")
            .channels(LOG)
            .subgraph("call", inner)
            .node("fix", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .edge(START, "call")
            .onError("call", "fix")
            .build();
    StreamOptions all =
        StreamOptions.builder().modes(StreamMode.UPDATES, StreamMode.TASKS).subgraphs().build();
    List<String> unused = parts(graph, "i", all);

    RunHandle run = runtime().answer(thread(), Answer.single("yes"));

    assertThat(rest(runtime().stream(run, all)))
        .containsExactly(
            "fix begins with [i]", "fix wrote [yes]", "fix ends with [yes]", "RunFinished");
  }

  @Test
  void shouldBeginATaskAgainThatGoesOnWithWhatIsSaidForNobody() {
    Question<String> soon =
        Question.asking(String.class, "?").expiresAfter(Duration.ofMillis(50)).otherwise("none");
    Graph graph =
        Graph.builder("expires")
            .channels(LOG)
            .node("q", context -> Command.update(LOG, context.interrupt(soon)))
            .edge(START, "q")
            .build();
    List<String> unused = parts(graph, "i", StreamOptions.of(StreamMode.TASKS));
    RunEvent.RunFinished end =
        eventually(() -> runtime().events(thread(), 1), it -> !it.isEmpty() && isEnd(it)).stream()
            .filter(RunEvent.RunFinished.class::isInstance)
            .map(RunEvent.RunFinished.class::cast)
            .findFirst()
            .orElseThrow();

    assertThat(
            rest(
                runtime().stream(
                    runtime().run(thread(), end.runs().get(end.runs().size() - 1)),
                    StreamOptions.of(StreamMode.TASKS))))
        .containsExactly("q begins with [i]", "q ends with [none]", "RunFinished");
  }

  private static boolean isEnd(List<RunEvent> events) {
    return events.get(events.size() - 1) instanceof RunEvent.RunFinished;
  }

  @Test
  void shouldNotBeginACallerBehindWhatItCalls() {
    Graph inner =
        Graph.builder("inner")
            .channels(LOG)
            .node("q", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .edge(START, "q")
            .build();
    Graph graph =
        Graph.builder("around").channels(LOG).subgraph("call", inner).edge(START, "call").build();
    List<String> unused = parts(graph, "i", StreamOptions.of(StreamMode.TASKS));

    assertThat(tasks(Answer.single("yes"))).noneMatch(it -> it.startsWith("call begins"));
  }

  private List<String> tasks(Answer answer) {
    RunHandle run = runtime().answer(thread(), answer);
    return rest(runtime().stream(run, StreamOptions.of(StreamMode.TASKS)));
  }

  private static Command failing(String why) {
    throw new IllegalArgumentException(why);
  }
}
