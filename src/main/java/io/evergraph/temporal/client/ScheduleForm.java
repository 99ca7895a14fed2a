package io.evergraph.temporal.client;

import static java.time.temporal.ChronoUnit.SECONDS;

import com.fasterxml.jackson.databind.JsonNode;
import io.evergraph.graph.Graph;
import io.evergraph.pregel.RunSettings;
import io.evergraph.runtime.GraphRegistry;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleTiming.Cron;
import io.evergraph.runtime.ScheduleTiming.Every;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.ScheduleView.Firing;
import io.evergraph.runtime.ThreadId;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.evergraph.temporal.connection.TemporalConnection;
import io.evergraph.temporal.protocol.CompactJson;
import io.evergraph.temporal.protocol.GraphInput;
import io.evergraph.temporal.protocol.GraphWorkflow;
import io.evergraph.temporal.protocol.SubmitMessage;
import io.temporal.api.enums.v1.ScheduleOverlapPolicy;
import io.temporal.client.schedules.ScheduleActionExecutionStartWorkflow;
import io.temporal.client.schedules.ScheduleActionResult;
import io.temporal.client.schedules.ScheduleActionStartWorkflow;
import io.temporal.client.schedules.ScheduleCalendarSpec;
import io.temporal.client.schedules.ScheduleDescription;
import io.temporal.client.schedules.ScheduleInfo;
import io.temporal.client.schedules.ScheduleIntervalSpec;
import io.temporal.client.schedules.SchedulePolicy;
import io.temporal.client.schedules.ScheduleSpec;
import io.temporal.client.schedules.ScheduleState;
import java.time.ZoneId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The form of a schedule on the server. The server makes calendars of cron expressions and forgets
 * those; each comes back as the comment of its calendar.
 */
record ScheduleForm(TemporalConnection connection, ThreadStarter starter, GraphRegistry graphs) {
  private static final String POLICY = "SCHEDULE_OVERLAP_POLICY_";
  private static final String WORDLESS = "(calendar)";
  private static final String UTC = "UTC";

  /** Returns what is sent; the input is checked as that of a start. */
  io.temporal.client.schedules.Schedule write(Schedule schedule, String note) {
    Graph graph = graphs.graph(schedule.graph());
    RunSettings unused = schedule.options().settingsFor(graph.spec());
    GraphInput input = GraphInput.alone(submit(schedule, graph));
    connection.guard().requireMessage("submit", input.fromOutside(), connection.codec());
    return io.temporal.client.schedules.Schedule.newBuilder()
        .setAction(
            ScheduleActionStartWorkflow.newBuilder()
                .setWorkflowType(GraphWorkflow.TYPE)
                .setArguments(connection.asOpenedHere(input))
                .setOptions(starter.scheduled(schedule.id(), graph))
                .build())
        .setSpec(spec(schedule))
        .setPolicy(
            SchedulePolicy.newBuilder()
                .setOverlap(ScheduleOverlapPolicy.valueOf(POLICY + schedule.overlap().name()))
                .setCatchupWindow(schedule.catchUp())
                .build())
        .setState(ScheduleState.newBuilder().setPaused(schedule.paused()).setNote(note).build())
        .build();
  }

  private SubmitMessage submit(Schedule schedule, Graph graph) {
    JsonNode input = new UpdateEncoder(connection.codec()).input(schedule.input(), graph);
    return SubmitMessage.of(graph, input, schedule.options().asSent(connection.codec()))
        .repeatable();
  }

  private static ScheduleSpec spec(Schedule schedule) {
    ScheduleSpec.Builder spec = ScheduleSpec.newBuilder().setEndAt(schedule.until());
    return schedule
        .timing()
        .match(
            cron ->
                spec.setTimeZoneName(cron.zone().getId())
                    .setCronExpressions(
                        cron.expressions().stream().map(it -> it + " # " + it).toList()),
            every ->
                spec.setIntervals(
                    List.of(new ScheduleIntervalSpec(every.interval(), every.offset()))))
        .build();
  }

  static boolean startsThreads(ScheduleDescription found) {
    return action(found).isPresent();
  }

  private static Optional<ScheduleActionStartWorkflow> action(ScheduleDescription found) {
    return Optional.of(found.getSchedule().getAction())
        .filter(ScheduleActionStartWorkflow.class::isInstance)
        .map(ScheduleActionStartWorkflow.class::cast)
        .filter(it -> it.getWorkflowType().equals(GraphWorkflow.TYPE));
  }

  /** Returns empty where the schedule does not start runs. */
  Optional<ScheduleView> read(ScheduleDescription found) {
    return action(found)
        .map(it -> it.getArguments().get(0, GraphInput.class)) // null where there is none
        .map(GraphInput::submit)
        .map(submit -> view(found, submit));
  }

  private ScheduleView view(ScheduleDescription found, SubmitMessage submit) {
    ScheduleInfo info = found.getInfo();
    ScheduleState state = Objects.requireNonNull(found.getSchedule().getState());
    return new ScheduleView(
        schedule(found, submit),
        Objects.requireNonNullElse(state.getNote(), ""),
        info.getRecentActions().stream().flatMap(ScheduleForm::firing).toList(),
        info.getNextActionTimes(),
        info.getCreatedAt(),
        info.getLastUpdatedAt(),
        info.getNumActions(),
        info.getNumActionsSkippedOverlap(),
        info.getNumActionsMissedCatchupWindow());
  }

  private Schedule schedule(ScheduleDescription found, SubmitMessage submit) {
    SchedulePolicy policy = Objects.requireNonNull(found.getSchedule().getPolicy());
    ScheduleSpec spec = found.getSchedule().getSpec();
    return new Schedule(
        found.getId(),
        submit.graphName(),
        input(submit.input()),
        submit.options(),
        timing(spec),
        Schedule.Overlap.valueOf(policy.getOverlap().name().substring(POLICY.length())),
        policy.getCatchupWindow(),
        spec.getEndAt(),
        Objects.requireNonNull(found.getSchedule().getState()).isPaused());
  }

  private StateUpdate input(@Nullable JsonNode input) {
    List<Write> writes = new CompactJson(connection.codec()).writes(input, "the input");
    return new StateUpdate(
        writes.stream()
            .map(write -> write.withValue(connection.codec().plain(write.value())))
            .toList());
  }

  /** Schedules that were made by hand may have times without words, and fractions of seconds. */
  private static ScheduleTiming timing(ScheduleSpec spec) {
    List<ScheduleIntervalSpec> intervals = spec.getIntervals();
    if (!intervals.isEmpty()) {
      ScheduleIntervalSpec first = intervals.get(0);
      return new Every(
          first.getEvery().truncatedTo(SECONDS), first.getOffset().truncatedTo(SECONDS));
    }
    String zone = spec.getTimeZoneName();
    List<String> expressions =
        Stream.concat(
                spec.getCronExpressions().stream(),
                spec.getCalendars().stream().map(ScheduleCalendarSpec::getComment))
            .map(words -> words.isBlank() ? WORDLESS : words)
            .toList();
    return new Cron(
        expressions.isEmpty() ? List.of(WORDLESS) : expressions,
        ZoneId.of(zone == null || zone.isEmpty() ? UTC : zone));
  }

  private static Stream<Firing> firing(ScheduleActionResult result) {
    return result.getAction() instanceof ScheduleActionExecutionStartWorkflow start
        ? Stream.of(
            new Firing(
                ThreadId.of(start.getWorkflowId()),
                start.getFirstExecutionRunId(),
                result.getScheduledAt(),
                result.getStartedAt()))
        : Stream.empty();
  }
}
