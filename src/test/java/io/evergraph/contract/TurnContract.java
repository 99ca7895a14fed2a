package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.WhenInterrupted;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Nodes see which input their run works for: a turn goes from one input to the next. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class TurnContract extends RuntimeContract {
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  private static Command tells(NodeContext context) {
    return Command.update(LOG, context.turnId());
  }

  private static Command asks(NodeContext context) {
    Object unused = context.interrupt(Question.of("Go on?"));
    return tells(context);
  }

  /** Tells its turn, asks, and tells it twice again. */
  private GraphBuilder telling() {
    return Graph.builder("telling-" + thread().value())
        .channels(LOG)
        .node("before", TurnContract::tells)
        .node("ask", TurnContract::asks)
        .node("after", TurnContract::tells)
        .edge(START, "before")
        .edge("before", "ask")
        .edge("ask", "after");
  }

  private String named(String run) {
    return run + "-" + thread().value();
  }

  private RunResult input(Graph graph, String run) {
    return start(graph, StateUpdate.empty(), RunOptions.builder().runId(named(run)));
  }

  private RunResult yes() {
    return answer(Answer.single("yes"));
  }

  private List<String> turns(RunResult result) {
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    return result.state().get(LOG).stream()
        .map(it -> it.replace("-" + thread().value(), ""))
        .toList();
  }

  /** As an application has it that makes its agent anew for each request. */
  @Test
  void shouldRunTheCodeThatWasRegisteredLastForATopology() {
    RunResult first = start(saying("first"), StateUpdate.empty());
    RunResult second = start(saying("second"), StateUpdate.empty());

    assertThat(first.state().get(LOG)).containsExactly("first", "routed by first");
    assertThat(second.state().get(LOG))
        .containsExactly("first", "routed by first", "second", "routed by second");
  }

  @Test
  void shouldRunTheLatestCodeInSubgraphsOnThreadsOfTheirOwn() {
    RunResult first = start(around(saying("first")), StateUpdate.empty());
    RunResult second = start(around(saying("second")), StateUpdate.empty());

    assertThat(first.state().get(LOG)).endsWith("routed by first");
    assertThat(second.state().get(LOG)).endsWith("routed by second");
  }

  @Test
  void shouldStayWithTheCodeOfTheLastInputWhenTheStateIsEdited() {
    RunResult unused = start(askingAs("first"), StateUpdate.empty());
    unused = answer(Answer.single("yes"));
    unused = start(askingAs("second"), StateUpdate.empty());
    ThreadSnapshot edited =
        runtime().editState(thread(), null, StateUpdate.of(LOG, "edited"), null);

    RunResult end = answer(Answer.single("yes"));

    assertThat(edited.status()).isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(end.state().get(LOG)).containsExactly("first", "edited", "second");
  }

  private Graph askingAs(String text) {
    return Graph.builder("asking-" + thread().value())
        .channels(LOG)
        .node(
            "ask",
            context -> {
              Object unused = context.interrupt(Question.of("Go on?"));
              return Command.update(LOG, text);
            })
        .edge(START, "ask")
        .build();
  }

  private Graph around(Graph child) {
    return Graph.builder("around-" + thread().value())
        .channels(LOG)
        .subgraph("child", child, Embedding.ownThread())
        .edge(START, "child")
        .build();
  }

  private Graph saying(String text) {
    return Graph.builder("saying-" + thread().value())
        .channels(LOG)
        .node("say", context -> Command.update(LOG, text))
        .node("rest", context -> Command.update(LOG, "routed by " + text))
        .edge(START, "say")
        .route("say", state -> "rest", "rest")
        .build();
  }

  @Test
  void shouldGoOverAnAnswerAndEndWithTheNextInput() {
    Graph graph = telling().build();
    input(graph, "one");
    assertThat(turns(yes())).containsExactly("one", "one", "one");
    input(graph, "two");

    assertThat(turns(yes())).containsExactly("one", "one", "one", "two", "two", "two");
  }

  @Test
  void shouldEndWithAnInputThatFindsAQuestion() {
    Graph graph = telling().build();
    input(graph, "one");
    input(graph, "two");

    assertThat(turns(yes())).containsExactly("one", "two", "two", "two");
  }

  @Test
  void shouldBeginAnewForAnInputThatWaitedBehindAnother() {
    Graph graph = telling().build();
    input(graph, "one");
    var second =
        runtime()
            .start(
                graph.name(),
                thread(),
                StateUpdate.empty(),
                RunOptions.builder()
                    .runId(named("two"))
                    .whenInterrupted(WhenInterrupted.ENQUEUE)
                    .build());
    yes();
    assertThat(await(second).status()).isEqualTo(RunStatus.WAITING);

    assertThat(turns(yes())).containsExactly("one", "one", "one", "two", "two", "two");
  }

  @Test
  void shouldBeginAnewForAnInputThatTakesBackTheOneBefore() {
    Graph graph = telling().build();
    input(graph, "one");
    start(
        graph,
        StateUpdate.empty(),
        RunOptions.builder().runId(named("two")).whenInterrupted(WhenInterrupted.ROLLBACK));

    assertThat(turns(yes())).containsExactly("two", "two", "two");
  }

  @Test
  void shouldGoOverARetryAndWhatFollowsIt() {
    AtomicBoolean mended = new AtomicBoolean();
    NodeAction fails =
        context -> {
          if (!mended.get()) {
            throw new IllegalStateException("not yet");
          }
          return tells(context);
        };
    Graph graph =
        Graph.builder("failing-" + thread().value())
            .channels(LOG)
            .node("fail", fails, ONCE)
            .node("ask", TurnContract::asks)
            .edge(START, "fail")
            .edge("fail", "ask")
            .build();
    assertThat(input(graph, "one").status()).isEqualTo(RunStatus.PARKED);
    mended.set(true);
    answer(Answer.retry());

    assertThat(turns(yes())).containsExactly("one", "one");
  }

  @Test
  void shouldGoOverAnEditAndAContinue() {
    input(telling().build(), "one");
    runtime().editState(thread(), null, StateUpdate.of(LOG, "edit"), "ask");

    RunResult ended = await(runtime().proceed(thread(), named("on"), null));

    assertThat(turns(ended)).containsExactly("one", "edit", "one");
  }

  @Test
  void shouldBeThatOfTheCheckpointThatIsTakenUp() {
    Graph graph = telling().build();
    long asked = input(graph, "one").snapshot().checkpoint();
    yes();
    input(graph, "two");
    yes();

    runtime().fork(thread(), Fork.of(asked));
    await(runtime().proceed(thread(), named("on"), null));

    assertThat(turns(yes())).containsExactly("one", "one", "one");
  }

  @Test
  void shouldBeThatOfTheCheckpointThatIsGoneBackTo() {
    Graph graph = telling().build();
    long asked = input(graph, "one").snapshot().checkpoint();
    yes();
    input(graph, "two");

    runtime().rollback(thread(), asked);
    await(runtime().proceed(thread(), named("on"), null));

    assertThat(turns(yes())).containsExactly("one", "one", "one");
  }

  @Test
  void shouldGoOnInACopyOfTheThread() {
    input(telling().build(), "one");
    ThreadId copy = ThreadId.of(thread() + "-copy");

    runtime().copy(thread(), copy);

    assertThat(turns(await(runtime().answer(copy, Answer.single("yes")))))
        .containsExactly("one", "one", "one");
  }

  /** A call is the input of the thread that works for it. */
  @Test
  void shouldBeginWithTheCallOnAThreadOfItsOwn() {
    Graph child = telling().build();
    Graph graph =
        Graph.builder("calling-" + thread().value())
            .channels(LOG)
            .node("ask", TurnContract::asks)
            .subgraph("child", child, Embedding.ownThread())
            .node("after", TurnContract::tells)
            .edge(START, "ask")
            .edge("ask", "child")
            .edge("child", "after")
            .build();
    input(graph, "one");
    await(runtime().answer(thread(), named("answer"), List.of(Answer.single("yes"))));

    assertThat(turns(yes())).containsExactly("one", "answer", "answer", "answer", "one");
  }

  @Test
  void shouldBeTheSameInSubgraphsForSentTasksAndWhereAFailureIsHandled() {
    NodeAction fails =
        context -> {
          throw new IllegalStateException("no");
        };
    Graph inner =
        Graph.builder("inner-" + thread().value())
            .channels(LOG)
            .node("fail", fails, ONCE)
            .node("handle", TurnContract::tells)
            .onError("fail", "handle")
            .edge(START, "fail")
            .build();
    Route sent = Route.send("sent", StateUpdate.empty());
    Graph graph =
        Graph.builder("nesting-" + thread().value())
            .channels(LOG)
            .node("ask", TurnContract::asks)
            .node("spread", context -> Command.none().then(List.of(sent)))
            .node("sent", TurnContract::tells)
            .subgraph("inner", inner)
            .edge(START, "ask")
            .edge("ask", "spread")
            .ends("spread", "sent")
            .edge("sent", "inner")
            .build();
    input(graph, "one");

    assertThat(turns(yes())).containsExactly("one", "one", "one");
  }
}
