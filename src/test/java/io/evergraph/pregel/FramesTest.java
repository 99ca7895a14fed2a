package io.evergraph.pregel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.state.State;
import io.evergraph.state.StateUpdate;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FramesTest {
  private static final Progress DONE =
      new Progress.Settled(
          new TaskResult.Completed("any", List.of(), Routing.beside(List.of()), TaskReport.NONE));

  private static Frame frame(String namespace, String parentTask, PlannedTask... tasks) {
    return new Frame(
        namespace,
        parentTask,
        null,
        List.of(),
        0,
        0,
        State.empty(),
        Plan.of(Arrays.asList(tasks)),
        PendingJoins.EMPTY,
        List.of(),
        null,
        null,
        State.empty());
  }

  private static PlannedTask task(String id) {
    return PlannedTask.ready(
        new Task(id, "", "node-" + id, 0, new Trigger.Edges(), 1, 1, Map.of()));
  }

  private static Frames of(Frame... frames) {
    Frames all = Frames.of(Map.of());
    for (Frame frame : frames) {
      all = all.with(frame);
    }
    return all;
  }

  @Nested
  class Finding {
    private final Frames frames =
        of(frame("", null, task("1")), frame("a:1", "1", task("2"), task("3")));

    @Test
    void shouldFindATaskInWhateverFrameItIsPlanned() {
      assertThat(frames.task("1")).contains(task("1"));
      assertThat(frames.task("3")).contains(task("3"));
      assertThat(frames.task("9")).isEmpty();
    }

    @Test
    void shouldFindOnlyTheTasksOfTheLatestPlan() {
      Frames moved = frames.with(frame("a:1", "1", task("4")));

      assertThat(moved.task("2")).isEmpty();
      assertThat(moved.task("4")).contains(task("4"));
    }

    @Test
    void shouldFindTheFrameThatCalledASubgraph() {
      assertThat(frames.calling(frames.require("a:1"))).contains(frames.require(""));
      assertThat(frames.calling(frames.require(""))).isEmpty();
      assertThat(frames.calling(frame("a:7", "7"))).as("its task is gone").isEmpty();
    }

    @Test
    void shouldFindWhatIsLeftWhenAFrameIsTakenOut() {
      Frames one = frames.without("a:1");

      assertThat(one.task("2")).isEmpty();
      assertThat(one.values()).hasSize(1);
      assertThat(one.without("gone")).isSameAs(one);
    }

    @Test
    void shouldNameTheFramesThereAreWhenOneIsMissing() {
      assertThatThrownBy(() -> of(frame("", null), frame("a:1", "1")).require("b:1"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Expected a frame 'b:1' but found [, a:1].");
    }
  }

  @Nested
  class Closing {
    private final Frames frames =
        of(
            frame("", null, task("1")),
            frame("a:1", "1", task("2")),
            frame("a:1|b:2", "2", task("3")),
            frame("kept", "1", task("4")),
            frame("kept|deep", "4", task("5")));

    @Test
    void shouldTakeOutWhatRunsInAFrame() {
      assertThat(frames.outside("a:1").byNamespace())
          .containsOnlyKeys("", "a:1", "kept", "kept|deep");
      assertThat(frames.closed("a:1").byNamespace()).containsOnlyKeys("", "kept", "kept|deep");
    }

    @Test
    void shouldLetRestWhatKeepsItsState() {
      Frames left = frames.outside("");

      assertThat(left.byNamespace()).containsOnlyKeys("", "kept", "kept|deep");
      assertThat(left.require("kept").isCalled()).isFalse();
      assertThat(left.require("kept").plan().isEmpty()).isTrue();
      assertThat(left.require("").plan().isEmpty()).isFalse();
    }

    @Test
    void shouldNotTakeANameThatOnlyBeginsAlikeForOneInside() {
      Frames alike = of(frame("", null), frame("a", "1"), frame("ab", "1"));

      assertThat(alike.closed("a").require("ab").isCalled()).isTrue();
      assertThat(Frame.isInside("ab", "a")).isFalse();
      assertThat(Frame.isInside("a|b", "a")).isTrue();
      assertThat(Frame.isInside("a", "")).isTrue();
      assertThat(Frame.isInside("", "")).isFalse();
      assertThat(Frame.isWithin("ab", "a")).isFalse();
      assertThat(Frame.isWithin("a|b", "a")).isTrue();
      assertThat(Frame.isWithin("a", "a")).isTrue();
    }

    @Test
    void shouldKnowTheFrameAround() {
      assertThat(frame("a:1|b:2", "2").parentNamespace()).isEqualTo("a:1");
      assertThat(frame("a:1", "1").parentNamespace()).isEmpty();
      assertThat(frame("kept", "1").isKept()).isTrue();
      assertThat(frame("a:1", "1").isKept()).isFalse();
      assertThat(frame("", null).isKept()).isFalse();
    }
  }

  @Nested
  class Positions {
    private final Frames frames =
        of(
            frame("", null, task("1"), task("2")),
            frame("a:1", "1", task("3"), task("4")),
            frame("a:2", "2", task("5")),
            frame("a:1|b:3", "3"),
            frame("a:1|b:4", "4"));

    private Frames.Position position(String namespace) {
      return Frames.Position.of(frames.require(namespace), frames);
    }

    @Test
    void shouldComeInnermostFirstAndThenInTaskOrder() {
      assertThat(
              Stream.of("", "a:2", "a:1", "a:1|b:4", "a:1|b:3")
                  .sorted(Comparator.comparing(this::position)))
          .containsExactly("a:1|b:3", "a:1|b:4", "a:1", "a:2", "");
    }

    @Test
    void shouldSayWhichTaskIsMissing() {
      assertThatThrownBy(() -> Frames.Position.of(frame("x:9", "9"), frames))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Expected a planned task but found 9.");
    }
  }

  @Nested
  class Plans {
    private final Plan plan = Plan.of(List.of(task("1"), task("2"), task("3").with(DONE)));

    @Test
    void shouldFindItsTasks() {
      assertThat(plan.find("2")).contains(task("2"));
      assertThat(plan.find("9")).isEmpty();
      assertThat(plan.has("1")).isTrue();
      assertThat(plan.has("9")).isFalse();
      assertThat(plan.position("2")).isEqualTo(1);
      assertThatThrownBy(() -> plan.position("9"))
          .hasMessage("Expected a planned task but found 9.");
    }

    @Test
    void shouldKnowHowFarItIs() {
      assertThat(plan.isComplete()).isFalse();
      assertThat(plan.ready()).isEqualTo(2);
      assertThat(plan.hasBroken()).isFalse();

      Plan done = plan.with(task("1").with(DONE)).with(task("2").with(DONE));

      assertThat(done.isComplete()).isTrue();
      assertThat(done.ready()).isZero();
    }

    @Test
    void shouldKnowWhetherATaskHasFailed() {
      Progress broken =
          new Progress.Broken(
              new TaskResult.Failed("1", "type", "text", Map.of(), TaskReport.NONE));
      Plan failing = plan.with(task("1").with(broken));

      assertThat(failing.hasBroken()).isTrue();
      assertThat(failing.with(task("1")).hasBroken()).isFalse();
    }

    @Test
    void shouldNameEachNodeOnce() {
      PlannedTask again = PlannedTask.ready(task("1").task().routing(StateUpdate.empty()));
      PlannedTask other =
          PlannedTask.ready(new Task("7", "", "node-1", 1, new Trigger.Edges(), 1, 1, Map.of()));

      assertThat(Plan.of(List.of(again, other, task("2"))).nodes())
          .containsExactly("node-1", "node-2");
      assertThat(Plan.of(List.of(task("2"))).nodes()).containsExactly("node-2");
      assertThat(Plan.empty().nodes()).isEmpty();
    }

    @Test
    void shouldBeEqualWhenItsTasksAre() {
      assertThat(plan).isEqualTo(Plan.of(plan.tasks())).hasSameHashCodeAs(Plan.of(plan.tasks()));
      assertThat(plan).isNotEqualTo(plan.with(task("1").with(DONE)));
      assertThat(plan.toString()).contains("node-2");
    }

    @Test
    void shouldPutATaskInThePlaceOfAnother() {
      Plan changed = plan.with("2", task("8"));

      assertThat(changed.tasks()).extracting(it -> it.task().id()).containsExactly("1", "8", "3");
    }

    @Test
    void shouldKeepSentTasksBehindTheOthersWhenTwoPlansMeet() {
      PlannedTask sent =
          PlannedTask.ready(
              new Task(
                  "s",
                  "",
                  "a",
                  1,
                  new Trigger.Sent(StateUpdate.empty(), Optional.empty()),
                  1,
                  1,
                  Map.of()));

      assertThat(Plan.of(List.of(task("2"), sent)).and(Plan.of(List.of(task("1")))).tasks())
          .extracting(it -> it.task().id())
          .containsExactly("1", "2", "s");
    }

    @Test
    void shouldLackOnlyWhatIsNotAwaited() {
      Plan running = Plan.of(List.of(task("1"), task("2").with(DONE)));

      assertThat(running.lacking(Plan.of(List.of(task("1"), task("2"), task("3")))).tasks())
          .extracting(it -> it.task().id())
          .containsExactly("2", "3");
    }
  }
}
