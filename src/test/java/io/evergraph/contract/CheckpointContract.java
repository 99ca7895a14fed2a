package io.evergraph.contract;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.InvalidInputException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.event.HeadEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.pregel.Source;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryEntry;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.TaskView;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.state.ListChannel;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.TaskWrites;
import io.evergraph.state.Write;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every runtime keeps of a thread, and how it goes back to it. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class CheckpointContract extends RuntimeContract {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);
  private static final long BEFORE_B = 3;

  @Test
  void shouldTellTheHistoryNewestFirst() {
    start(chain(), StateUpdate.of(LOG, "i"));

    List<HistoryEntry> history = history(HistoryQuery.all());

    assertThat(history.stream().map(it -> it.snapshot().checkpoint()))
        .containsExactly(5L, 4L, 3L, 2L, 1L);
    assertThat(history.stream().map(it -> it.snapshot().parent()))
        .containsExactly(4L, 3L, 2L, 1L, 0L);
    assertThat(history.stream().map(it -> it.snapshot().step())).containsExactly(3, 2, 1, 0, -1);
    assertThat(history.stream().map(it -> it.snapshot().source()))
        .containsExactly(Source.LOOP, Source.LOOP, Source.LOOP, Source.LOOP, Source.INPUT);
    assertThat(history.stream().map(it -> it.snapshot().next()))
        .containsExactly(List.of(), List.of("c"), List.of("b"), List.of("a"), List.of(START));
    assertThat(history.stream().map(it -> it.snapshot().state().find(LOG).orElse(List.of())))
        .containsExactly(
            List.of("i", "a", "b", "c"),
            List.of("i", "a", "b"),
            List.of("i", "a"),
            List.of("i"),
            List.of());
    assertThat(history.get(1).writes())
        .containsExactly(new TaskWrites("b", List.of(new Write("log", List.of("b")))));
    assertThat(history.get(1).snapshot().at()).isNotNull();
  }

  @Test
  void shouldCutTheHistoryAsItIsAsked() {
    start(chain(), StateUpdate.empty());

    assertThat(numbers(HistoryQuery.all().limit(2))).containsExactly(5L, 4L);
    assertThat(numbers(HistoryQuery.all().before(4))).containsExactly(3L, 2L, 1L);
    assertThat(numbers(HistoryQuery.all().source(Source.INPUT))).containsExactly(1L);
    assertThat(numbers(HistoryQuery.all().step(1))).containsExactly(3L);
  }

  @Test
  void shouldShowWhatBecameOfTheTasksOfACheckpoint() {
    start(chain(), StateUpdate.empty());

    ThreadSnapshot beforeB = runtime().snapshot(thread(), BEFORE_B);

    assertThat(beforeB.next()).containsExactly("b");
    assertThat(beforeB.tasks())
        .singleElement()
        .satisfies(
            task -> assertThat(task.writes()).containsExactly(new Write("log", List.of("b"))));
  }

  @Test
  void shouldShowTheResultsOfFinishedSiblingsBesideWhatFailed() {
    Graph graph =
        Graph.builder("half-done")
            .channels(LOG)
            .node("one", logs())
            .node(
                "two",
                context -> {
                  throw new IllegalStateException("no luck");
                },
                NodePolicy.builder().attempts(1).build())
            .edge(START, "one")
            .edge(START, "two")
            .build();

    RunResult parked = start(graph, StateUpdate.of(LOG, "i"));

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.state().get(LOG)).containsExactly("i");
    assertThat(parked.snapshot().next()).containsExactly("two");
    TaskView one = parked.snapshot().tasks().get(0);
    TaskView two = parked.snapshot().tasks().get(1);
    assertThat(one.isFinished()).isTrue();
    assertThat(one.writes()).containsExactly(new Write("log", List.of("one")));
    assertThat(two.writes()).isNull();
    assertThat(two.error()).contains("no luck");
  }

  @Test
  void shouldRunTheNodesAfterACheckpointAgain() {
    RunResult result =
        sameAsInMemory(
            (on, script) -> {
              script.start(on, chain(), StateUpdate.empty());
              on.fork(thread(), Fork.of(BEFORE_B));
              return script.proceed(on, 9);
            });

    assertThat(result.state().get(LOG)).containsExactly("a", "b", "c");
    List<HistoryEntry> history = history(HistoryQuery.all());
    assertThat(history.stream().map(it -> it.snapshot().parent()))
        .containsExactly(7L, 6L, 3L, 4L, 3L, 2L, 1L, 0L);
    assertThat(history.stream().map(it -> it.snapshot().source()).limit(3))
        .containsExactly(Source.LOOP, Source.LOOP, Source.FORK);
    assertThat(history.get(3).snapshot().state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldGoOnFromAnEditedForkAndKeepForksApart() {
    start(chain(), StateUpdate.empty());

    runtime().fork(thread(), Fork.of(BEFORE_B).editing(NodeEdit.of(StateUpdate.of(LOG, "x"))));
    RunResult one = goOn();
    runtime().fork(thread(), Fork.of(2).editing(NodeEdit.as("b", StateUpdate.of(LOG, "y"))));
    RunResult two = goOn();

    assertThat(one.state().get(LOG)).containsExactly("a", "x", "b", "c");
    assertThat(two.state().get(LOG)).containsExactly("y", "c");
    assertThat(runtime().stateAt(thread(), 8).get(LOG)).containsExactly("a", "x", "b", "c");
    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("y", "c");
  }

  @Test
  void shouldCopyACheckpointBesideIt() {
    start(chain(), StateUpdate.empty());

    ThreadSnapshot copy = runtime().fork(thread(), Fork.of(BEFORE_B).asSibling());

    assertThat(copy.source()).isEqualTo(Source.FORK);
    assertThat(copy.parent()).isEqualTo(2);
    assertThat(copy.next()).containsExactly("b");
    assertThat(goOn().state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldAskTheRoutersAgainWhenTheForkIsEditedAsTheirNode() {
    Graph routed =
        Graph.builder("fork-routed")
            .channels(LOG)
            .node("a", logs())
            .node("b", logs())
            .node("c", logs())
            .edge(START, "a")
            .route("a", state -> state.get(LOG).contains("left") ? "b" : "c", "b", "c")
            .build();
    start(routed, StateUpdate.empty());

    ThreadSnapshot fork =
        runtime().fork(thread(), Fork.of(2).editing(NodeEdit.as("a", StateUpdate.of(LOG, "left"))));

    assertThat(fork.next()).containsExactly("b");
    assertThat(fork.source()).isEqualTo(Source.UPDATE);
    assertThat(fork.parent()).isEqualTo(2);
    assertThat(goOn().state().get(LOG)).containsExactly("left", "b");
  }

  @Test
  void shouldAskTheRoutersOfAnEditBeforeTheFirstRun() {
    Graph routed =
        Graph.builder("edit-first")
            .channels(LOG)
            .node("a", logs())
            .node("b", logs())
            .edge(START, "a")
            .route("a", state -> state.get(LOG).contains("in") ? "b" : "a", "a", "b")
            .build();
    runtime().graphs().register(routed);
    runtime().create(thread(), Map.of());

    ThreadSnapshot edited =
        runtime().editState(thread(), routed.name(), StateUpdate.of(LOG, "in"), "a");

    assertThat(edited.next()).containsExactly("b");
    assertThat(edited.state().get(LOG)).containsExactly("in");
  }

  @Test
  void shouldStandWithItsQuestionsOpenAgainWhenRolledBack() {
    RunResult waiting = start(asking(), StateUpdate.empty());
    Interrupt question = waiting.interrupts().get(0);
    answer(Answer.to(question.id(), "one"));

    ThreadSnapshot back = runtime().rollback(thread(), waiting.snapshot().checkpoint());

    assertThat(back.status()).isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(back.interrupts()).extracting(Interrupt::id).containsExactly(question.id());
    RunResult other = answer(Answer.to(question.id(), "two"));
    assertThat(other.state().get(LOG)).containsExactly("two", "end");
    List<HistoryEntry> history = history(HistoryQuery.all());
    assertThat(history.get(1).snapshot().parent()).isEqualTo(waiting.snapshot().checkpoint());
    assertThat(history.stream().map(it -> it.snapshot().checkpoint()))
        .containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
  }

  @Test
  void shouldKeepInTheLogWhatWasRolledBack() {
    start(chain(), StateUpdate.empty());
    int told = runtime().events(thread(), 1).size();

    runtime().rollback(thread(), 2);

    List<RunEvent> events = runtime().events(thread(), 1);
    assertThat(events).hasSize(told + 1);
    assertThat(events.get(told))
        .isInstanceOfSatisfying(
            HeadEvent.RolledBack.class,
            it -> {
              assertThat(it.from()).isEqualTo(5);
              assertThat(it.checkpoint()).isEqualTo(2);
            });
    assertGapless(events);
  }

  @Test
  void shouldStandBeforeEverythingWhenRolledBackToTheBeginning() {
    start(chain(), StateUpdate.empty());

    ThreadSnapshot back = runtime().rollback(thread(), 0);

    assertThat(back.checkpoint()).isZero();
    assertThat(back.state().get(LOG)).isEmpty();
    assertThat(start(chain(), StateUpdate.empty()).state().get(LOG)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldTakeBackWhatTheLastRunWroteWhenCancelledWithRollback() {
    start(chain(), StateUpdate.of(LOG, "first"));
    long before = runtime().snapshot(thread()).checkpoint();
    start(chain(), StateUpdate.of(LOG, "second"));

    runtime().cancel(thread(), OnCancel.ROLLBACK);

    ThreadSnapshot after =
        eventually(() -> runtime().snapshot(thread()), it -> it.checkpoint() == before);
    assertThat(after.state().get(LOG)).containsExactly("first", "a", "b", "c");
  }

  @Test
  void shouldApplyTheEditsOfSeveralNodesTogether() {
    Graph joined =
        Graph.builder("edit-joined")
            .channels(LOG)
            .node("p", asks())
            .node("q", asks())
            .node("z", logs())
            .edge(START, "p")
            .edge(START, "q")
            .join(List.of("p", "q"), "z")
            .build();
    start(joined, StateUpdate.empty());

    ThreadSnapshot edited =
        runtime()
            .editState(
                thread(),
                null,
                List.of(
                    NodeEdit.as("p", StateUpdate.of(LOG, "P")),
                    NodeEdit.as("q", StateUpdate.of(LOG, "Q"))));

    assertThat(edited.next()).containsExactly("z");
    assertThat(goOn().state().get(LOG)).containsExactly("P", "Q", "z");
    assertThatThrownBy(
            () ->
                runtime()
                    .editState(
                        thread(),
                        null,
                        List.of(
                            NodeEdit.of(StateUpdate.empty()), NodeEdit.of(StateUpdate.empty()))))
        .isInstanceOf(InvalidInputException.class);
  }

  @Test
  void shouldRefuseWhatIsNotKeptOrDoesNotExist() {
    start(chain(), StateUpdate.empty());

    assertThatThrownBy(() -> runtime().fork(thread(), Fork.of(77)))
        .isInstanceOf(StateMissingException.class);
    assertThatThrownBy(() -> runtime().rollback(thread(), 77))
        .isInstanceOf(StateMissingException.class);
    assertThatThrownBy(() -> runtime().snapshot(thread(), 77))
        .isInstanceOf(StateMissingException.class);
    assertThatThrownBy(
            () ->
                runtime()
                    .fork(
                        thread(),
                        Fork.of(BEFORE_B).editing(NodeEdit.as("nobody", StateUpdate.empty()))))
        .isInstanceOf(UnknownNodeException.class);
  }

  @Test
  void shouldForgetWhatItIsNotToKeep() {
    Graph forgetful =
        Graph.builder("forgetful")
            .channels(LOG)
            .node("a", logs())
            .node("b", logs())
            .edge(START, "a")
            .edge("a", "b")
            .retention(2)
            .build();

    start(forgetful, StateUpdate.empty());

    assertThat(numbers(HistoryQuery.all())).containsExactly(4L, 3L);
    assertThatThrownBy(() -> runtime().snapshot(thread(), 1))
        .isInstanceOf(StateMissingException.class);
    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("a", "b");
  }

  private RunResult goOn() {
    return await(runtime().proceed(thread(), TimeOrderedId.next(), null));
  }

  private List<HistoryEntry> history(HistoryQuery query) {
    return runtime().history(thread(), query);
  }

  private List<Long> numbers(HistoryQuery query) {
    return history(query).stream().map(it -> it.snapshot().checkpoint()).toList();
  }

  private static NodeAction logs() {
    return context -> Command.update(LOG, context.node());
  }

  private static NodeAction asks() {
    return context -> Command.update(LOG, String.valueOf(context.interrupt(Question.of("?"))));
  }

  private static Graph chain() {
    return Graph.builder("history-chain")
        .channels(LOG)
        .node("a", logs())
        .node("b", logs())
        .node("c", logs())
        .edge(START, "a")
        .edge("a", "b")
        .edge("b", "c")
        .build();
  }

  private static Graph asking() {
    return Graph.builder("history-asking")
        .channels(LOG)
        .node("a", asks())
        .node("end", logs())
        .edge(START, "a")
        .edge("a", "end")
        .build();
  }
}
