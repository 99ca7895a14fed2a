package io.evergraph.server.langgraph;

import io.evergraph.graph.Breakpoints;
import io.evergraph.graph.Graph;
import io.evergraph.graph.RunChanges;
import io.evergraph.runtime.RunMode;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleTiming.Cron;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.runtime.codec.StateCodec;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.evergraph.state.StateUpdate;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What clients send to create or to change a schedule: that of a run, and when it begins. */
record CronRequest(Fields fields, RunRequest run) {
  private static final ZoneId USUAL_ZONE = ZoneId.of("UTC");
  private static final String ASSISTANT = "assistant_id";
  private static final String SCHEDULE = "schedule";
  private static final String INTERVAL = "@every ";
  private static final String ZONE = "timezone";
  private static final String END = "end_time";
  private static final String ENABLED = "enabled";
  private static final String INPUT = "input";
  private static final Set<String> TIMES = Set.of(SCHEDULE, ZONE, END, ENABLED, "on_run_completed");
  private static final Set<String> OF_RUNS =
      Set.of(
          ASSISTANT,
          "checkpoint_during",
          "config",
          "context",
          "durability",
          "if_not_exists",
          INPUT,
          "interrupt_after",
          "interrupt_before",
          "metadata",
          "multitask_strategy",
          "stream_mode",
          "stream_resumable",
          "stream_subgraphs",
          "webhook");

  static CronRequest read(@Nullable Object body) {
    Fields fields = known(body);
    return new CronRequest(fields, RunRequest.read(ofRun(fields)));
  }

  /**
   * Reads what is to be changed of a schedule of the graph.
   *
   * @throws io.evergraph.error.InvalidInputException when it is to run another graph
   */
  static CronRequest change(@Nullable Object body, String graph) {
    Fields fields = known(body);
    Optional<String> other =
        fields
            .find(ASSISTANT, Kind.TEXT)
            .filter(id -> !id.equals(graph) && !id.equals(Assistants.idOf(graph)));
    if (other.isPresent()) {
      throw fields.misfit(
          ASSISTANT,
          "nothing, or '" + graph + "' (create a schedule of its own for another graph)",
          other.get());
    }
    Map<String, @Nullable Object> run = ofRun(fields);
    run.put(ASSISTANT, graph);
    return new CronRequest(fields, RunRequest.read(run));
  }

  private static Fields known(@Nullable Object body) {
    Set<String> names = new HashSet<>(TIMES);
    names.addAll(OF_RUNS);
    Fields fields = Fields.ofBody(body).only(names);
    fields.refuse("on_run_completed", "each run has a thread of its own, which is kept", "keep");
    return fields;
  }

  private static Map<String, @Nullable Object> ofRun(Fields fields) {
    Map<String, @Nullable Object> run = new LinkedHashMap<>();
    OF_RUNS.stream().filter(fields::has).forEach(name -> run.put(name, fields.value(name)));
    return run;
  }

  Schedule schedule(String id, Graph graph, StateCodec codec) {
    String expression = fields.required(SCHEDULE, "a cron expression such as 0 3 * * MON-FRI");
    ScheduleTiming timing = timing(expression, zone().orElse(USUAL_ZONE));
    return timed(Schedule.of(id, graph.name(), timing))
        .withInput(input(graph, codec))
        .withOptions(run.options(TimeOrderedId.next(), RunMode.ALONE, recorded()));
  }

  /** What the request does not name stays as it is. */
  Schedule changed(Schedule known, Graph graph, StateCodec codec) {
    Schedule changed =
        timed(known).withTiming(timing(known.timing())).withOptions(options(known.options()));
    return fields.value(INPUT) == null ? changed : changed.withInput(input(graph, codec));
  }

  private Schedule timed(Schedule known) {
    Schedule ended = fields.has(END) ? known.withUntil(end().orElse(null)) : known;
    return fields.find(ENABLED, Kind.FLAG).map(on -> ended.withPaused(!on)).orElse(ended);
  }

