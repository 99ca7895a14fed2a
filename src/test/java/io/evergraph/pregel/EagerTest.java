package io.evergraph.pregel;

import static io.evergraph.graph.Graph.START;
import static io.evergraph.pregel.EngineAssert.assertThatThread;
import static io.evergraph.pregel.Steps.COUNT;
import static io.evergraph.pregel.Steps.LOG;
import static io.evergraph.pregel.Steps.NOTHING;
import static io.evergraph.pregel.Steps.asks;
import static io.evergraph.pregel.Steps.counts;
import static io.evergraph.pregel.Steps.failsUntil;
import static io.evergraph.pregel.Steps.graph;
import static io.evergraph.pregel.Steps.logs;
import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Flow.Execution;
import io.evergraph.graph.GraphBuilder;
import io.evergraph.graph.JoinRule;
import io.evergraph.graph.NodeAction;
import io.evergraph.graph.OnFailure;
import io.evergraph.graph.Route;
import io.evergraph.state.StateUpdate;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A task starts as soon as its own triggers are in; each result is a commit of its own. */
class EagerTest {
  static GraphBuilder eager() {
    return graph().execution(Execution.EAGER);
  }

  /** One branch of one node and one of two, which meet at a join. */
  static GraphBuilder diamond(NodeAction slow) {
    return eager()
        .node("slow", slow)
        .node("fast", sees())
        .node("down", sees())
        .node("end", sees())
        .edge(START, "slow")
        .edge(START, "fast")
        .edge("fast", "down")
        .join(List.of("slow", "down"), "end");
  }

  /** Logs its name and how many entries of the log it saw. */
  static NodeAction sees() {
    return context ->
        Command.update(LOG, context.node() + context.state().find(LOG).orElse(List.of()).size());
  }

  static EngineDriver begun(GraphBuilder graph) {
    return EngineDriver.of(graph.build()).begin(NOTHING);
  }

  @Nested
  class Following {
    @Test
    void shouldStartWhatFollowsTheFastBranchWhileTheSlowOneRuns() {
      EngineDriver thread = begun(diamond(sees())).finish("fast");

      assertThatThread(thread).runs("slow", "down").holds(LOG, List.of("fast0"));
      assertThatThread(thread.finish("down")).runs("slow");
      assertThatThread(thread.finish("slow")).runs("end");
      assertThatThread(thread.run())
          .isFinished()
          .holds(LOG, List.of("fast0", "down1", "slow0", "end3"));
    }

    @Test
    void shouldCommitResultsInTheirOrderAlsoWhereTheyComeTogether() {
      EngineDriver thread = begun(diamond(sees()));
      List<TaskResult> results =
          List.of(thread.result(thread.ready("slow")), thread.result(thread.ready("fast")));
      EngineDriver oneByOne = thread.restarted();
      results.forEach(result -> oneByOne.settleResults(List.of(result)));

      thread.settleResults(results);

      assertThat(thread.state().get(LOG)).containsExactly("slow0", "fast0");
      assertThat(thread.checkpoint().frames()).isEqualTo(oneByOne.checkpoint().frames());
      assertThat(thread.history()).extracting(Commit::parent).containsExactly(0L, 1L, 2L, 3L);
      assertThat(thread.history().get(3).done().nodes()).containsExactly("fast");
      assertThat(thread.history().get(3).next().nodes()).containsExactly("down");
    }

    @Test
    void shouldSayInEventsWhatACommitEndsAndWhatItPlans() {
      EngineDriver thread = begun(diamond(sees()));
      String fast = thread.ready("fast").id();

      thread.finish("fast");

      RunEvent.StepCommitted committed = last(thread, RunEvent.StepCommitted.class);
      assertThat(committed.ended()).containsExactly(fast);
      assertThat(committed.next()).containsExactly("slow", "down");
      assertThat(last(thread, RunEvent.StepPlanned.class).tasks())
          .extracting(RunEvent.PlannedNode::taskId)
          .containsExactly(thread.ready("down").id());
    }

    private static <E extends RunEvent> E last(EngineDriver thread, Class<E> kind) {
      List<E> all = thread.events().stream().filter(kind::isInstance).map(kind::cast).toList();
      return all.get(all.size() - 1);
    }

