package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.contract.OnRuntimes;
import io.evergraph.contract.TestRuntime;
import io.evergraph.contract.TestRuntime.Kind;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.EventStream;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Events come live, in order and without gaps, to everybody who follows a thread. */
@OnRuntimes({Kind.EMBEDDED, Kind.REAL})
class FollowContract {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();

  @Parameter private TestRuntime on;

  private TemporalHouse house() {
    return on.temporal();
  }

  private TemporalRuntime runtime() {
    return house().runtime();
  }

  private static List<RunEvent> readUntil(EventStream stream, Class<? extends RunEvent> last)
      throws InterruptedException {
    List<RunEvent> events = new ArrayList<>();
    while (events.isEmpty() || !last.isInstance(events.get(events.size() - 1))) {
      List<RunEvent> news = stream.next(LONGEST);
      assertThat(news).as("events after %s", events).isNotEmpty();
      events.addAll(news);
    }
    return events;
  }

  private static void assertNumbers(List<RunEvent> events, long first) {
    assertThat(events.stream().map(RunEvent::number))
        .containsExactlyElementsOf(LongStream.range(first, first + events.size()).boxed().toList());
  }

  @Test
  void shouldDeliverEveryEventOnceToAllWhoFollowFromAnywhere() throws Exception {
    runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
    long middle = runtime().snapshot(thread).lastEvent();
    try (EventStream all = runtime().follow(thread, 1);
        EventStream late = runtime().follow(thread, middle)) {
      List<RunEvent> before = readUntil(all, RunEvent.RunWaiting.class);

      runtime().answer(thread, Answer.single(new Samples.Approval(true, "ok")));

      List<RunEvent> after = readUntil(all, RunEvent.RunFinished.class);
      assertNumbers(before, 1);
      assertNumbers(after, before.size() + 1L);
      List<RunEvent> second = readUntil(late, RunEvent.RunFinished.class);
      assertNumbers(second, middle);
      assertThat(second.subList(1, second.size())).isEqualTo(after);
    }
  }

  @Test
  void shouldDeliverTheEventsOfARunThatEndsItsThread() throws Exception {
    runtime().graphs().register(Samples.chain("alone", "a", "b"));
    RunOptions alone = RunOptions.builder().alone().build();
    runtime().start("alone", thread, StateUpdate.empty(), alone);

    try (EventStream stream = runtime().follow(thread, 1)) {
      List<RunEvent> events = readUntil(stream, RunEvent.RunFinished.class);

      assertNumbers(events, 1);
      assertThat(runtime().events(thread, 1)).isEqualTo(events);
    }
  }

  @Test
  void shouldTellTheEndToOneWhoWaitsForAMomentAgainAndAgain() {
    runtime().graphs().register(Samples.chain("moments", "a", "b"));
    RunOptions alone = RunOptions.builder().alone().build();
    RunHandle run = runtime().start("moments", thread, StateUpdate.empty(), alone);

    Awaitility.await()
        .atMost(LONGEST)
        .ignoreException(TimeoutException.class)
        .until(() -> run.await(Duration.ofMillis(21)).status() == RunStatus.FINISHED);
  }

  @Test
  void shouldReturnNothingWhenNothingHappensInTime() throws Exception {
    runtime().create(thread, Map.of());

    try (EventStream stream = runtime().follow(thread, 1)) {
      assertThat(stream.next(Duration.ofMillis(50))).isEmpty();
    }
    assertThatThrownBy(() -> runtime().follow(ThreadId.of("nobody-knows"), 1))
        .isInstanceOf(UnknownThreadException.class);
  }
}
