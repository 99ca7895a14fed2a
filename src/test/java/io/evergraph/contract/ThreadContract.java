package io.evergraph.contract;

import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.GraphMismatchException;
import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.StateMissingException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.error.ThreadEndedException;
import io.evergraph.error.ThreadExistsException;
import io.evergraph.error.UnknownInterruptException;
import io.evergraph.error.UnknownNodeException;
import io.evergraph.error.UnknownRunException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodeEdit;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.graph.Steering;
import io.evergraph.runtime.Fork;
import io.evergraph.runtime.HistoryQuery;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadSnapshot;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.WhenBusy;
import io.evergraph.runtime.WhenInterrupted;
import io.evergraph.state.ListChannel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What becomes of threads: new inputs on busy or waiting ones, copies, ends. */
@OnRuntimes({Kind.MEMORY, Kind.EMBEDDED, Kind.CONTINUED, Kind.REAL})
class ThreadContract extends RuntimeContract {
  private static final ListChannel<String> LOG = ListChannel.append("log", String.class);

  @Test
  void shouldAbandonWhatIsOpenWhenANewInputComes() {
    start(asking(), StateUpdate.of(LOG, "one"));

    RunResult second = start(asking(), StateUpdate.of(LOG, "two"));

    assertThat(second.status()).isEqualTo(RunStatus.WAITING);
    assertThat(second.state().get(LOG)).containsExactly("one", "two");
    assertThat(second.interrupts()).hasSize(1);
  }

  @Test
  void shouldRefuseANewInputOnAWaitingThreadWhenAskedTo() {
    start(asking(), StateUpdate.empty());

    assertThatThrownBy(
            () ->
                start(
                    asking(),
                    StateUpdate.empty(),
                    RunOptions.builder().whenInterrupted(WhenInterrupted.REJECT)))
        .isInstanceOf(ThreadBusyException.class);
  }

  @Test
  void shouldLetANewInputWaitForTheAnswerWhenAskedTo() {
    start(asking(), StateUpdate.of(LOG, "one"));
    RunHandle second =
        runtime()
            .start(
                asking().name(),
                thread(),
                StateUpdate.of(LOG, "two"),
                RunOptions.builder().whenInterrupted(WhenInterrupted.ENQUEUE).build());

    answer(Answer.single("yes"));

    RunResult result = await(second);
    assertThat(result.status()).isEqualTo(RunStatus.WAITING);
    assertThat(result.state().get(LOG)).containsExactly("one", "yes", "two");
  }

  @Test
  void shouldTakeBackAWaitingRunWhenTheNewInputAsksForIt() {
    start(asking(), StateUpdate.of(LOG, "one"));

    RunResult second =
        start(
            asking(),
            StateUpdate.of(LOG, "two"),
            RunOptions.builder().whenInterrupted(WhenInterrupted.ROLLBACK));

    assertThat(second.state().get(LOG)).containsExactly("two");
  }

  @Test
  void shouldStopTheRunInProgressWhenTheNewInputAsksForIt() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Graph slow = slow("interrupting", begun, never);
    RunHandle first = begin(slow, "one", WhenBusy.ENQUEUE);
    begun.await();

    RunHandle second = begin(slow, "two", WhenBusy.INTERRUPT);