    @Test
    void shouldRunANodeOnceMoreThatIsTriggeredWhileItRuns() {
      EngineDriver thread =
          begun(
              eager()
                  .node("slow", sees())
                  .node("fast", sees())
                  .node("faster", sees())
                  .edge(START, "slow")
                  .edge(START, "fast")
                  .edge(START, "faster")
                  .edge("fast", "slow")
                  .edge("faster", "slow"));

      thread.finish("faster", "fast");
      assertThatThread(thread).runs("slow");
      assertThatThread(thread.finish("slow")).runs("slow");

      assertThatThread(thread.run())
          .isFinished()
          .holds(LOG, List.of("fast0", "faster0", "slow0", "slow3"));
    }

    @Test
    void shouldLetTheLaterOfTwoWritersWin() {
      NodeAction name = context -> Command.update(Steps.CHOICE, context.node());
      EngineDriver thread =
          begun(eager().node("a", name).node("b", name).edge(START, "a").edge(START, "b"));

      assertThatThread(thread.finish("b").finish("a")).isFinished().holds(Steps.CHOICE, "a");
    }

    @Test
    void shouldRunDeferredNodesOnlyWhenNothingElseRuns() {
      EngineDriver thread = begun(diamond(sees()).node("d", sees()).defer("d").edge("fast", "d"));

      assertThatThread(thread.finish("fast").finish("down")).runs("slow");
      assertThatThread(thread.finish("slow").finish("end")).runs("d");
      assertThatThread(thread.run()).isFinished();
    }

    @Test
    void shouldStartTheTasksThatAResultSendsWhileOthersRun() {
      NodeAction sends =
          context ->
              Command.update(NOTHING)
                  .then(
                      List.of(
                          Route.send("work", StateUpdate.of(LOG, "one")),
                          Route.send("work", NOTHING)));
      EngineDriver thread =
          begun(
              eager()
                  .node("slow", sees())
                  .node("split", sends)
                  .node("work", sees())
                  .edge(START, "slow")
                  .edge(START, "split")
                  .ends("split", "work"));

      assertThatThread(thread.finish("split")).runs("slow", "work", "work");
      assertThatThread(thread.run()).isFinished();
      assertThat(thread.state().get(LOG)).containsExactlyInAnyOrder("slow0", "work1", "work0");
    }
  }

  @Nested
  class Races {
    private static EngineDriver race() {
      return begun(
          eager()
              .node("a", logs())
              .node("b", logs())
              .node("b2", logs())
              .node("beside", logs())
              .node("end", logs())
              .edge(START, "a")
              .edge(START, "b")
              .edge(START, "beside")
              .edge("b", "b2")
              .join(List.of("a", "b2"), "end", JoinRule.any()));
    }

    @Test
    void shouldDropTheSlowerBranchWhereverItIs() {
      EngineDriver thread = race().finish("b");
      assertThatThread(thread).runs("a", "beside", "b2");

      assertThatThread(thread.finish("a")).runs("beside", "end");
      assertThatThread(thread.run()).isFinished();
      assertThat(thread.state().get(LOG)).doesNotContain("b2");
    }

    @Test
    void shouldWaitForTheOtherBranchWhereOneFails() {
      AtomicBoolean never = new AtomicBoolean();
      EngineDriver thread =
          begun(
              eager()
                  .node("a", failsUntil(never))
                  .node("b", logs())
                  .node("c", logs())
                  .node("end", logs())
                  .edge(START, "a")
                  .edge(START, "b")
                  .edge(START, "c")
                  .join(List.of("a", "b"), "end", JoinRule.firstSuccess()));

      thread.finish("a").finish("c");

      assertThatThread(thread).runs("b");
      assertThatThread(thread.run()).isFinished().holds(LOG, List.of("c", "b", "end"));
    }
  }

  @Nested
  class Limits {
    @Test
    void shouldCountTheTasksOfAChainAndNotTheCommits() {
      List<Route> ten = Collections.nCopies(10, Route.send("work", NOTHING));
      NodeAction sends = context -> Command.update(NOTHING).then(ten);
      EngineDriver thread =
          EngineDriver.of(
                  eager()
                      .node("split", sends)
                      .node("work", logs())
                      .node("end", logs())
                      .edge(START, "split")
                      .ends("split", "work")
                      .edge("work", "end")
                      .build())
              .with(RunSettings.of(3, OnFailure.PARK))
              .input(NOTHING);

      assertThatThread(thread).isFinished();
    }

