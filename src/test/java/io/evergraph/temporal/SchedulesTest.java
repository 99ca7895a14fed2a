package io.evergraph.temporal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.NotOfferedException;
import io.evergraph.error.ScheduleExistsException;
import io.evergraph.error.UnknownChannelException;
import io.evergraph.error.UnknownGraphException;
import io.evergraph.error.UnknownScheduleException;
import io.evergraph.event.RunEvent;
import io.evergraph.graph.Answer;
import io.evergraph.graph.Command;
import io.evergraph.graph.Graph;
import io.evergraph.graph.NodeContext;
import io.evergraph.graph.Question;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.RunResult;
import io.evergraph.runtime.RunStatus;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.Schedule.Overlap;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleTiming.Cron;
import io.evergraph.runtime.ScheduleTiming.Every;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.ScheduleView.Firing;
import io.evergraph.runtime.Schedules;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.ThreadStatus;
import io.evergraph.runtime.memory.InMemoryRuntime;
import io.evergraph.state.Channel;
import io.evergraph.state.StateUpdate;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleClient;
import io.temporal.client.schedules.ScheduleOptions;
import io.temporal.client.schedules.ScheduleSpec;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs that begin at set times, on a real server. */
@Tag("real")
class SchedulesTest {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant END = Instant.parse("2040-01-01T00:00:00Z");
  private static final ScheduleTiming RARELY = ScheduleTiming.every(Duration.ofDays(300));
  private static final Channel<String> NAME = Channel.of("name", String.class);
  private static final Channel<String> REPORT = Channel.of("report", String.class);
  private static final List<String> CREATED = new ArrayList<>();
  private static TemporalHouse house;

  @BeforeAll
  static void start() {
    house = TemporalHouse.real("schedules", graph("report", "1"), graph("kept", "1"), asking());
  }

  @AfterAll
  static void stop() {
    house.close();
  }

  @AfterEach
  void deleteSchedules() {
    CREATED.forEach(id -> schedules().delete(id));
    CREATED.clear();
  }

  private static Graph graph(String name, String version) {
    return Graph.builder(name)
        .version(version)
        .channels(NAME, REPORT)
        .node("write", context -> write(context, version))
        .edge(Graph.START, "write")
        .build();
  }

  private static Command write(NodeContext context, String version) {
    String text =
        String.join(
            " ",
            context.state().get(NAME),
            version,
            String.valueOf(context.runContext().get("user")),
            String.valueOf(context.tags()));
    return Command.update(REPORT, text);
  }

  private static Graph asking() {
    return Graph.builder("asking")
        .channels(NAME, REPORT)
        .node(
            "ask",
            context ->
                Command.update(
                    REPORT, context.interrupt(Question.asking(String.class, "What is new?"))))
        .edge(Graph.START, "ask")
        .build();
  }

  private static Schedules schedules() {
    return house.runtime().schedules();
  }

  private static ScheduleView create(Schedule schedule) {
    ScheduleView created = schedules().create(schedule);
    CREATED.add(schedule.id());
    return created;
  }

  private static Schedule named(String id, ScheduleTiming timing) {
    return Schedule.of(id, "report", timing).withInput(StateUpdate.of(NAME, id));
  }

  private static ScheduleView awaitView(String id, Predicate<ScheduleView> wanted) {
    return Awaitility.await().atMost(LONGEST).until(() -> schedules().get(id), wanted);
  }

  private static Firing firstRun(String id) {
    return awaitView(id, it -> !it.recent().isEmpty()).recent().get(0);
  }

  private static RunResult await(Firing firing) throws Exception {
    return house.runtime().run(firing.thread(), firing.runId()).await(LONGEST);
  }

  @Test
  void shouldBeginARunOnAThreadOfItsOwnAtEachTime() throws Exception {
    create(named("each-second", ScheduleTiming.every(Duration.ofSeconds(1))));

    List<Firing> runs = awaitView("each-second", it -> it.recent().size() > 1).recent();

    for (Firing run : runs) {
      assertThat(run.thread().value()).isEqualTo("each-second-" + run.planned());
      RunResult result = await(run);
      assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(result.state().get(REPORT)).isEqualTo("each-second 1 null []");
      assertThat(house.runtime().events(run.thread(), 1).get(0))
          .isInstanceOfSatisfying(
              RunEvent.RunStarted.class,
              begun -> assertThat(begun.runs()).containsExactly(run.runId()));
    }
    assertThat(runs).extracting(Firing::thread).doesNotHaveDuplicates();
  }

