package io.evergraph.contract;

import static io.evergraph.contract.Graphs.LOG;
import static io.evergraph.contract.Graphs.SUBJECT;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.JoinFailedException;
import io.evergraph.event.RecoveryEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.Question;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.state.StateUpdate;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How branches race and meet. */
class JoinContract extends RuntimeContract {
  private static final NodePolicy ONCE = NodePolicy.builder().attempts(1).build();

  @Test
  void shouldGoOnWithTheFirstBranchAndCancelTheSlowOne() {
    CountDownLatch cancelled = new CountDownLatch(1);
    Graph graph =
        graph("first-wins")
            .node("fast", Graphs.log("fast"))
            .node("slow", context -> untilCancelled(cancelled))
            .node("end", Graphs.log("end"))
            .edge(START, "fast")
            .edge(START, "slow")
            .join(List.of("fast", "slow"), "end", JoinRule.any())
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("fast", "end");
    assertThat(runtime().events(thread(), 1))
        .filteredOn(RecoveryEvent.TaskDropped.class::isInstance)
        .extracting(event -> ((RecoveryEvent.TaskDropped) event).node())
        .containsExactly("slow");
  }

  private static Command untilCancelled(CountDownLatch cancelled) throws InterruptedException {
    cancelled.await(60, TimeUnit.SECONDS);
    return Command.update(LOG, "slow");
  }

  @Test
  void shouldCloseTheQuestionOfTheBranchThatLost() {
    Graph graph =
        graph("who-first")
            .node("boss", asks("boss"))
            .node("deputy", asks("deputy"))
            .node("end", Graphs.log("end"))
            .edge(START, "boss")
            .edge(START, "deputy")
            .join(List.of("boss", "deputy"), "end", JoinRule.any())
            .build();

    RunResult result =
        sameAsInMemory(
            (runtime, script) -> {
              RunResult asked = script.start(runtime, graph, StateUpdate.empty());
              return script.answer(runtime, Answer.to(asked.interrupts().get(1).id(), "yes"));
            });

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.interrupts()).isEmpty();
    assertThat(result.state().get(LOG)).containsExactly("deputy yes", "end");
  }

  @Test
  void shouldIgnoreAFailedBranchWhileAnotherSucceeds() {
    Graph graph =
        graph("one-fails")
            .node("a", fails(), ONCE)
            .node("b", Graphs.log("b"))
            .node("b2", Graphs.log("b2"))
            .node("end", Graphs.log("end"))
            .edge(START, "a")
            .edge(START, "b")
            .edge("b", "b2")
            .join(List.of("a", "b2"), "end", JoinRule.firstSuccess())
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("b", "b2", "end");
  }

  @Test
  void shouldGoOnWhenABranchFailsWhileAnotherArrives() {
    Graph graph =
        graph("fails-beside")
            .node("a", fails(), ONCE)
            .node("b", Graphs.log("b"))
            .node("end", Graphs.log("end"))
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "end", JoinRule.firstSuccess())
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("b", "end");
  }

  @Test
  void shouldWaitForTheBranchThatSucceedsByItselfWhenAHandlerStoodInForAnother() {
    Graph graph =
        handled("own-success")
            .node("b", Graphs.log("b"))
            .node("b2", Graphs.log("b2"))
            .edge("b", "b2")
            .join(List.of("a", "b2"), "end", JoinRule.firstSuccess())
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.state().get(LOG)).containsExactly("rescued", "b", "b2", "end");
  }

  @Test
  void shouldGoOnWithTheHandledBranchWhenNoOtherSucceeds() {
    Graph graph =
        handled("no-success")
            .node("b", Graphs.log("b"))
            .node("b2", fails(), ONCE)
            .edge("b", "b2")
            .join(List.of("a", "b2"), "end", JoinRule.firstSuccess())
            .build();

    RunResult result =
        sameAsInMemory((runtime, script) -> script.start(runtime, graph, StateUpdate.empty()));

    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.state().get(LOG)).containsExactly("rescued", "b", "end");
  }

  @Test
  void shouldGoOnAtOnceWhenHandlersStoodInForAllBranches() {
    Graph graph =
        handled("all-handled")
            .node("b", fails(), ONCE)
            .onError("b", "rescue")
            .join(List.of("a", "b"), "end", JoinRule.firstSuccess())
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.state().get(LOG)).containsExactly("rescued", "rescued", "end");
  }

  private static GraphBuilder handled(String name) {
    return graph(name)
        .node("a", fails(), ONCE)
        .node("rescue", Graphs.log("rescued"))
        .onError("a", "rescue")
        .node("end", Graphs.log("end"))
        .edge(START, "a")
        .edge(START, "b");
  }

  @Test
  void shouldCountTheBranchesWhenAllHaveFailed() {
    Graph graph =
        graph("all-fail")
            .node("a", fails(), ONCE)
            .node("b", fails(), ONCE)
            .node("end", Graphs.log("end"))
            .edge(START, "a")
            .edge(START, "b")
            .join(List.of("a", "b"), "end", JoinRule.any())
            .build();

    RunResult result = start(graph, StateUpdate.empty());

    assertThat(result.status()).isEqualTo(RunStatus.PARKED);
    assertThat(result.error())
        .get()
        .isInstanceOfSatisfying(
            JoinFailedException.class,
            failed -> assertThat(failed.failed()).containsExactly("a", "b"));
  }

  private static GraphBuilder graph(String name) {
    return Graph.builder(name).channels(LOG, SUBJECT);
  }

  private static NodeAction fails() {
    return context -> {
      throw new IllegalStateException(context.node() + " is broken");
    };
  }

  private static NodeAction asks(String who) {
    return context -> Command.update(LOG, who + " " + context.interrupt(Question.of(who + "?")));
  }
}