    @Test
    void shouldStopALoopAndGoOnWithItWhenItIsContinued() {
      EngineDriver thread =
          EngineDriver.of(
                  eager()
                      .node("loop", counts())
                      .node("beside", logs())
                      .edge(START, "loop")
                      .edge(START, "beside")
                      .edge("loop", "loop")
                      .build())
              .with(RunSettings.of(3, OnFailure.PARK))
              .input(NOTHING);

      assertThatThread(thread).isOutOfSteps(3, "loop").holds(COUNT, 3);
      assertThatThread(thread.proceed(2)).isOutOfSteps(2, "loop").holds(COUNT, 5);
    }

    @Test
    void shouldTellNodesHowManyMayFollowThem() {
      NodeAction tells = context -> Command.update(LOG, "" + context.remainingSteps());
      EngineDriver thread =
          EngineDriver.of(
                  eager()
                      .node("a", tells)
                      .node("b", tells)
                      .node("c", tells)
                      .edge(START, "a")
                      .edge("a", "b")
                      .edge("b", "c")
                      .build())
              .with(RunSettings.of(3, OnFailure.PARK))
              .input(NOTHING);

      assertThatThread(thread).isFinished().holds(LOG, List.of("2", "1", "0"));
    }
  }

  @Nested
  class Stopping {
    @Test
    void shouldCountANodeThatRunsOnceMoreFromTheRunThatContinues() {
      EngineDriver thread =
          begun(
                  eager()
                      .maxSteps(2)
                      .node("n", asks("?"))
                      .node("a", logs())
                      .node("b", logs())
                      .edge(START, "n")
                      .edge(START, "a")
                      .edge("a", "b")
                      .edge("b", "n"))
              .run();
      assertThatThread(thread).waitsFor("n").holds(LOG, List.of("a", "b"));

      assertThatThread(thread.answer(Answer.single("first"))).waitsFor("n");

      assertThatThread(thread.restarted().answer(Answer.single("second")))
          .isFinished()
          .holds(LOG, List.of("a", "b", "n=first", "n=second"));
    }

    @Test
    void shouldAskInOneBranchWhileTheOtherGoesOn() {
      EngineDriver thread = begun(diamond(asks("go on?"))).run();

      assertThatThread(thread).waitsFor("slow").holds(LOG, List.of("fast0", "down1"));
      assertThatThread(thread.restarted().answer(Answer.single("yes"))).isFinished();
    }

    @Test
    void shouldParkOneBranchAndLetItReadWhatItReadAtFirst() {
      AtomicBoolean repaired = new AtomicBoolean();
      NodeAction fragile =
          context -> {
            failsUntil(repaired).run(context);
            return sees().run(context);
          };
      EngineDriver thread = begun(diamond(fragile)).run();
      assertThatThread(thread).isParkedAt("slow").holds(LOG, List.of("fast0", "down1"));
      Task failed = ((Next.Parked) thread.next()).failures().get(0).task();

      repaired.set(true);
      thread.accept(new Input.Answers("again", List.of(Answer.retry())));

      assertThat(thread.ready("slow")).isEqualTo(failed);
      assertThatThread(thread.run())
          .isFinished()
          .holds(LOG, List.of("fast0", "down1", "slow0", "end3"));
    }

    @Test
    void shouldLetAHandlerStandInWhileOthersRun() {
      EngineDriver thread =
          begun(
              diamond(failsUntil(new AtomicBoolean()))
                  .node("handler", logs())
                  .onError("slow", "handler"));

      assertThatThread(thread.finish("slow")).runs("fast", "handler");
      assertThatThread(thread.finish("handler")).runs("fast");
      assertThatThread(thread.run())
          .isFinished()
          .holds(LOG, List.of("handler", "fast0", "down2", "end3"));
    }

    @Test
    void shouldCancelTheOthersWhereOneFailureIsToStopThem() {
      EngineDriver thread = begun(diamond(failsUntil(new AtomicBoolean())).failFast());

      assertThatThread(thread.finish("slow")).isParkedAt("slow");
    }
  }
}
