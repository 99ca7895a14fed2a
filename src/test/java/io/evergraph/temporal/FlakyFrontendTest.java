package io.evergraph.temporal;

import static io.evergraph.graph.Graph.END;
import static io.evergraph.graph.Graph.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.RuntimeUnavailableException;
import io.evergraph.error.ScheduleExistsException;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.PauseMode;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.Schedules;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.state.StateUpdate;
import io.evergraph.temporal.client.ThreadWatch;
import io.evergraph.temporal.connection.LocalNotifier.Listener;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.connection.TemporalOptions;
import io.evergraph.temporal.connection.ThreadNotifier;
import io.evergraph.temporal.connection.ThreadNotifier.Interest;
import io.grpc.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("real")
@Tag("slow")
class FlakyFrontendTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);

  private final ThreadId thread = ThreadId.random();

  @Test
  void shouldAskAgainWhatTheServerCalledOff() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), LONGEST)) {
      RunResult asked =
          house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
      house.forgetStates();

      frontend.callOff(1);
      assertThat(house.runtime().snapshot(thread).interrupts()).isEqualTo(asked.interrupts());
      frontend.callOff(2);
      assertThat(house.runtime().stateAt(thread, asked.snapshot().checkpoint()).get(Samples.LOG))
          .isEqualTo(asked.state().get(Samples.LOG));

      assertThat(frontend.left()).isZero();
    }
  }

  @Test
  void shouldSayThatNobodyAnswersWhenEverythingIsCalledOff() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), Duration.ofSeconds(5))) {
      house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
      house.forgetStates();

      frontend.callOff(Integer.MAX_VALUE);

      assertThatThrownBy(() -> house.runtime().snapshot(thread))
          .isInstanceOfSatisfying(
              RuntimeUnavailableException.class,
              away -> assertThat(away.reason()).isEqualTo("no answer within 5 s"));
    }
  }

  @Test
  void shouldHearHowARunStopsWhileNobodyAnswers() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), Duration.ofSeconds(2))) {
      frontend.callOff(Integer.MAX_VALUE);
      RunHandle run = house.runtime().start(Samples.approval(), thread, StateUpdate.empty());

      assertThat(run.await(LONGEST).status()).isEqualTo(RunStatus.WAITING);
      assertThatThrownBy(() -> house.runtime().snapshot(thread))
          .isInstanceOf(RuntimeUnavailableException.class);
    }
  }

  /** A history does not tell a question of this size. */
  private static Graph large() {
    return Graph.builder("large")
        .node("ask", FlakyFrontendTest::askAtLength)
        .edge(START, "ask")
        .build();
  }

  private static Command askAtLength(NodeContext context) {
    Object unused = context.interrupt(Question.of("Why? ".repeat(2_000)));
    return Command.none();
  }

  @Test
  void shouldWaitOnForALargeRunWhileNobodyAnswers() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), Duration.ofSeconds(2), large())) {
      frontend.callOff(Integer.MAX_VALUE);
      RunHandle run = house.runtime().start(large(), thread, StateUpdate.empty());
      CompletableFuture<RunResult> result = CompletableFuture.supplyAsync(run::await);
      assertThatThrownBy(() -> house.runtime().snapshot(thread))
          .isInstanceOf(RuntimeUnavailableException.class);
      assertThat(result).isNotDone();

      frontend.callOff(0);

      assertThat(result.get(LONGEST.toSeconds(), TimeUnit.SECONDS).status())
          .isEqualTo(RunStatus.WAITING);
    }
  }

  @Test
  void shouldBeginToWorkWhenTheServerComesBack() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address())) {
      frontend.refuse("DescribeNamespace", 3);
      try (TemporalHouse house = house(frontend.address(), LONGEST)) {
        RunResult asked =
            house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);

        assertThat(asked.status()).isEqualTo(RunStatus.WAITING);
      }
    }
  }

  @Test
  void shouldSayThatNobodyAnswersWhenTheServerDoesNotComeBack() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address())) {
      frontend.refuse("DescribeNamespace", Integer.MAX_VALUE);

      assertThatThrownBy(() -> house(frontend.address(), Duration.ofSeconds(1)))
          .isInstanceOf(RuntimeUnavailableException.class)
          .hasMessageContaining(frontend.address())
          .hasMessageContaining("going away");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Status.Code.class,
      names = {"UNAVAILABLE", "RESOURCE_EXHAUSTED"})
  void shouldFindThreadsThoughTheServerWasAwayWhenItWasAskedForItsAttributes(Status.Code code)
      throws Exception {
    Status refusal = code.toStatus().withDescription("not now");
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), LONGEST)) {
      frontend.refuse("ListWorkflowExecutions", 1, refusal);
      frontend.refuse("ListSearchAttributes", 1, refusal);

      house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);

      Awaitility.await()
          .atMost(LONGEST)
          .until(
              () ->
                  house
                      .runtime()
                      .threads(ThreadQuery.of(ThreadStatus.INTERRUPTED).graph("approval"))
                      .contains(thread));
      assertThat(house.connection().isSearchable()).isTrue();
    }
  }

  @Test
  void shouldReachAThreadThatTheServerDoesNotFindForAMoment() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), LONGEST)) {
      RunResult unused =
          house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
      frontend.refuse("UpdateWorkflowExecution", 1, Status.NOT_FOUND);
      frontend.refuse("SignalWorkflowExecution", 1, Status.NOT_FOUND);

      house.runtime().pause(thread, PauseMode.LET_TASKS_FINISH);
      Answer answer = Answer.single(new Samples.Approval(true, "ok"));
      RunResult result = house.runtime().answer(thread, answer).await(LONGEST);

      assertThat(frontend.calls("SignalWorkflowExecution")).isEqualTo(2);
      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    }
  }

  @Test
  void shouldCancelOneRunThoughTheServerIsToldTwice() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), LONGEST)) {
      Answer yes = Answer.single(new Samples.Approval(true, "ok"));
      house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
      RunResult first = house.runtime().answer(thread, yes).await(LONGEST);
      house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
      frontend.lose("SignalWorkflowExecution", 1, Status.CANCELLED);

      house.runtime().cancel(thread, OnCancel.ROLLBACK);

      assertThat(frontend.calls("SignalWorkflowExecution")).isEqualTo(2);
      Awaitility.await()
          .atMost(LONGEST)
          .until(() -> house.runtime().snapshot(thread).status() == ThreadStatus.IDLE);
      assertThat(house.runtime().snapshot(thread).state()).isEqualTo(first.state());
    }
  }

  @Test
  void shouldSayWhatIsMissingWhenTheServerHasNoSuchNamespace() {
    TemporalOptions options =
        TemporalOptions.builder().target(RealTemporal.address()).namespace("nowhere").build();

    assertThatThrownBy(
            () -> TemporalHouse.on(TemporalConnection.open(options, StateCodec.create())))
        .isInstanceOf(InvalidInputException.class)
        .hasMessageContaining("'nowhere'");
  }

  @Test
  void shouldSayThatTheNamespaceIsMissingToThoseWhoOnlyRead() {
    TemporalOptions options =
        TemporalOptions.builder().target(RealTemporal.address()).namespace("nowhere").build();

    try (TemporalConnection connection = TemporalConnection.open(options, StateCodec.create());
        TemporalRuntime runtime = new TemporalRuntime(connection, GraphRegistry.of())) {
      assertThatThrownBy(() -> runtime.threads(ThreadQuery.of(ThreadStatus.IDLE)))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("'nowhere'");
      assertThatThrownBy(() -> runtime.snapshot(ThreadId.of("order-7")))
          .isInstanceOf(InvalidInputException.class)
          .hasMessageContaining("'nowhere'");
    }
  }

  private static Graph held(CountDownLatch goOn) {
    return Graph.builder("held")
        .channels(Samples.LOG)
        .node(
            "hold",
            context -> {
              goOn.await();
              return Command.update(Samples.LOG, "held");
            })
        .edge(START, "hold")
        .edge("hold", END)
        .build();
  }

  private static TemporalHouse house(String target, Duration patience, Graph... graphs) {
    TemporalOptions options =
        TemporalOptions.builder()
            .target(target)
            .taskQueue("hasty-frontend")
            .connectTimeout(Duration.ofSeconds(30))
            .patience(patience)
            .build();
    return TemporalHouse.on(TemporalConnection.open(options, StateCodec.create()), graphs);
  }

  @Test
  void shouldNeitherCreateNorTriggerAScheduleTwiceWhenAnswersAreLost() throws Exception {
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), LONGEST, Samples.approval())) {
      Schedules schedules = house.runtime().schedules();
      Schedule ordered =
          Schedule.of("lost", "approval", ScheduleTiming.every(Duration.ofDays(300)))
              .withOverlap(Schedule.Overlap.ALLOW_ALL);
      frontend.lose("CreateSchedule", 2);
      frontend.lose("PatchSchedule", 2);

      ScheduleView created = schedules.create(ordered);
      schedules.trigger("lost");
      awaitRuns(schedules, 1);
      schedules.trigger("lost", "told twice");
      schedules.trigger("lost", "told twice");
      awaitRuns(schedules, 2);
      schedules.trigger("lost");
      awaitRuns(schedules, 3);

      assertThat(created.schedule().id()).isEqualTo("lost");
      assertThat(frontend.leftToLose("CreateSchedule")).isZero();
      assertThat(frontend.leftToLose("PatchSchedule")).isZero();
      assertThat(schedules.get("lost").begun()).isEqualTo(3);
      assertThatThrownBy(() -> schedules.create(ordered))
          .isInstanceOf(ScheduleExistsException.class);
      schedules.get("lost").recent().forEach(run -> house.runtime().delete(run.thread()));
      schedules.delete("lost");
    }
  }

  /** Ids of runs tell the second in which they begin: the next begins in another one. */
  private static void awaitRuns(Schedules schedules, int count) {
    List<ScheduleView.Firing> runs =
        Awaitility.await()
            .atMost(LONGEST)
            .until(() -> schedules.get("lost").recent(), found -> found.size() >= count);
    Instant latest = runs.get(runs.size() - 1).planned();
    Awaitility.await().until(() -> Instant.now().isAfter(latest.plusSeconds(1)));
  }

  @Test
  void shouldHearOfAStopThoughThePollForItFailedAndTheThreadMovesOn() throws Exception {
    ScheduledExecutorService moves = Executors.newSingleThreadScheduledExecutor();
    try (FlakyFrontend frontend = new FlakyFrontend(RealTemporal.address());
        TemporalHouse house = house(frontend.address(), LONGEST)) {
      house.runtime().start(Samples.approval(), thread, StateUpdate.empty()).await(LONGEST);
      house.connection().historyPositions().invalidate(thread.value());
      try (ThreadNotifier stops =
          new ThreadWatch(house.connection()).open(thread.value(), Interest.STOPS)) {
        boolean unused = stops.await(0);
        long before = frontend.calls("GetWorkflowExecutionHistory");
        frontend.refuse("GetWorkflowExecutionHistory", 1);
        tell(house, Listener::stopped);
        ScheduledFuture<?> ticks =
            moves.scheduleAtFixedRate(
                () -> tell(house, Listener::moved), 0, 50, TimeUnit.MILLISECONDS);

        boolean unusedToo = stops.await(Duration.ofSeconds(10).toNanos());

        assertThat(ticks.isDone()).isFalse();
        assertThat(frontend.calls("GetWorkflowExecutionHistory") - before).isEqualTo(2);
      }
    } finally {
      moves.shutdownNow();
    }
  }

  private void tell(TemporalHouse house, Consumer<Listener> news) {
    house.connection().notifier().tell(thread.value(), news);
  }
}
