package io.evergraph.pregel;

import static org.assertj.core.api.Assertions.assertThat;

import io.evergraph.error.NothingToResumeException;
import io.evergraph.graph.Interrupt;
import io.evergraph.graph.NodeFailure;
import io.evergraph.graph.NodePolicy;
import io.evergraph.graph.OnFailure;
import io.evergraph.state.Channel;
import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Alternatives that others tell apart: each is seen as what it is. */
class CasesTest {
  private static final Channel<Integer> N = Channel.of("n", Integer.class);
  private static final StateUpdate ONE = StateUpdate.of(N, 1);
  private static final StateUpdate TWO = StateUpdate.of(N, 2);
  private static final State STORED = State.of(Map.of("n", 0, "m", 9));

  @Nested
  class WhatIsNext {
    @Test
    void shouldBeSeenAsWhatItIs() {
      List<Next> all =
          List.of(
              new Next.Run(List.of()),
              new Next.Waiting(List.of()),
              new Next.Finished(State.empty()),
              new Next.Parked(List.of(), List.of()),
              new Next.Failed(new NothingToResumeException("t", "x", "y"), List.of()),
              new Next.OutOfSteps(1, List.of()),
              new Next.Halted(new Halt.Paused(), List.of()));

      assertThat(all)
          .extracting(
              next ->
                  next.<String>match(
                      it -> "run",
                      it -> "waiting",
                      it -> "finished",
                      it -> "parked",
                      it -> "failed",
                      it -> "out of steps",
                      it -> "halted"))
          .containsExactly(
              "run", "waiting", "finished", "parked", "failed", "out of steps", "halted");
    }
  }

  @Nested
  class WhyItStopped {
    @Test
    void shouldBeSeenAsWhatItIs() {
      List<Halt> all =
          List.of(
              new Halt.Cancelled(),
              new Halt.Edited(),
              new Halt.Refused(new NothingToResumeException("t", "x", "y")),
              new Halt.AtBreakpoint(List.of("a"), List.of()),
              new Halt.Paused());

      assertThat(all)
          .extracting(
              halt ->
                  halt.<String>match(
                      it -> "cancelled",
                      it -> "edited",
                      it -> "refused",
                      it -> "at breakpoint",
                      it -> "paused"))
          .containsExactly("cancelled", "edited", "refused", "at breakpoint", "paused");
    }
  }

  @Nested
  class WhyATaskRuns {
    private final NodeFailure failure = new NodeFailure("a", "type", "text", Map.of(), 1);
    private final Trigger edges = new Trigger.Edges();
    private final Trigger edited = new Trigger.Edited(ONE);
    private final Trigger sent = new Trigger.Sent(ONE, Optional.of(Duration.ofSeconds(3)));
    private final Trigger routeOnly = new Trigger.RouteOnly(ONE);
    private final Trigger handling = new Trigger.Handling(sent, failure);

    @Test
    void shouldBeSeenAsWhatItIs() {
      assertThat(List.of(edges, edited, sent, routeOnly, handling))
          .extracting(
              trigger ->
                  trigger.<String>match(
                      it -> "edges",
                      it -> "edited",
                      it -> "sent",
                      it -> "route only",
                      it -> "handling"))
          .containsExactly("edges", "edited", "sent", "route only", "handling");
    }

    @Test
    void shouldReadTheCheckpointUnlessItWasSent() {
      assertThat(edges.read(() -> STORED)).isEqualTo(STORED);
      assertThat(edited.read(() -> STORED)).isEqualTo(State.of(Map.of("n", 1, "m", 9)));
      assertThat(sent.read(() -> STORED)).isEqualTo(State.of(Map.of("n", 1)));
      assertThat(routeOnly.read(() -> STORED)).isEqualTo(STORED);
      assertThat(handling.read(() -> STORED)).isEqualTo(State.of(Map.of("n", 1)));
      assertThat(List.of(edges, edited, sent, routeOnly, handling))
          .extracting(Trigger::readsCheckpoint)
          .containsExactly(true, true, false, true, false);
      assertThat(new Trigger.Handling(edges, failure).readsCheckpoint()).isTrue();
    }