  @Test
  void shouldRunTheNewestVersionWithTheContextAndTagsOfTheSchedule() throws Exception {
    RunOptions options =
        RunOptions.builder()
            .context(Map.of("user", "Ada"))
            .tags(List.of("weekly"))
            .metadata(Map.of("team", "sales"))
            .build();
    create(
        Schedule.of("newest", "kept", RARELY)
            .withInput(StateUpdate.of(NAME, "newest"))
            .withOptions(options));

    house.graphs().register(graph("kept", "2"));
    schedules().trigger("newest");

    Firing run = firstRun("newest");
    assertThat(await(run).state().get(REPORT)).isEqualTo("newest 2 Ada [weekly]");
  }

  @Test
  void shouldFindARunThatWaitsAndSkipTheNextOneUntilItIsAnswered() throws Exception {
    create(Schedule.of("asks", "asking", RARELY));
    schedules().trigger("asks");
    ThreadId first = firstRun("asks").thread();
    ThreadQuery waiting = ThreadQuery.of(ThreadStatus.INTERRUPTED).graph("asking");
    Awaitility.await()
        .atMost(LONGEST)
        .until(() -> house.runtime().threads(waiting), it -> it.contains(first));

    schedules().trigger("asks");
    awaitView("asks", it -> it.skipped() == 1);
    String question = house.runtime().snapshot(first).interrupts().get(0).id();
    RunResult end = house.runtime().answer(first, Answer.to(question, "nothing")).await(LONGEST);
    schedules().trigger("asks");

    assertThat(end.state().get(REPORT)).isEqualTo("nothing");
    assertThat(awaitView("asks", it -> it.recent().size() == 2).begun()).isEqualTo(2);
    ThreadId second = schedules().get("asks").recent().get(1).thread();
    house.runtime().delete(second);
  }

  @Test
  void shouldTellOfAScheduleAllThatWasOrdered() {
    Cron times = new Cron(List.of("0 3 * * MON-FRI", "30 12 1 * *"), BERLIN);
    Schedule ordered =
        named("told", times)
            .withOptions(RunOptions.builder().metadata(Map.of("team", "sales")).maxSteps(9).build())
            .withOverlap(Overlap.BUFFER_ONE)
            .withCatchUp(Duration.ofMinutes(5))
            .withUntil(END);

    ScheduleView view = create(ordered);

    Schedule told = view.schedule();
    assertThat(told.withOptions(ordered.options())).isEqualTo(ordered);
    assertThat(told.options().metadata()).isEqualTo(Map.of("team", "sales"));
    assertThat(told.options().maxSteps()).isEqualTo(9);
    assertThat(view.next()).isSorted().hasSizeGreaterThan(3);
    assertThat(view.next().get(0).atZone(BERLIN).getMinute()).isIn(0, 30);
    assertThat(view.recent()).isEmpty();
    assertThat(view.created()).isBetween(Instant.now().minusSeconds(60), Instant.now());
    assertThat(view.updated()).isNull();
  }

  @Test
  void shouldPauseGoOnChangeAndDelete() {
    Schedules schedules = schedules();
    create(named("changed", new Every(Duration.ofHours(1), Duration.ofMinutes(5))));

    schedules.pause("changed", "the model is down");
    ScheduleView paused = schedules.get("changed");
    schedules.change(paused.schedule().withTiming(ScheduleTiming.cron("@daily", BERLIN)));
    ScheduleView changed = schedules.get("changed");
    schedules.unpause("changed", "");
    ScheduleView unpaused = schedules.get("changed");
    Awaitility.await()
        .atMost(LONGEST)
        .until(schedules::list, all -> all.stream().anyMatch(SchedulesTest::isChanged));
    schedules.delete("changed");
    CREATED.clear();

    assertThat(paused.schedule().paused()).isTrue();
    assertThat(paused.note()).isEqualTo("the model is down");
    assertThat(paused.schedule().timing())
        .isEqualTo(new Every(Duration.ofHours(1), Duration.ofMinutes(5)));
    assertThat(changed.schedule().paused()).isTrue();
    assertThat(changed.note()).isEqualTo("the model is down");
    assertThat(changed.schedule().timing()).isEqualTo(ScheduleTiming.cron("@daily", BERLIN));
    assertThat(changed.schedule().input()).isEqualTo(StateUpdate.of(NAME, "changed"));
    assertThat(changed.updated()).isNotNull();
    assertThat(unpaused.schedule().paused()).isFalse();
    assertThatThrownBy(() -> schedules.get("changed")).isInstanceOf(UnknownScheduleException.class);
    Awaitility.await()
        .atMost(LONGEST)
        .until(schedules::list, all -> all.stream().noneMatch(SchedulesTest::isChanged));
  }

  @Test
  void shouldKeepAPauseThatCameSinceTheScheduleWasRead() {
    create(named("read-before", RARELY));
    ScheduleTiming daily = ScheduleTiming.cron("@daily", BERLIN);

    ScheduleView changed =
        schedules()
            .change(
                "read-before",
                known -> {
                  assertThat(known.paused()).isFalse();
                  return known.withTiming(daily);
                });
    schedules().pause("read-before", "the model is down");
    ScheduleView again = schedules().change("read-before", known -> known.withUntil(END));

    assertThat(changed.schedule().timing()).isEqualTo(daily);
    assertThat(again.schedule().timing()).isEqualTo(daily);
    assertThat(again.schedule().until()).isEqualTo(END);
    assertThat(again.schedule().paused()).isTrue();
    assertThat(again.note()).isEqualTo("the model is down");
  }