  private ScheduleTiming timing(ScheduleTiming known) {
    Optional<String> expression = fields.find(SCHEDULE, Kind.TEXT);
    Optional<ZoneId> zone = zone();
    return known.match(
        cron ->
            expression
                .map(it -> timing(it, zone.orElse(cron.zone())))
                .orElseGet(() -> new Cron(cron.expressions(), zone.orElse(cron.zone()))),
        every -> expression.map(it -> timing(it, zone.orElse(USUAL_ZONE))).orElse(every));
  }

  /** Intervals are counted in UTC, whatever the zone. */
  private ScheduleTiming timing(String expression, ZoneId zone) {
    return expression.startsWith(INTERVAL)
        ? ScheduleTiming.every(interval(expression))
        : ScheduleTiming.cron(expression, zone);
  }

  private Duration interval(String expression) {
    try {
      return Duration.parse("PT" + expression.substring(INTERVAL.length()).strip());
    } catch (DateTimeException malformed) {
      throw fields.misfit(SCHEDULE, "an interval such as @every 1h30m", expression);
    }
  }

  private RunOptions options(RunOptions known) {
    RunChanges changes = run.changes(recorded());
    return new RunOptions(
        known.runId(),
        known.mode(),
        known.whenBusy(),
        known.whenInterrupted(),
        known.whenEnded(),
        Optional.ofNullable(changes.maxSteps()).orElse(known.maxSteps()),
        known.onFailure(),
        Optional.ofNullable(changes.context()).orElse(known.context()),
        Optional.ofNullable(changes.tags()).orElse(known.tags()),
        Optional.ofNullable(changes.callOptions()).orElse(known.callOptions()),
        breakpoints(known.breakpoints()),
        Optional.ofNullable(changes.maxConcurrency()).orElse(known.maxConcurrency()),
        recorded(RecordedRequest.read(known.metadata())).kept());
  }

  /** Replaces the kind that the request names. */
  private @Nullable Breakpoints breakpoints(@Nullable Breakpoints known) {
    if (known == null) {
      return run.breakpoints();
    }
    return new Breakpoints(
        Optional.ofNullable(run.interruptBefore()).orElse(known.before()),
        Optional.ofNullable(run.interruptAfter()).orElse(known.after()));
  }

  /** Replaces what the request names. */
  private RecordedRequest recorded(RecordedRequest known) {
    StreamModes modes = fields.has("stream_mode") ? run.modes() : known.modes();
    StreamModes subgraphs = fields.has("stream_subgraphs") ? run.modes() : known.modes();
    return new RecordedRequest(
        fields.value("metadata") == null ? known.metadata() : run.metadata(),
        fields.has("multitask_strategy") ? run.multitaskStrategy() : known.multitaskStrategy(),
        modes.withSubgraphs(subgraphs.subgraphs()),
        known.body());
  }

  private RecordedRequest recorded() {
    return RecordedRequest.of(run, "");
  }

  private StateUpdate input(Graph graph, StateCodec codec) {
    Map<String, @Nullable Object> values = run.input();
    return values == null ? StateUpdate.empty() : codec.update(values, graph.schema(), "the input");
  }

  private Optional<ZoneId> zone() {
    return fields.find(ZONE, Kind.TEXT).map(this::zone);
  }

  private ZoneId zone(String name) {
    try {
      return ZoneId.of(name);
    } catch (DateTimeException unknown) {
      throw fields.misfit(ZONE, "the name of a time zone such as Europe/Berlin", name);
    }
  }

  private Optional<Instant> end() {
    return fields.find(END, Kind.TEXT).map(this::moment);
  }

  /** Python leaves the offset out of times that have none. */
  private Instant moment(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException withoutOffset) {
      try {
        return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
      } catch (DateTimeException malformed) {
        throw fields.misfit(END, "a time such as 2030-01-01T00:00:00Z", text);
      }
    }
  }

  @Schema(name = "CronRequest", description = "Runs of a graph at set times.")
  record Form(
      @Schema(
              description = "A cron expression of five fields, or an interval: @every 1h30m.",
              requiredMode = Schema.RequiredMode.REQUIRED,
              example = "0 3 * * MON-FRI")
          String schedule,
      @Schema(
              description = "The time zone of its clock; UTC if left out.",
              example = "Europe/Berlin")
          @Nullable String timezone,
      @com.fasterxml.jackson.annotation.JsonProperty("end_time") @Nullable String endTime,
      @Nullable Boolean enabled) {}
}
