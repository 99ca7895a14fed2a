package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStream;
import io.evergraph.runtime.StreamMode;
import io.evergraph.runtime.StreamOptions;
import io.evergraph.runtime.StreamPart;
import io.evergraph.runtime.TaskOrigin;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.state.StateUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is to be seen of a run after somebody has edited the thread, or forked it. */
class EditedStreamContract extends WatchContract {
  private static final StateUpdate MENDED = StateUpdate.of(LOG, "mended");

  /** Fails until the log says that it was mended. */
  private static final NodeAction FRAGILE =
      context -> {
        if (!context.state().get(LOG).contains("mended")) {
          throw new IllegalArgumentException("boom");
        }
        return Command.update(LOG, "recovered");
      };

  private static final NodeAction ASKS =
      context -> Command.update(LOG, context.interrupt(Question.asking(String.class, "?")));

  private static GraphBuilder chainOf(String name, NodeAction first, NodeAction second) {
    return Graph.builder(name)
        .channels(LOG)
        .node("first", first)
        .node("second", second)
        .edge(START, "first")
        .edge("first", "second");
  }

  private static Graph twoQuestions() {
    return Graph.builder("two-questions")
        .channels(LOG)
        .node("a", ASKS)
        .node("b", ASKS)
        .node("merge", Graphs.log("merged"))
        .edge(START, "a")
        .edge(START, "b")
        .join(List.of("a", "b"), "merge")
        .build();
  }

  private List<String> proceed(StreamMode... modes) {
    StreamOptions options = StreamOptions.builder().modes(modes).subgraphs().build();
    return rest(runtime().stream(runtime().proceed(thread()), options));
  }

  /** Returns the thread as it waits for the second of two questions. */
  private ThreadSnapshot waitForTheSecondAnswer() {
    RunResult asked = start(twoQuestions(), StateUpdate.empty());
    String first =
        asked.interrupts().stream()
            .filter(it -> it.node().equals("a"))
            .map(it -> it.id())
            .findFirst()
            .orElseThrow();
    return answer(Answer.to(first, "yes")).snapshot();
  }

  private long checkpointBefore(String node) {
    return runtime().events(thread(), 1).stream()
        .filter(RunEvent.StepCommitted.class::isInstance)
        .map(RunEvent.StepCommitted.class::cast)
        .filter(committed -> committed.next().equals(List.of(node)))
        .findFirst()
        .orElseThrow()
        .checkpoint();
  }

  @Test
  void shouldBeginATaskOnceThatAnEditAsTheNodeBeforeItHasRunAnew() {
    start(chainOf("fragile", Graphs.log("good"), FRAGILE).build(), StateUpdate.of(LOG, "i"));
    runtime().editState(thread(), null, MENDED, "first");

    assertThat(proceed(StreamMode.TASKS))
        .containsExactly(
            "second begins with [i, good, mended]", "second ends with [recovered]", "RunFinished");
  }

  @Test
  void shouldBeginATaskOnceThatAForkWithAnEditHasRunAnew() {
    start(chainOf("fragile", Graphs.log("good"), FRAGILE).build(), StateUpdate.of(LOG, "i"));
    runtime().fork(thread(), Fork.of(checkpointBefore("second")).editing(NodeEdit.of(MENDED)));

    assertThat(proceed(StreamMode.TASKS))
        .containsExactly(
            "second begins with [i, good, mended]", "second ends with [recovered]", "RunFinished");
  }

  @Test
  void shouldBeginATaskOnceThatAForkInsideASubgraphHasRunAnew() {
    Graph inner = chainOf("inner", Graphs.log("good"), FRAGILE).build();
    Graph graph =
        Graph.builder("around-fragile")
            .channels(LOG)
            .subgraph("call", inner)
            .node("beside", Graphs.log("beside"))
            .edge(START, "call")
            .edge(START, "beside")
            .build();
    start(graph, StateUpdate.of(LOG, "i"));
    runtime().fork(thread(), Fork.of(checkpointBefore("second")).editing(NodeEdit.of(MENDED)));

    assertThat(proceed(StreamMode.TASKS))
        .filteredOn(it -> it.contains("second"))
        .containsExactly(
            "call:second begins with [i, good, mended]", "call:second ends with [recovered]");
  }

