package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.VALUE;
import static io.evergraph.contract.Graphs.log;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.InterruptEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.TaskView;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How a running graph is paused from outside, and goes on. */
class PauseContract extends RuntimeContract {
  private final CountDownLatch begun = new CountDownLatch(1);
  private volatile CountDownLatch released = new CountDownLatch(1);

  /** Works until it is released. */
  private NodeAction slow(String entry) {
    return context -> {
      begun.countDown();
      released.await(30, TimeUnit.SECONDS);
      return Command.update(LOG, entry);
    };
  }

  private RunHandle begin(Graph graph) {
    runtime().graphs().register(graph);
    RunHandle run = runtime().start(graph, thread(), StateUpdate.empty());
    try {
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
    return run;
  }

  private RunResult proceed() {
    return await(runtime().proceed(thread(), thread() + "-" + System.nanoTime(), null));
  }

  private Graph chain(String name) {
    return Graph.builder(name)
        .channels(LOG, VALUE)
        .node("a", slow("a"))
        .node("b", log("b"))
        .edge(START, "a")
        .edge("a", "b")
        .build();
  }

  @Test
  void shouldLetWhatRunsFinishAndBeginNothingNew() {
    RunHandle run = begin(chain("finishing"));

    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    released.countDown();
    RunResult paused = await(run);

    assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
    assertThat(paused.state().get(LOG)).containsExactly("a");
    assertThat(paused.snapshot().next()).containsExactly("b");
    assertThat(proceed().state().get(LOG)).containsExactly("a", "b");
  }

  @Test
  void shouldNotBeginTasksThatWaitForRoom() {
    GraphBuilder wide = Graph.builder("waits_for_room").channels(LOG, VALUE).maxConcurrency(1);
    List<String> names = List.of("a", "b", "c");
    AtomicInteger calls = new AtomicInteger();
    for (String name : names) {
      NodeAction slow = slow(name);
      wide.edge(START, name)
          .node(
              name,
              context -> {
                calls.incrementAndGet();
                return slow.run(context);
              });
    }
    RunHandle run = begin(wide.build());

    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    released.countDown();
    RunResult paused = await(run);

    assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
    assertThat(calls.get()).isOne();
    assertThat(proceed().state().get(LOG)).containsExactlyElementsOf(names);
    assertThat(calls.get()).isEqualTo(3);
  }

  @Test
  void shouldPauseTheRunThatIsMeantAndNoOtherOne() {
    Graph graph = chain("named");
    RunHandle first = begin(graph);
    runtime().pause(thread(), "another", PauseMode.LET_TASKS_FINISH);
    released.countDown();
    assertThat(await(first).status()).isEqualTo(RunStatus.FINISHED);

    released = new CountDownLatch(1);
    RunHandle second = begin(graph);
    runtime().pause(thread(), first.runId(), PauseMode.LET_TASKS_FINISH);
    runtime().pause(thread(), second.runId(), PauseMode.LET_TASKS_FINISH);
    released.countDown();

    assertThat(await(second).snapshot().next()).containsExactly("b");
  }

  @Test
  void shouldHoldWhatFollowsANodeThatPausesItsOwnThread() {
    NodeAction pausing =
        context -> {
          runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
          return Command.update(LOG, "a");
        };
    Graph graph =
        Graph.builder("pauses_itself")
            .channels(LOG, VALUE)
            .node("a", pausing)
            .node("b", log("b"))
            .edge(START, "a")
            .edge("a", "b")
            .build();
    runtime().graphs().register(graph);

    RunResult paused = await(runtime().start(graph, thread(), StateUpdate.empty()));

    assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
    assertThat(paused.state().get(LOG)).containsExactly("a");
    assertThat(proceed().state().get(LOG)).containsExactly("a", "b");
  }

  @Test
  void shouldTellWhoAskedForThePause() {
    RunHandle run = begin(chain("told_pause"));
    runtime().pause(thread(), PauseMode.CUT_TASKS_SHORT);
    await(run);

    List<RunEvent> events = runtime().events(thread(), 1);

    assertThat(events.get(events.size() - 1))
        .isInstanceOfSatisfying(
            RunEvent.RunPaused.class,
            paused -> assertThat(paused.cause()).isEqualTo(RunEvent.Pause.REQUEST));
    released.countDown();
  }

  @Test
  void shouldCutTasksShortAndRunThemAgainWithTheSameInputs() {
    Map<String, String> ids = new ConcurrentHashMap<>();
    AtomicInteger quick = new AtomicInteger();
    Graph graph =
        Graph.builder("cutting")
            .channels(LOG, VALUE)
            .node("plan", log("plan"))
            .node(
                "work",
                context -> {
                  String value = context.state().get(VALUE);
                  if (value.equals("quick")) {
                    quick.incrementAndGet();
                    return Command.update(LOG, value);
                  }
                  String first = ids.putIfAbsent(value, context.idempotencyKey());
                  begun.countDown();
                  released.await(30, TimeUnit.SECONDS);
                  return Command.update(LOG, value + context.idempotencyKey().equals(first));
                })
            .edge(START, "plan")
            .routes(
                "plan",
                context ->
                    List.of(
                        Route.send("work", StateUpdate.of(VALUE, "quick")),
                        Route.send("work", StateUpdate.of(VALUE, "slow"))),
                "work")
            .build();
    RunHandle run = begin(graph);
    awaitEvent(event -> event instanceof RunEvent.TaskFinished it && it.node().equals("work"));

    runtime().pause(thread(), PauseMode.CUT_TASKS_SHORT);
    RunResult paused = await(run);
    assertThat(paused.status()).isEqualTo(RunStatus.PAUSED);
    assertThat(paused.snapshot().next()).containsExactly("work");
    assertThat(paused.snapshot().tasks())
        .extracting(TaskView::progress)
        .containsExactly("settled", "ready");
    released.countDown();
    RunResult result = proceed();

    assertThat(result.state().get(LOG)).containsExactly("plan", "quick", "slowtrue");
    assertThat(quick).hasValue(1);
  }

  @Test
  void shouldBeIdempotentAndCutShortWhatWasLetFinish() {
    RunHandle run = begin(chain("twice"));

    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    runtime().pause(thread(), PauseMode.CUT_TASKS_SHORT);
    RunResult paused = await(run);
    runtime().pause(thread(), PauseMode.CUT_TASKS_SHORT);

    assertThat(paused.snapshot().next()).containsExactly("a");
    assertThat(runtime().snapshot(thread()).next()).containsExactly("a");
    released.countDown();
    assertThat(proceed().state().get(LOG)).containsExactly("a", "b");
    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    assertThat(proceed().status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldGoOnAtOnceWhenThePauseIsTakenBack() {
    RunHandle run = begin(chain("taken_back"));

    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    RunHandle again = runtime().proceed(thread(), thread() + "-on", null);
    released.countDown();

    assertThat(await(again).state().get(LOG)).containsExactly("a", "b");
    assertThat(await(run).status()).isEqualTo(RunStatus.FINISHED);
  }

  @Test
  void shouldTakeAnswersWithoutEndingThePause() {
    Graph graph =
        Graph.builder("answer_paused")
            .channels(LOG)
            .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .node("work", slow("work"))
            .edge(START, "ask")
            .edge(START, "work")
            .build();
    RunHandle run = begin(graph);
    awaitEvent(InterruptEvent.InterruptOpened.class::isInstance);
    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    released.countDown();
    assertThat(await(run).status()).isEqualTo(RunStatus.PAUSED);

    RunResult answered = answer(Answer.single("yes"));

    assertThat(answered.status()).isEqualTo(RunStatus.PAUSED);
    assertThat(answered.interrupts()).isEmpty();
    assertThat(proceed().state().get(LOG)).containsExactly("yes", "work");
  }

  @Test
  void shouldSeeTheEditMadeDuringThePause() {
    Graph graph =
        Graph.builder("edit_paused")
            .channels(LOG, VALUE)
            .node("a", slow("a"))
            .node("b", context -> Command.update(LOG, "b " + context.state().get(VALUE)))
            .edge(START, "a")
            .edge("a", "b")
            .build();
    RunHandle run = begin(graph);
    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    released.countDown();
    await(run);

    runtime().editState(thread(), null, StateUpdate.of(VALUE, "edited"), null);

    assertThat(proceed().state().get(LOG)).containsExactly("a", "b edited");
  }

  @Test
  void shouldBeginASubgraphWithTheEditThatWasMadeBeforeItsFirstNode() {
    NodeAction sees = context -> Command.update(LOG, "sees " + context.state().get(VALUE));
    Graph inner =
        Graph.builder("inner").channels(LOG, VALUE).node("c", sees).edge(START, "c").build();
    Graph middle =
        Graph.builder("middle")
            .channels(LOG, VALUE)
            .subgraph("inner", inner)
            .edge(START, "inner")
            .build();
    Graph graph =
        Graph.builder("edit_before_subgraph")
            .channels(LOG, VALUE)
            .node("a", slow("a"))
            .subgraph("middle", middle)
            .edge(START, "a")
            .edge("a", "middle")
            .build();
    RunHandle run = begin(graph);
    runtime().pause(thread(), PauseMode.LET_TASKS_FINISH);
    released.countDown();
    assertThat(await(run).snapshot().next()).containsExactly("middle");

    runtime().editState(thread(), null, StateUpdate.of(VALUE, "edited"), null);

    assertThat(runtime().snapshot(thread()).next()).containsExactly("middle");
    assertThat(proceed().state().get(LOG)).containsExactly("a", "sees edited");
    assertGapless(runtime().events(thread(), 1));
  }
}
