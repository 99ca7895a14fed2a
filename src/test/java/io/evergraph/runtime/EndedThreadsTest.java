package io.evergraph.runtime;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.Question;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.runtime.memory.InMemoryRuntimeBuilder;
import io.evergraph.runtime.memory.Timer;
import io.evergraph.runtime.spi.LocalCheckpointStore;
import io.evergraph.runtime.spi.LocalEventBus;
import io.evergraph.runtime.spi.LocalNodeCache;
import io.evergraph.runtime.spi.SavedThread.Progress;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.evergraph.testkit.VirtualClock;
import java.lang.ref.WeakReference;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndedThreadsTest {
  private static final Channel<String> TEXT = Channel.of("text", String.class);
  private static final Graph GRAPH =
      Graph.builder("echo")
          .channels(TEXT)
          .node("echo", context -> Command.update(TEXT, "heard"))
          .edge(START, "echo")
          .build();
  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final HandClock clock = new HandClock();

  private static final class HandClock extends Clock {
    private volatile Instant now = BEGIN;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  /** Keeps the last thing that was to be done after a pause, until a test does it. */
  private static final class HandTimer implements Timer {
    private volatile Runnable next = () -> {};

    @Override
    public Future<?> at(Instant time, Runnable action) {
      next = action;
      return new CompletableFuture<>();
    }

    @Override
    public void after(Duration pause, Runnable action) {
      throw new IllegalStateException("No node of these tests is tried again.");
    }
  }

  private InMemoryRuntimeBuilder builder() {
    return InMemoryRuntime.builder(GraphRegistry.of(GRAPH)).clock(clock);
  }

  private static RunResult end(InMemoryRuntime runtime, String thread, RunOptions options) {
    return runtime.start(GRAPH.name(), ThreadId.of(thread), StateUpdate.empty(), options).await();
  }

  private static RunOptions alone() {
    return RunOptions.builder().alone().build();
  }

  @Test
  void shouldForgetGraphsThatAreMadeAnewForEachRun() {
    try (InMemoryRuntime runtime = builder().keepEnded(1, Duration.ofHours(1)).build()) {
      WeakReference<Graph> first = ranAnew(runtime, "first");
      IntStream.range(0, 2_000).forEach(i -> ranAnew(runtime, "next-" + i));

      await()
          .untilAsserted(
              () -> {
                System.gc();
                assertThat(first.get()).isNull();
              });
    }
  }

  private static WeakReference<Graph> ranAnew(InMemoryRuntime runtime, String thread) {
    Graph graph =
        Graph.builder("anew")
            .channels(TEXT)
            .node("echo", context -> Command.update(TEXT, thread))
            .edge(START, "echo")
            .build();
    runtime.start(graph, ThreadId.of(thread), StateUpdate.empty(), alone()).await();
    return new WeakReference<>(graph);
  }

  @Test
  void shouldForgetTheEarliestEndWhenMoreHaveEndedThanAreKept() {
    try (InMemoryRuntime runtime = builder().keepEnded(2, Duration.ofHours(1)).build()) {
      RunHandle first =
          runtime.start(GRAPH.name(), ThreadId.of("first"), StateUpdate.empty(), alone());
      first.await();
      List.of("second", "third").forEach(thread -> end(runtime, thread, alone()));

      assertThatThrownBy(() -> runtime.snapshot(ThreadId.of("first")))
          .isInstanceOf(UnknownThreadException.class);
      assertThat(runtime.snapshot(ThreadId.of("second")).state().get(TEXT)).isEqualTo("heard");
      assertThat(runtime.snapshot(ThreadId.of("third")).state().get(TEXT)).isEqualTo("heard");
      assertThat(first.await().status()).as("who holds the run").isEqualTo(RunStatus.FINISHED);
    }
  }

  @Test
  void shouldKeepFewerWhenTheyAreLong() {
    Channel<Integer> count = Channel.of("count", Integer.class);
    Graph counting =
        Graph.builder("counting")
            .channels(count)
            .node("step", context -> Command.update(count, context.state().get(count) + 1))
            .edge(START, "step")
            .route("step", state -> state.get(count) < 3_000 ? "step" : END, "step", END)
            .maxSteps(3_000)
            .build();
    try (InMemoryRuntime runtime = InMemoryRuntime.of(counting)) {
      StateUpdate zero = StateUpdate.of(count, 0);
      for (String thread : List.of("first", "second", "third")) {
        RunResult end = runtime.start("counting", ThreadId.of(thread), zero, alone()).await();
        assertThat(end.snapshot().lastEvent()).isBetween(9_000L, 10_000L);
      }

      assertThat(runtime.snapshot(ThreadId.of("third")).state().get(count)).isEqualTo(3_000);
      assertThatThrownBy(() -> runtime.snapshot(ThreadId.of("first")))
          .isInstanceOf(UnknownThreadException.class);
    }
  }

  @Test
  void shouldForgetAnEndedThreadWhenItsTimeIsUp() {
    try (InMemoryRuntime runtime = builder().keepEnded(2, Duration.ofHours(1)).build()) {
      end(runtime, "one", alone());

      clock.now = BEGIN.plus(Duration.ofMinutes(59));
      assertThat(runtime.snapshot(ThreadId.of("one")).status()).isEqualTo(ThreadStatus.IDLE);

      clock.now = BEGIN.plus(Duration.ofMinutes(61));
      assertThatThrownBy(() -> runtime.snapshot(ThreadId.of("one")))
          .isInstanceOf(UnknownThreadException.class);
    }
  }

  @Test
  void shouldKeepThreadsThatStayOpen() {
    try (InMemoryRuntime runtime = builder().keepEnded(1, Duration.ofHours(1)).build()) {
      end(runtime, "open", RunOptions.defaults());
      end(runtime, "one", alone());
      end(runtime, "two", alone());

      clock.now = BEGIN.plus(Duration.ofDays(400));
      assertThat(runtime.snapshot(ThreadId.of("open")).state().get(TEXT)).isEqualTo("heard");
    }
  }

  @Test
  void shouldKeepTheNewThreadWhenAnEarlierOneOfItsNameIsForgotten() {
    try (InMemoryRuntime runtime = builder().keepEnded(1, Duration.ofHours(1)).build()) {
      end(runtime, "same", alone());
      end(runtime, "same", RunOptions.defaults());
      end(runtime, "other", alone());

      assertThat(runtime.snapshot(ThreadId.of("same")).state().get(TEXT)).isEqualTo("heard");
    }
  }

  @Test
  void shouldCountFromTheLastEventForHowLongAThreadHasStopped() {
    Graph slow =
        Graph.builder("slow")
            .channels(TEXT)
            .node(
                "work",
                context -> {
                  clock.now = BEGIN.plus(Duration.ofHours(2));
                  return Command.update(TEXT, "" + context.interrupt(Question.of("Done?")));
                })
            .edge(START, "work")
            .build();
    ThreadId thread = ThreadId.of("slow");
    HandTimer timer = new HandTimer();
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(slow))
            .clock(clock)
            .timer(timer)
            .keepStopped(Duration.ofHours(1))
            .build()) {
      runtime.start("slow", thread, StateUpdate.empty(), RunOptions.defaults()).await();

      timer.next.run();
      assertThat(runtime.snapshot(thread).status()).isEqualTo(ThreadStatus.INTERRUPTED);

      clock.now = BEGIN.plus(Duration.ofHours(4));
      timer.next.run();
      assertThatThrownBy(() -> runtime.snapshot(thread)).isInstanceOf(UnknownThreadException.class);
    }
  }

  @Test
  void shouldForgetWhatHasStoppedWhenATestMovesTheClock() {
    VirtualClock moved = VirtualClock.at(BEGIN);
    ThreadId thread = ThreadId.of("stopped");
    try (InMemoryRuntime runtime =
        InMemoryRuntime.builder(GraphRegistry.of(GRAPH))
            .clock(moved)
            .timer(moved)
            .keepStopped(Duration.ofDays(90))
            .build()) {
      end(runtime, thread.value(), RunOptions.defaults());
      moved.advance(Duration.ofDays(80));
      assertThat(runtime.snapshot(thread).status()).isEqualTo(ThreadStatus.IDLE);

      moved.advance(Duration.ofDays(20));

      assertThatThrownBy(() -> runtime.snapshot(thread)).isInstanceOf(UnknownThreadException.class);
    }
  }

  @Test
  void shouldSaveAThreadThatBeginsAnewInTheSameMomentAsItIs() {
    LocalCheckpointStore store = new LocalCheckpointStore();
    RunOptions second = alone();
    try (InMemoryRuntime runtime = builder().checkpoints(store).build()) {
      end(runtime, "same", alone());
      await()
          .until(
              () -> store.find("same").filter(it -> it.progress() == Progress.ENDED).isPresent());
      end(runtime, "same", second);
    }

    try (InMemoryRuntime again = builder().checkpoints(store).build()) {
      assertThat(again.events(ThreadId.of("same"), 1))
          .filteredOn(RunEvent::endsRun)
          .singleElement()
          .satisfies(end -> assertThat(end.runs()).containsExactly(second.runId()));
    }
  }

  @Test
  void shouldTakeTheClockTheCacheAndTheBusThatItIsGiven() {
    LocalEventBus bus = new LocalEventBus();
    LocalNodeCache cache = new LocalNodeCache();
    try (InMemoryRuntime runtime = builder().bus(bus).cache(cache).build()) {
      assertThat(runtime.bus()).isSameAs(bus);
      assertThat(runtime.cache()).isSameAs(cache);
      assertThat(end(runtime, "one", alone()).snapshot().at()).isEqualTo(BEGIN);
    }
  }

  @Test
  void shouldRefuseToKeepNothing() {
    assertThatThrownBy(() -> builder().keepEnded(0, Duration.ofHours(1)))
        .isInstanceOf(InvalidInputException.class);
    assertThatThrownBy(() -> builder().keepEnded(1, Duration.ZERO))
        .isInstanceOf(InvalidInputException.class);
  }
}