  @Test
  void shouldBeginWhatGoesOnBesideAForkInsideASubgraphAsTheTaskThatEnds() {
    AtomicInteger failures = new AtomicInteger(1);
    NodeAction failing =
        context -> {
          if (failures.getAndDecrement() > 0) {
            throw new IllegalStateException("not yet");
          }
          return Command.update(LOG, "beside");
        };
    Graph inner = chainOf("inner", Graphs.log("good"), Graphs.log("better")).build();
    Graph graph =
        Graph.builder("around-failing")
            .channels(LOG)
            .subgraph("call", inner)
            .node("beside", failing, NodePolicy.builder().attempts(1).build())
            .edge(START, "call")
            .edge(START, "beside")
            .build();
    start(graph, StateUpdate.empty());
    runtime().fork(thread(), Fork.of(checkpointBefore("second")).editing(NodeEdit.of(MENDED)));

    List<StreamPart> parts = new ArrayList<>();
    try (RunStream stream =
        runtime().stream(runtime().proceed(thread()), StreamOptions.of(StreamMode.TASKS))) {
      stream.forEach(parts::add);
    }

    List<String> besides =
        parts.stream()
            .filter(StreamPart.OfTask.class::isInstance)
            .map(it -> ((StreamPart.OfTask) it).origin())
            .filter(it -> it.node().equals("beside"))
            .map(TaskOrigin::taskId)
            .toList();
    assertThat(besides).hasSize(2).containsOnly(besides.get(0));
  }

  @Test
  void shouldNotShowWhatTheCheckpointOfAnEditHoldsAlready() {
    ThreadSnapshot unused = waitForTheSecondAnswer();
    runtime().editState(thread(), null, StateUpdate.of(LOG, "by hand"), "b");

    assertThat(proceed(StreamMode.UPDATES)).containsExactly("merge wrote [merged]", "RunFinished");
  }

  @Test
  void shouldNotShowWhatTheBranchLacksThatAForkWithAnEditHasBegun() {
    ThreadSnapshot waiting = waitForTheSecondAnswer();
    NodeEdit edit = NodeEdit.of(StateUpdate.of(LOG, "by hand"));
    runtime().fork(thread(), Fork.of(waiting.checkpoint()).editing(edit));

    assertThat(proceed(StreamMode.UPDATES)).containsExactly("RunWaiting asks ?");
  }

  @Test
  void shouldNotEndWithAQuestionThatAnEditAsItsNodeGaveUp() {
    start(chainOf("given-up", ASKS, FRAGILE).build(), StateUpdate.of(LOG, "i"));
    runtime().editState(thread(), null, StateUpdate.of(LOG, "by hand"), "first");

    assertThat(proceed()).containsExactly("RunParked after boom");
  }

  @Test
  void shouldNotBeginATaskThatAnEditHasTheRoutesLeadAwayFrom() {
    Graph graph =
        Graph.builder("rerouted")
            .channels(LOG)
            .node("first", Graphs.log("good"))
            .node("fails", FRAGILE)
            .node("other", Graphs.log("other"))
            .edge(START, "first")
            .route(
                "first",
                state -> state.get(LOG).contains("away") ? "other" : "fails",
                "fails",
                "other")
            .build();
    start(graph, StateUpdate.of(LOG, "i"));
    runtime().editState(thread(), null, StateUpdate.of(LOG, "away"), null);

    assertThat(proceed(StreamMode.TASKS))
        .containsExactly(
            "other begins with [i, good, away]", "other ends with [other]", "RunFinished");
  }

  @Test
  void shouldShowWhatIsKeptBesideAQuestionAfterAnEditOfTheStateAlone() {
    ThreadSnapshot unused = waitForTheSecondAnswer();
    runtime().editState(thread(), null, StateUpdate.of(LOG, "by hand"), null);

    assertThat(proceed(StreamMode.UPDATES)).containsExactly("a kept [yes]", "RunWaiting asks ?");
  }

  @Test
  void shouldNotEndWithAQuestionInsideASubgraphThatAnEditAsItsNodeGaveUp() {
    Graph inner =
        Graph.builder("asks-inside").channels(LOG).node("ask", ASKS).edge(START, "ask").build();
    for (Embedding embedding : List.of(Embedding.DEFAULT, Embedding.perThread())) {
      newThread();
      Graph graph =
          Graph.builder("given-up-" + embedding.memory())
              .channels(LOG)
              .subgraph("call", inner, embedding)
              .node("fragile", FRAGILE)
              .edge(START, "call")
              .edge("call", "fragile")
              .build();
      start(graph, StateUpdate.of(LOG, "i"));
      runtime().editState(thread(), null, StateUpdate.of(LOG, "by hand"), "call");

      assertThat(proceed()).as(graph.name()).containsExactly("RunParked after boom");
    }
  }
}