    assertThat(await(first).status()).isEqualTo(RunStatus.CANCELLED);
    RunResult result = await(second);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("one", "two", "quick");
  }

  @Test
  void shouldTakeBackTheRunInProgressWhenTheNewInputAsksForIt() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Graph slow = slow("rolling-back", begun, never);
    RunHandle first = begin(slow, "one", WhenBusy.ENQUEUE);
    begun.await();

    RunHandle second = begin(slow, "two", WhenBusy.ROLLBACK);

    assertThat(await(first).status()).isEqualTo(RunStatus.CANCELLED);
    assertThat(await(second).state().get(LOG)).containsExactly("two", "quick");
  }

  @Test
  void shouldTakeBackTheRunInProgressWhenItIsCancelledSo() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch never = new CountDownLatch(1);
    Graph slow = slow("cancel-rollback", begun, never);
    RunHandle first = begin(slow, "one", WhenBusy.ENQUEUE);
    begun.await();
    assertThatThrownBy(() -> runtime().fork(thread(), Fork.of(1)))
        .isInstanceOf(ThreadBusyException.class);
    assertThatThrownBy(() -> runtime().rollback(thread(), 0))
        .isInstanceOf(ThreadBusyException.class);

    runtime().cancel(thread(), OnCancel.ROLLBACK);

    assertThat(await(first).status()).isEqualTo(RunStatus.CANCELLED);
    ThreadSnapshot after = runtime().snapshot(thread());
    assertThat(after.checkpoint()).isZero();
    assertThat(after.status()).isEqualTo(ThreadStatus.IDLE);
  }

  @Test
  void shouldBeginACopyWhereTheOtherThreadStandsWithItsQuestionsAndItsHistory() {
    start(asking(), StateUpdate.of(LOG, "before"));
    await(runtime().answer(thread(), Answer.single("first")));
    start(asking(), StateUpdate.of(LOG, "in"));
    ThreadSnapshot original = runtime().snapshot(thread());
    ThreadId other = ThreadId.of(thread() + "-copy");

    ThreadSnapshot copy = runtime().copy(thread(), other);

    assertThat(copy.thread()).isEqualTo(other);
    assertThat(copy.state()).isEqualTo(original.state());
    assertThat(copy.checkpoint()).isEqualTo(original.checkpoint());
    assertThat(copy.status()).isEqualTo(ThreadStatus.INTERRUPTED);
    assertThat(copy.interrupts()).isEqualTo(original.interrupts()).hasSize(1);
    assertThat(states(thread())).startsWith(states(other).toArray(new State[0]));
    assertThat(states(other)).hasSizeGreaterThan(3);
    assertThat(runtime().stateAt(other, 2)).isEqualTo(runtime().stateAt(thread(), 2));
    await(runtime().answer(other, Answer.single("there")));
    assertThat(runtime().snapshot(other).state().get(LOG))
        .containsExactly("before", "first", "in", "there");
    assertThat(runtime().snapshot(thread()).state()).isEqualTo(original.state());
    await(runtime().answer(thread(), Answer.single("here")));
    assertThat(runtime().snapshot(thread()).state().get(LOG)).endsWith("in", "here");
  }

  private List<State> states(ThreadId thread) {
    return runtime().history(thread, HistoryQuery.all()).stream()
        .map(entry -> entry.snapshot().state())
        .toList();
  }

  @Test
  void shouldRefuseACopyOfNothingOrOntoAnother() {
    ThreadId other = ThreadId.of(thread() + "-copy");
    assertThatThrownBy(() -> runtime().copy(thread(), other))
        .isInstanceOf(UnknownThreadException.class);
    start(asking(), StateUpdate.empty());
    runtime().create(other, Map.of());

    assertThatThrownBy(() -> runtime().copy(thread(), other))
        .isInstanceOf(ThreadExistsException.class);
  }

  @Test
  void shouldCopyOntoTheLatestGraphAndReportANodeThatIsGone() {
    ListChannel<String> gone = ListChannel.append("gone", String.class);
    ListChannel<String> more = ListChannel.append("more", String.class);
    Graph first =
        Graph.builder("changing")
            .version("1")
            .channels(LOG, gone)
            .node("b", asks())
            .edge(START, "b")
            .build();
    start(first, StateUpdate.of(LOG, "in").and(StateUpdate.of(gone, "x")));
    runtime()
        .graphs()
        .register(
            Graph.builder("changing")
                .version("2")
                .channels(LOG, more)
                .node("b", context -> Command.update(more, "new"))
                .edge(START, "b")
                .build());
    ThreadId second = ThreadId.of(thread() + "-2");

    ThreadSnapshot copy = runtime().copy(thread(), second);

    assertThat(copy.state().values()).doesNotContainKey("gone");
    RunResult result = await(runtime().answer(second, Answer.single("unheard")));
    assertThat(result.state().get(more)).containsExactly("new");
    runtime()
        .graphs()
        .register(
            Graph.builder("changing")
                .version("3")
                .channels(LOG)
                .node("b2", asks())
                .edge(START, "b2")
                .build());
    assertThatThrownBy(() -> runtime().copy(thread(), ThreadId.of(thread() + "-3")))
        .isInstanceOf(UnknownNodeException.class)
        .hasMessageContaining("b");
  }

  @Test
  void shouldForgetAThreadThatIsDeletedAndLeaveItsNameFree() {
    start(asking(), StateUpdate.of(LOG, "in"));

    runtime().delete(thread());

    assertThatThrownBy(() -> runtime().snapshot(thread()))
        .isInstanceOf(UnknownThreadException.class);
    assertThatThrownBy(() -> runtime().delete(thread())).isInstanceOf(UnknownThreadException.class);
    RunResult again = start(asking(), StateUpdate.of(LOG, "again"));
    assertThat(again.state().get(LOG)).containsExactly("again");
  }

  @Test
  void shouldSayWhatIsMissingOnAThreadThatNothingHasRunOn() {
    runtime().create(thread(), Map.of());

    assertRefused(UnknownInterruptException.class, () -> answer(Answer.single("yes")));
    assertRefused(NothingToResumeException.class, () -> resumeOn("approval", Answer.single("yes")));
    assertRefused(NothingToResumeException.class, () -> proceed(Steering.NONE));
    assertRefused(
        NothingToResumeException.class, () -> proceed(Steering.update(StateUpdate.of(LOG, "x"))));
    assertRefused(NothingToResumeException.class, this::edit);
    assertRefused(
        NothingToResumeException.class,
        () -> runtime().editSubgraph(thread(), "sub", NodeEdit.of(StateUpdate.empty())));
    assertRefused(StateMissingException.class, () -> runtime().fork(thread(), Fork.of(1)));
    assertRefused(StateMissingException.class, () -> runtime().rollback(thread(), 1));
    assertRefused(StateMissingException.class, () -> runtime().snapshot(thread(), 1));
    assertRefused(StateMissingException.class, () -> runtime().stateAt(thread(), 1));
    assertRefused(UnknownRunException.class, () -> runtime().run(thread(), "unheard-of"));
    runtime().cancel(thread());
    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    assertThat(runtime().history(thread(), HistoryQuery.all())).isEmpty();
    assertThat(runtime().events(thread(), 1)).isEmpty();
  }

  @Test
  void shouldSayThatAThreadIsOverOnceItsOnlyRunIs() {
    Graph graph =
        Graph.builder("thread-alone")
            .channels(LOG)
            .node("a", context -> Command.update(LOG, "a"))
            .edge(START, "a")
            .build();
    start(graph, StateUpdate.empty(), RunOptions.builder().alone());
    eventually(
        () -> catchThrowable(() -> answer(Answer.single("late"))),
        ThreadEndedException.class::isInstance);

    assertRefused(ThreadEndedException.class, () -> answer(Answer.single("late")));
    assertRefused(ThreadEndedException.class, () -> proceed(Steering.NONE));
    assertRefused(ThreadEndedException.class, this::edit);
    assertRefused(ThreadEndedException.class, () -> runtime().fork(thread(), Fork.of(1)));
    assertRefused(ThreadEndedException.class, () -> runtime().rollback(thread(), 1));
    runtime().cancel(thread());
    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    assertThat(runtime().snapshot(thread()).state().get(LOG)).containsExactly("a");
    assertThat(start(graph, StateUpdate.of(LOG, "again")).state().get(LOG))
        .containsExactly("again", "a");
  }

  @Test
  void shouldRefuseAnswersThatAreMeantForAnotherGraph() {
    start(asking(), StateUpdate.empty());

    assertRefused(GraphMismatchException.class, () -> resumeOn("another", Answer.single("yes")));
    assertRefused(GraphMismatchException.class, () -> resumeOn("another"));
    assertThat(await(resumeOn(asking().name(), Answer.single("yes"))).status())
        .isEqualTo(RunStatus.FINISHED);
  }

  private RunHandle resumeOn(String graph, Answer... answers) {
    return runtime().resume(thread(), graph, TimeOrderedId.next(), List.of(answers), Steering.NONE);
  }

  private RunResult proceed(Steering steering) {
    return await(runtime().resume(thread(), TimeOrderedId.next(), List.of(), steering));
  }

  private ThreadSnapshot edit() {
    return runtime().editState(thread(), null, StateUpdate.of(LOG, "x"), null);
  }

  private static void assertRefused(Class<? extends Throwable> type, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(type);
  }

  private RunHandle begin(Graph graph, String text, WhenBusy strategy) {
    runtime().graphs().register(graph);
    return runtime()
        .start(
            graph.name(),
            thread(),
            StateUpdate.of(LOG, text),
            RunOptions.builder().whenBusy(strategy).build());
  }

  /** The first run never ends by itself, the next ones do. */
  private static Graph slow(String name, CountDownLatch begun, CountDownLatch never) {
    NodeAction action =
        context -> {
          if (begun.getCount() > 0) {
            begun.countDown();
            while (!never.await(10, TimeUnit.MILLISECONDS)) {
              context.heartbeat();
            }
          }
          return Command.update(LOG, "quick");
        };
    return Graph.builder(name).channels(LOG).node("a", action).edge(START, "a").build();
  }

  private static NodeAction asks() {
    return context -> Command.update(LOG, String.valueOf(context.interrupt(Question.of("?"))));
  }

  private static Graph asking() {
    return Graph.builder("thread-asking").channels(LOG).node("a", asks()).edge(START, "a").build();
  }

  @Test
  void shouldRefuseAtOnceAnInputThatWouldWaitInVain() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch gate = new CountDownLatch(1);
    Graph slow = slow("in-vain", begun, gate);
    RunHandle first = begin(slow, "one", WhenBusy.ENQUEUE);
    begun.await();
    RunOptions.Builder nowhere =
        RunOptions.builder().whenBusy(WhenBusy.ENQUEUE).breakpoints(Breakpoints.before("nowhere"));

    assertThatThrownBy(
            () -> runtime().start(slow.name(), thread(), StateUpdate.empty(), nowhere.build()))
        .isInstanceOf(UnknownNodeException.class);
    gate.countDown();

    assertThat(await(first).status()).isEqualTo(RunStatus.FINISHED);
  }
}