  private static boolean isChanged(ScheduleView view) {
    return view.schedule().id().equals("changed");
  }

  @Test
  void shouldRefuseWhatCannotRun() {
    Schedule good = named("refused", RARELY);
    create(good);

    refused(() -> schedules().create(good), ScheduleExistsException.class, "refused");
    refused(
        () -> schedules().create(Schedule.of("none", "nowhere", RARELY)),
        UnknownGraphException.class,
        "nowhere");
    refused(
        () ->
            schedules()
                .create(
                    Schedule.of("none", "report", RARELY)
                        .withInput(StateUpdate.of(Map.of("nmae", 1)))),
        UnknownChannelException.class,
        "nmae");
    refused(
        () -> schedules().create(named("none", ScheduleTiming.cron("soon", BERLIN))),
        InvalidInputException.class,
        "CronString");
    refused(() -> schedules().pause("none", ""), UnknownScheduleException.class, "none");
    refused(() -> schedules().trigger("none"), UnknownScheduleException.class, "none");
    refused(() -> schedules().delete("none"), UnknownScheduleException.class, "none");
    refused(
        () -> schedules().change(named("none", RARELY)), UnknownScheduleException.class, "none");
    refused(
        () -> schedules().change("refused", known -> named("other", RARELY)),
        InvalidInputException.class,
        "'refused'");
    refused(() -> named("a:b", RARELY), InvalidInputException.class, "a:b");
    refused(() -> ScheduleTiming.cron("0 3 * * * # x", BERLIN), InvalidInputException.class, "#");
    refused(
        () -> named("none", RARELY).withCatchUp(Duration.ofSeconds(Long.MAX_VALUE)),
        InvalidInputException.class,
        "36500 d");
    refused(
        () -> new Every(Duration.ofHours(1), Duration.ofHours(2)),
        InvalidInputException.class,
        "offset");
    refused(
        () -> ScheduleTiming.every(Duration.ofMillis(1_500)),
        InvalidInputException.class,
        "full seconds");
    refused(
        () -> new Every(Duration.ofHours(1), Duration.ofMillis(500)),
        InvalidInputException.class,
        "full seconds");
  }

  private static void refused(ThrowingCallable order, Class<?> type, String fact) {
    assertThatThrownBy(order).isInstanceOf(type).hasMessageContaining(fact);
  }

  @Test
  void shouldRefuseSchedulesWhereNothingOutlivesTheProcess() {
    try (GraphRuntime memory = InMemoryRuntime.of();
        TemporalHouse embedded = TemporalHouse.embedded(graph("report", "1"))) {
      for (GraphRuntime runtime : List.of(memory, embedded.runtime())) {
        Schedules none = runtime.schedules();
        refused(none::list, NotOfferedException.class, "Temporal server");
        refused(
            () -> none.create(named("none", RARELY)), NotOfferedException.class, "Temporal server");
        refused(() -> none.trigger("none"), NotOfferedException.class, "Temporal server");
      }
    }
  }

  @Test
  void shouldListTheOthersBesideThoseThatSomebodyMadeByHand() {
    String odd = "made-by-hand";
    String without = "made-by-hand-without-input";
    ScheduleClient client =
        ScheduleClient.newInstance(house.connection().client().getWorkflowServiceStubs());
    createByHand(client, odd, "no input of a graph");
    createByHand(client, without);
    create(Schedule.of("beside-it", "report", RARELY));

    Awaitility.await()
        .atMost(LONGEST)
        .untilAsserted(
            () ->
                assertThat(schedules().list())
                    .extracting(view -> view.schedule().id())
                    .contains("beside-it")
                    .doesNotContain(odd, without));
    schedules().pause(odd, "odd");
    for (String id : List.of(odd, without)) {
      schedules().delete(id);
      assertThatThrownBy(() -> schedules().get(id)).isInstanceOf(UnknownScheduleException.class);
    }
  }

  private static void createByHand(ScheduleClient client, String id, Object... arguments) {
    client.createSchedule(
        id,
        io.temporal.client.schedules.Schedule.newBuilder()
            .setAction(
                ScheduleActionStartWorkflow.newBuilder()
                    .setWorkflowType("Graph")
                    .setArguments(arguments)
                    .setOptions(
                        WorkflowOptions.newBuilder().setWorkflowId(id).setTaskQueue("q").build())
                    .build())
            .setSpec(ScheduleSpec.newBuilder().build())
            .build(),
        ScheduleOptions.newBuilder().build());
  }
}