    @Test
    void shouldCarryItsValues() {
      assertThat(List.of(edges, edited, sent, routeOnly, handling))
          .extracting(Trigger::values)
          .containsExactly(StateUpdate.empty(), ONE, ONE, ONE, ONE);
      assertThat(List.of(edges, edited, sent, routeOnly, handling))
          .extracting(trigger -> trigger.map(any -> TWO))
          .containsExactly(
              edges,
              new Trigger.Edited(TWO),
              new Trigger.Sent(TWO, Optional.of(Duration.ofSeconds(3))),
              new Trigger.RouteOnly(TWO),
              new Trigger.Handling(
                  new Trigger.Sent(TWO, Optional.of(Duration.ofSeconds(3))), failure));
    }

    @Test
    void shouldTakeOtherValuesInPlaceOfThoseOfTheSameChannels() {
      Channel<Integer> m = Channel.of("m", Integer.class);
      StateUpdate both = StateUpdate.of(N, 1).with(m, 5);

      assertThat(edges.edited(TWO)).isEqualTo(new Trigger.Edited(TWO));
      assertThat(new Trigger.Edited(both).edited(TWO).values())
          .isEqualTo(StateUpdate.of(m, 5).with(N, 2));
      assertThat(handling.edited(TWO).values()).isEqualTo(TWO);
      assertThat(new Trigger.Handling(edges, failure).edited(TWO))
          .isEqualTo(new Trigger.Handling(new Trigger.Edited(TWO), failure));
    }

    @Test
    void shouldShortenThePolicyOfTheNodeByTheTimeoutOfTheSend() {
      NodePolicy policy = NodePolicy.DEFAULT;

      assertThat(task(sent).policy(policy)).isEqualTo(policy.withTimeout(Duration.ofSeconds(3)));
      assertThat(task(edges).policy(policy)).isEqualTo(policy);
      assertThat(task(handling).policy(policy)).isEqualTo(policy);
    }

    @Test
    void shouldStandForTheNodeThatFailedWhenItHandles() {
      Task failed = task(sent);
      Task handler = failed.handledBy("mend", failure);

      assertThat(handler.isHandling()).isTrue();
      assertThat(failed.isHandling()).isFalse();
      assertThat(handler.source()).isEqualTo("a");
      assertThat(handler.node()).isEqualTo("mend");
      assertThat(handler.id()).isNotEqualTo(failed.id());
      assertThat(handler.routing(TWO).node()).isEqualTo("a");
      assertThat(handler.routing(TWO).trigger())
          .isEqualTo(new Trigger.RouteOnly(TWO, (Trigger.Sent) sent));
    }

    @Test
    void shouldKeepItsAnswersWhenMoreAreGiven() {
      Task asked = task(edges).withAnswers(Map.of("q1", 1)).withAnswers(Map.of("q2", 2));

      assertThat(asked.answers()).isEqualTo(Map.of("q1", 1, "q2", 2));
      assertThat(asked.moved(7, 8).answers()).hasSize(2);
      assertThat(asked.moved(7, 8).checkpoint()).isEqualTo(7);
      assertThat(asked.moved(7, 8).step()).isEqualTo(8);
      assertThat(asked.reading(TWO).answers()).hasSize(2);
    }

    private Task task(Trigger trigger) {
      return new Task("id", "", "a", 0, trigger, 1, 1, Map.of());
    }
  }

  @Nested
  class WhatComesBack {
    @Test
    void shouldBeSeenAsWhatItIs() {
      Interrupt question = new Interrupt("q", "id", "", "a", "?", null, Map.of(), null, null);
      List<TaskResult> all =
          List.of(
              new TaskResult.Completed(
                  "id", ONE.writes(), Routing.beside(List.of()), TaskReport.NONE),
              new TaskResult.Asked("id", List.of(question), TaskReport.NONE),
              new TaskResult.Failed("id", "type", "text", Map.of(), TaskReport.NONE));

      assertThat(all)
          .extracting(
              result -> result.<String>match(it -> "completed", it -> "asked", it -> "failed"))
          .containsExactly("completed", "asked", "failed");
    }

