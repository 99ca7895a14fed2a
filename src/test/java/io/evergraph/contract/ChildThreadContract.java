package io.evergraph.contract;

import static io.evergraph.contract.Graphs.COUNT;
import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.asks;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.contract.Graphs.loggingAndAsking;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphException;
import io.evergraph.error.InvalidAnswerException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Embedding;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.graph.RetryPolicy;
import io.evergraph.graph.Route;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Subgraphs on threads of their own: what passes, who may answer, and what stops. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class ChildThreadContract extends RuntimeContract {
  private static final NodePolicy ONCE =
      NodePolicy.builder()
          .retry(new RetryPolicy(1, Duration.ofMillis(10), 2, Duration.ofMillis(50), List.of()))
          .build();

  private static GraphBuilder around(Graph inner) {
    return Graph.builder("around")
        .channels(VALUE, LOG)
        .node("in", log("in"))
        .subgraph("child", inner, Embedding.ownThread())
        .node("out", log("out"))
        .edge(START, "in")
        .edge("in", "child")
        .edge("child", "out");
  }

  private ThreadId childOf(ThreadId parent, String task) {
    return ThreadId.ofChild(parent, task);
  }

  private ThreadId child() {
    return childOf(thread());
  }

  private ThreadId childOf(ThreadId parent) {
    return childOf(
        parent, runtime().snapshot(parent).tasks().stream().findFirst().orElseThrow().id());
  }

  private RunResult parent(RunStatus wanted) {
    String run =
        eventually(() -> runtime().snapshot(thread()), it -> it.status() != ThreadStatus.BUSY)
            .runs()
            .get(0);
    RunResult result = await(runtime().run(thread(), run));
    assertThat(result.status()).isEqualTo(wanted);
    return result;
  }

  @Test
  void shouldReceiveWhatAChildWroteAndNothingTwice() {
    Graph inner =
        Graph.builder("counting")
            .channels(COUNT, LOG)
            .node(
                "count",
                context ->
                    Command.update(
                        StateUpdate.of(COUNT, context.state().get(LOG).size()).with(LOG, "child")))
            .edge(START, "count")
            .build();
    Graph graph =
        Graph.builder("mapping")
            .channels(Graphs.TOTAL, LOG)
            .node("in", log("in"))
            .subgraph(
                "child",
                inner,
                Embedding.ownThread().input(LOG, LOG).output(COUNT, Graphs.TOTAL).output(LOG, LOG))
            .node("out", log("out"))
            .edge(START, "in")
            .edge("in", "child")
            .edge("child", "out")
            .build();

    RunResult result = start(graph, StateUpdate.of(LOG, "start"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("start", "in", "child", "out");
    assertThat(result.state().get(Graphs.TOTAL)).isEqualTo(2);
    assertGapless(runtime().events(thread(), 1));
  }

  @Test
  void shouldAnswerAChildThroughItsParent() {
    RunResult asked = start(around(loggingAndAsking()).build(), StateUpdate.of(VALUE, "well?"));

    assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
    Interrupt question = asked.interrupts().get(0);
    assertThat(question.value()).isEqualTo("well?");
    assertThat(question.node()).isEqualTo("child");
    assertThat(question.metadata()).containsEntry("childThread", child().value());
    ThreadSnapshot inside = runtime().snapshot(child());
    assertThat(inside.graph()).isEqualTo("asking");
    assertThat(inside.status()).isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(inside.state().get(LOG)).containsExactly("in", "x");

    RunResult result = answer(Answer.to(question.id(), "yes"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("in", "x", "yes", "out");
    assertThatThrownBy(() -> answer(Answer.to(question.id(), "no")))
        .isInstanceOf(UnknownInterruptException.class);
    assertGapless(runtime().events(thread(), 1));
  }

  @Test
  void shouldGoOnWhenAQuestionIsAnsweredOnTheThreadOfTheChild() {
    RunResult asked = start(around(loggingAndAsking()).build(), StateUpdate.of(VALUE, "well?"));
    ThreadId child = child();

    RunResult inside =
        await(runtime().answer(child, Answer.to(asked.interrupts().get(0).id(), "there")));

    assertThat(inside.status()).isEqualTo(RunStatus.FINISHED);
    List<RunEvent> events = awaitEvent(it -> it instanceof RunEvent.RunFinished);
    assertThat(events).filteredOn(InterruptEvent.InterruptAnswered.class::isInstance).hasSize(1);
    assertThat(parent(RunStatus.FINISHED).state().get(LOG))
        .containsExactly("in", "x", "there", "out");
    assertThatThrownBy(() -> answer(Answer.to(asked.interrupts().get(0).id(), "again")))
        .isInstanceOf(UnknownInterruptException.class);
  }

  @Test
  void shouldReceiveWhatAnAnswerOnTheThreadOfTheChildWritesBesides() {
    RunResult asked = start(around(loggingAndAsking()).build(), StateUpdate.of(VALUE, "well?"));
    Answer answer = Answer.to(asked.interrupts().get(0).id(), "there");

    RunResult inside =
        await(
            runtime()
                .resume(
                    child(),
                    TimeOrderedId.next(),
                    List.of(answer),
                    Steering.update(StateUpdate.of(LOG, "besides"))));

    assertThat(inside.state().get(LOG)).containsExactly("in", "x", "besides", "there");
    assertThat(parent(RunStatus.FINISHED).state().get(LOG))
        .containsExactly("in", "x", "besides", "there", "out");
  }

  @Test
  void shouldKeepAQuestionOpenWhoseAnswerDoesNotFit() {
    Graph inner =
        Graph.builder("strict")
            .channels(LOG)
            .node(
                "q",
                context ->
                    Command.update(
                        LOG, "" + context.interrupt(Question.asking(Integer.class, "number?"))))
            .edge(START, "q")
            .build();
    RunResult asked = start(around(inner).build(), StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.to(asked.interrupts().get(0).id(), "text")))
        .isInstanceOf(InvalidAnswerException.class);
    assertThat(answer(Answer.to(asked.interrupts().get(0).id(), 5)).state().get(LOG))
        .containsExactly("in", "5", "out");
  }

  @Test
  void shouldGoOnWhenAQuestionOfAChildExpires() {
    Graph inner =
        Graph.builder("hasty")
            .channels(LOG)
            .node(
                "q",
                context ->
                    Command.update(
                        LOG,
                        ""
                            + context.interrupt(
                                Question.of("soon?")
                                    .expiresAfter(Duration.ofMillis(300))
                                    .otherwise("late"))))
            .edge(START, "q")
            .build();

    RunResult unused = start(around(inner).build(), StateUpdate.empty());

    assertThat(awaitEvent(it -> it instanceof RunEvent.RunFinished))
        .filteredOn(InterruptEvent.InterruptOpened.class::isInstance)
        .singleElement()
        .extracting(it -> ((InterruptEvent.InterruptOpened) it).interrupt().metadata().keySet())
        .isEqualTo(Set.of("childThread", "expiresAt"));
    assertThat(parent(RunStatus.FINISHED).state().get(LOG)).containsExactly("in", "late", "out");
  }

  @Test
  void shouldPassQuestionsThroughTwoParents() {
    Graph middle =
        Graph.builder("middle")
            .channels(VALUE, LOG)
            .node("m", log("m"))
            .subgraph("deep", loggingAndAsking(), Embedding.ownThread())
            .edge(START, "m")
            .edge("m", "deep")
            .build();
    RunResult asked = start(around(middle).build(), StateUpdate.of(VALUE, "deep?"));
    ThreadId deep = childOf(child());
    assertThat(asked.interrupts().get(0).metadata()).containsEntry("childThread", deep.value());
    assertThat(runtime().snapshot(deep).status()).isEqualTo(ThreadStatus.INTERRUPTED);

    RunResult result = answer(Answer.to(asked.interrupts().get(0).id(), "down"));

    assertThat(result.state().get(LOG)).containsExactly("in", "m", "x", "down", "out");
  }

  @Test
  void shouldHaveSeveralChildrenAtATime() {
    Graph graph =
        Graph.builder("sends")
            .channels(VALUE, LOG)
            .subgraph("ask", loggingAndAsking(), Embedding.ownThread())
            .node("end", log("end"))
            .routes(
                START,
                context ->
                    Stream.of("one", "two", "three")
                        .<Route>map(it -> Route.send("ask", StateUpdate.of(VALUE, it)))
                        .toList(),
                "ask")
            .edge("ask", "end")
            .build();

    RunResult asked = start(graph, StateUpdate.empty());
    assertThat(asked.interrupts())
        .extracting(Interrupt::value)
        .containsExactlyInAnyOrder("one", "two", "three");
    RunResult first = answer(Answer.to(asked.interrupts().get(1).id(), "b"));
    assertThat(first.interrupts()).hasSize(2);
    RunResult result =
        answer(
            first.interrupts().stream()
                .map(it -> Answer.to(it.id(), it.value() + "!"))
                .toArray(Answer[]::new));

    assertThat(result.state().get(LOG)).hasSize(7).endsWith("end");
    assertThat(result.state().get(LOG)).filteredOn("x"::equals).hasSize(3);
  }

  @Test
  void shouldAskTheNextOfTwoQuestionsOfOneChildWhenTheFirstIsAnswered() {
    Graph inner =
        Graph.builder("two")
            .channels(VALUE, LOG)
            .node("a", asks())
            .node("b", asks())
            .edge(START, "a")
            .edge(START, "b")
            .build();
    RunResult asked = start(around(inner).build(), StateUpdate.of(VALUE, "?"));
    assertThat(asked.interrupts()).hasSize(2);

    RunResult rest = answer(Answer.to(asked.interrupts().get(0).id(), "first"));

    assertThat(rest.interrupts())
        .extracting(Interrupt::id)
        .containsExactly(asked.interrupts().get(1).id());
    assertThat(answer(Answer.to(rest.interrupts().get(0).id(), "second")).state().get(LOG))
        .containsExactlyInAnyOrder("in", "first", "second", "out");
  }

  private static Graph failing(String name, FailOnce failure) {
    return Graph.builder(name)
        .channels(VALUE, LOG)
        .node("x", log("x"))
        .node("f", failure, ONCE)
        .edge(START, "x")
        .edge("x", "f")
        .build();
  }

  /** Fails as long as it is told to. */
  private static final class FailOnce implements NodeAction {
    private volatile boolean fails = true;

    @Override
    public Command run(NodeContext context) {
      if (fails) {
        throw new IllegalStateException("not yet");
      }
      return Command.update(LOG, "f");
    }
  }

  @Test
  void shouldRetryTheFailedTasksOfAChildThroughItsParent() {
    FailOnce failure = new FailOnce();
    RunResult parked = start(around(failing("failing", failure)).build(), StateUpdate.empty());
    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.snapshot().tasks().get(0).failure().text()).contains("not yet");
    assertThat(runtime().snapshot(child()).status()).isEqualTo(ThreadStatus.ERROR);
    assertThatThrownBy(() -> answer(Answer.edit(StateUpdate.of(VALUE, "other"))))
        .isInstanceOf(GraphException.class)
        .hasMessageContaining(child().value());

    failure.fails = false;
    RunResult result = answer(Answer.retry());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("in", "x", "f", "out");
  }

  @Test
  void shouldGoOnWhenAFailedTaskIsRetriedOnTheThreadOfTheChild() {
    FailOnce failure = new FailOnce();
    RunResult parked = start(around(failing("failing", failure)).build(), StateUpdate.empty());
    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);

    failure.fails = false;
    RunResult inside = await(runtime().answer(child(), Answer.retry()));

    assertThat(inside.status()).isEqualTo(RunStatus.FINISHED);
    List<RunEvent> unused = awaitEvent(it -> it instanceof RunEvent.RunFinished);
    assertThat(parent(RunStatus.FINISHED).state().get(LOG)).containsExactly("in", "x", "f", "out");
  }
}
