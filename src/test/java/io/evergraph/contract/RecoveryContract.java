package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.Question;
import io.evergraph.graph.Route;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How failed tasks are skipped, edited, and what becomes of those beside them. */
class RecoveryContract extends RuntimeContract {

  private static final Channel<Integer> BY = Channel.of("by", Integer.class);

  @Test
  void shouldSkipAFailedTaskWithAnUpdateAndFollowItsEdges() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              script.start(runtime, twoFailing("skipped"), StateUpdate.empty());
              RunResult parked = script.answer(runtime, skip(runtime, "a"));
              assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
              assertThat(parked.snapshot().tasks()).hasSize(3);
              return script.answer(runtime, Answer.skip(StateUpdate.of(LOG, "for b")));
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("for a", "for b", "good", "after");
    assertThat(runtime().events(thread(), 1))
        .filteredOn(RecoveryEvent.FailureResolved.class::isInstance)
        .extracting("node")
        .containsExactly("a", "b");
  }

  private Answer skip(GraphRuntime runtime, String node) {
    return Answer.skip(taskOf(runtime, node), StateUpdate.of(LOG, "for " + node));
  }

  private String taskOf(GraphRuntime runtime, String node) {
    return runtime.snapshot(thread()).tasks().stream()
        .filter(task -> task.node().equals(node))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static Graph twoFailing(String name) {
    return Graph.builder(name)
        .channels(LOG)
        .node("a", context -> fail("a"))
        .node("b", context -> fail("b"))
        .node("good", Graphs.log("good"))
        .node("after", Graphs.log("after"))
        .edge(START, "a")
        .edge(START, "b")
        .edge(START, "good")
        .route("a", state -> "after", "after")
        .build();
  }

  private static Command fail(String node) {
    throw new IllegalArgumentException(node + " fails");
  }

  @Test
  void shouldRefuseToSkipWhenSeveralTasksFailedAndNoneIsNamed() {
    start(twoFailing("ambiguous"), StateUpdate.empty());

    assertThatThrownBy(() -> answer(Answer.skip(StateUpdate.of(LOG, "which?"))))
        .isInstanceOf(NothingToResumeException.class)
        .hasMessageContainingAll("'" + taskOf(runtime(), "a") + "' (node 'a')", "(node 'b')")
        .hasMessageNotContaining("nothing to go on with");
    assertThatThrownBy(() -> answer(skip(runtime(), "good")))
        .isInstanceOf(NothingToResumeException.class);
    assertThatThrownBy(
            () ->
                answer(
                    Answer.skip(
                        taskOf(runtime(), "a"),
                        StateUpdate.of(Channel.of("unknown", String.class), "x"))))
        .isInstanceOf(UnknownChannelException.class);
  }

  @Test
  void shouldRunAFailedTaskAgainWithOtherValuesToRead() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              Graph graph =
                  Graph.builder("edited")
                      .channels(LOG, Graphs.COUNT)
                      .node("divide", context -> divide(context.state().get(Graphs.COUNT)))
                      .node("look", context -> seen(context.state().get(Graphs.COUNT)))
                      .edge(START, "divide")
                      .edge("divide", "look")
                      .build();
              script.start(runtime, graph, StateUpdate.of(Graphs.COUNT, 0));
              return script.answer(runtime, Answer.edit(StateUpdate.of(Graphs.COUNT, 5)));
            });

    assertThat(result.state().get(LOG)).containsExactly("100 / 5 = 20", "count 0");
  }

  private static Command divide(int by) {
    return Command.update(LOG, "100 / " + by + " = " + 100 / by);
  }

  private static Command seen(int count) {
    return Command.update(LOG, "count " + count);
  }

  @Test
  void shouldRunASentTaskAgainWithAnotherInput() {
    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              Graph graph =
                  Graph.builder("sent-edited")
                      .channels(LOG, BY)
                      .node(
                          "divide", context -> divide((Integer) context.state().values().get("by")))
                      .routes(
                          START,
                          context -> List.of(Route.send("divide", StateUpdate.of(BY, 0))),
                          "divide")
                      .build();
              script.start(runtime, graph, StateUpdate.empty());
              return script.answer(runtime, Answer.edit(StateUpdate.of(BY, 4)));
            });

    assertThat(result.state().get(LOG)).containsExactly("100 / 4 = 25");
  }

  @Test
  void shouldCancelSiblingsAtOnceWhenTheGraphFailsFast() {
    CountDownLatch running = new CountDownLatch(1);
    AtomicInteger slow = new AtomicInteger();
    AtomicInteger bad = new AtomicInteger();
    Graph graph =
        Graph.builder("fails-fast")
            .channels(LOG)
            .failFast()
            .node(
                "bad",
                context -> {
                  running.await();
                  return bad.incrementAndGet() == 1 ? fail("bad") : Command.update(LOG, "bad");
                })
            .node(
                "slow",
                context -> {
                  int attempt = slow.incrementAndGet();
                  running.countDown();
                  return attempt == 1 ? FailureContract.stuck() : Command.update(LOG, "slow");
                })
            .edge(START, "bad")
            .edge(START, "slow")
            .build();

    RunResult parked = start(graph, StateUpdate.empty());
    RunResult result = answer(Answer.retry());

    assertThat(parked.status()).isEqualTo(RunStatus.PARKED);
    assertThat(parked.snapshot().next()).containsExactly("bad", "slow");
    assertThat(result.state().get(LOG)).containsExactly("bad", "slow");
  }

  @Test
  void shouldRecordEveryFailureWhenTasksFailSideBySide() {
    RunResult parked =
        sameAsInMemory(
            (runtime, script) -> script.start(runtime, twoFailing("both"), StateUpdate.empty()));

    assertThat(parked.snapshot().tasks())
        .extracting(task -> String.valueOf(task.error()))
        .anyMatch(error -> error.contains("a fails"))
        .anyMatch(error -> error.contains("b fails"));
    assertThat(parked.error()).get().asString().contains("'a' failed");
  }

  @Test
  void shouldRunWhatAnAnswerFreesWhenAnotherEndsARaceAtTheSameTime() {
    CountDownLatch never = new CountDownLatch(1);
    Graph graph =
        Graph.builder("freed")
            .channels(LOG)
            .node("a", context -> fail("a"))
            .node(
                "b",
                context -> {
                  while (!never.await(10, TimeUnit.MILLISECONDS)) {
                    context.heartbeat();
                  }
                  return Command.none();
                })
            .node("ask", context -> Command.update(LOG, "" + context.interrupt(Question.of("?"))))
            .node("end", Graphs.log("end"))
            .edge(START, "a")
            .edge(START, "b")
            .edge(START, "ask")
            .join(List.of("a", "b"), "end", JoinRule.any())
            .build();
    runtime().graphs().register(graph);
    RunHandle run = runtime().start(graph, thread(), StateUpdate.empty());
    String question =
        eventually(() -> runtime().snapshot(thread()).interrupts(), open -> open.size() == 1)
            .get(0)
            .id();
    List<RunEvent> unused = awaitEvent(RunEvent.TaskFailed.class::isInstance);

    RunResult result = answer(skip(runtime(), "a"), Answer.to(question, "yes"));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("for a", "yes", "end");
    assertThat(await(run).status()).isEqualTo(RunStatus.FINISHED);
  }
}