    @Test
    void shouldKeepEverythingElseWhenWritesAreLeftOut() {
      TaskResult.ParentCommand upward =
          new TaskResult.ParentCommand(TWO.writes(), Routing.instead(List.of()));
      TaskResult.Completed done =
          new TaskResult.Completed(
                  "id",
                  StateUpdate.of(Map.of("n", 1)).with(Channel.of("m", Integer.class), 2).writes(),
                  Routing.instead(List.of()),
                  TaskReport.of(1, Duration.ZERO))
              .with(upward);

      TaskResult.Completed some = done.only("m"::equals);

      assertThat(some.writes()).extracting(write -> write.channel()).containsExactly("m");
      assertThat(some.upward()).isEqualTo(upward);
      assertThat(some.routing()).isEqualTo(done.routing());
      assertThat(some.report()).isEqualTo(done.report());
    }
  }

  @Nested
  class HowARunIs {
    private final Segment segment =
        Segment.begin("run", "run", RunSettings.of(2, OnFailure.PARK), Map.of());

    @Test
    void shouldOnlyRunWhatMayFinishWhilePaused() {
      PlannedTask one = planned("1");
      PlannedTask two = planned("2");
      Segment paused = segment.paused(List.of("1"));

      assertThat(segment.admits(two)).isTrue();
      assertThat(paused.admits(one)).isTrue();
      assertThat(paused.admits(two)).isFalse();
      assertThat(paused.without("1").admits(one)).isFalse();
      assertThat(paused.without("2")).isSameAs(paused);
      assertThat(segment.without("1")).isSameAs(segment);
      assertThat(paused.unpaused()).isEqualTo(segment);
      assertThat(paused.isPaused()).isTrue();
      assertThat(segment.isPaused()).isFalse();
      assertThat(paused.admits(one.with(new Progress.Nested("a:1")))).isFalse();
    }

    @Test
    void shouldCountTheStepsOfTheGraphAndOfEachSubgraph() {
      Frame root = frame("", 7);
      Frame child = frame("a:1", 5);

      assertThat(segment.remaining(root)).isEqualTo(2);
      assertThat(segment.stepped().remaining(root)).isEqualTo(1);
      assertThat(segment.stepped().isExhausted(root)).isFalse();
      assertThat(segment.stepped().stepped().isExhausted(root)).isTrue();
      assertThat(segment.finding("a:1", 4).remaining(child)).isEqualTo(1);
      assertThat(segment.finding("a:1", 6).remaining(child)).isEqualTo(2);
      assertThat(segment.finding("a:1", 3).isExhausted(child)).isTrue();
    }

    @Test
    void shouldKnowTheRunThatBeganIt() {
      Segment joined = segment.joinedBy("other");

      assertThat(joined.runs()).containsExactly("run", "other");
      assertThat(joined.runId()).isEqualTo("run");
      assertThat(joined.isEdit()).isFalse();
      assertThat(Segment.edit("edit", "run", segment.settings()).isEdit()).isTrue();
      assertThat(segment.halted(new Halt.Cancelled()).halt()).isEqualTo(new Halt.Cancelled());
    }

    private Frame frame(String namespace, int step) {
      return new Frame(
          namespace,
          null,
          null,
          List.of(),
          1,
          step,
          State.empty(),
          Plan.empty(),
          PendingJoins.EMPTY,
          List.of(),
          null,
          null,
          State.empty());
    }

    private PlannedTask planned(String id) {
      return PlannedTask.ready(new Task(id, "", "a", 0, new Trigger.Edges(), 1, 1, Map.of()));
    }
  }
}
