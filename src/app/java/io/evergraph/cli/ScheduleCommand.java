package io.evergraph.cli;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.Schedule.Overlap;
import io.evergraph.runtime.ScheduleTiming;
import io.evergraph.runtime.ScheduleTiming.Cron;
import io.evergraph.runtime.ScheduleTiming.Every;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.ScheduleView.Firing;
import io.evergraph.runtime.Schedules;
import io.evergraph.server.admin.ScheduleResource;
import io.evergraph.state.StateSchema;
import io.evergraph.state.StateUpdate;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "schedule",
    description = {
      "Begins runs of a graph at set times, by cron expressions or at intervals: each on a thread of"
          + " its own, named for the schedule and the time.",
      ""
    })
final class ScheduleCommand extends CommandGroup {
  private static final List<String> COLUMNS =
      List.of("SCHEDULE", "GRAPH", "TIMES", "STATE", "LAST", "NEXT", "BEGUN", "NOTE");
  private static final List<String> RUNS = List.of("PLANNED", "STARTED", "THREAD", "RUN");

  @Command(description = {"Creates a schedule.", ""})
  void create(
      @Mixin Named named,
      @Option(names = "--graph", paramLabel = "NAME", required = true, description = "The graph.")
          String graph,
      @Option(
              names = "--input",
              paramLabel = "JSON",
              defaultValue = "{}",
              description =
                  "What each run begins with, a JSON object by channel; nothing if not given.")
          String input,
      @Mixin Times times,
      @Option(names = "--tag", paramLabel = "TEXT", description = "What the runs are marked with.")
          @Nullable List<String> tags,
      @Option(names = "--paused", description = "Begin no run until it is told to.")
          boolean paused) {
    Map<String, Object> values = Arguments.object("--input", input);
    Schedule ordered =
        times
            .of(named.id, graph)
            .withOptions(RunOptions.builder().tags(tags == null ? List.of() : tags).build())
            .withPaused(paused);
    try (Operator operator = named.options.connectWithGraphs()) {
      GraphRuntime runtime = operator.runtime();
      StateSchema schema = runtime.graphs().graph(graph).schema();
      StateUpdate read = runtime.codec().update(values, schema, "--input");
      ScheduleView created = runtime.schedules().create(ordered.withInput(read));
      out().println("Schedule " + named.id + " " + outlook(created) + ".");
    }
  }

  private static String outlook(ScheduleView created) {
    if (created.schedule().paused()) {
      return "is paused";
    }
    return created.next().isEmpty()
        ? "begins no run any more"
        : "begins its next run at " + next(created);
  }

  @Command(description = {"Lists the schedules.", ""})
  void list(@Mixin Report report, @Mixin Operator.Options options) {
    try (Operator operator = options.connect()) {
      List<ScheduleView> found = operator.runtime().schedules().list();
      report.print(out(), COLUMNS, found, ScheduleCommand::row, ScheduleResource::of);
      report.say(out(), found.isEmpty() ? "There is no schedule." : found.size() + " schedules.");
    }
  }

  private static List<String> row(ScheduleView view) {
    Schedule schedule = view.schedule();
    return List.of(
        schedule.id(),
        schedule.graph(),
        schedule.timing().match(ScheduleCommand::text, ScheduleCommand::text),
        schedule.paused() ? "paused" : "active",
        last(view),
        next(view),
        String.valueOf(view.begun()),
        Report.line(view.note()));
  }

  private static String text(Cron cron) {
    return String.join("; ", cron.expressions()) + " " + cron.zone();
  }

  private static String text(Every every) {
    String offset = every.offset().isZero() ? "" : " + " + every.offset().toSeconds() + "s";
    return "every " + every.interval().toSeconds() + "s" + offset;
  }

  private static String last(ScheduleView view) {
    List<Firing> recent = view.recent();
    return Report.seconds(recent.isEmpty() ? null : recent.get(recent.size() - 1).planned());
  }

  private static String next(ScheduleView view) {
    return Report.seconds(view.next().isEmpty() ? null : view.next().get(0));
  }

  @Command(description = {"Shows a schedule, its latest and its next runs.", ""})
  void show(@Mixin Named named, @Mixin Report report) {
    order(
        named,
        schedules -> {
          ScheduleView found = schedules.get(named.id);
          report.print(out(), COLUMNS, List.of(found), ScheduleCommand::row, ScheduleResource::of);
          report.say(out(), "");
          report.list(out(), RUNS, found.recent(), ScheduleCommand::row);
        });
  }

  private static List<String> row(Firing run) {
    return List.of(
        Report.seconds(run.planned()),
        Report.seconds(run.started()),
        run.thread().value(),
        run.runId());
  }

  @Command(description = {"Lets no other run begin; those that have begun go on.", ""})
  void pause(@Mixin Named named, @Mixin Reason reason) {
    order(named, schedules -> schedules.pause(named.id, reason.text));
    out().println("Schedule " + named.id + " is paused.");
  }

  @Command(description = {"Lets runs begin again.", ""})
  void unpause(@Mixin Named named, @Mixin Reason reason) {
    order(named, schedules -> schedules.unpause(named.id, reason.text));
    out().println("Schedule " + named.id + " goes on.");
  }

  @Command(description = {"Begins a run now, unless the rule for overlaps forbids it.", ""})
  void trigger(@Mixin Named named) {
    order(named, schedules -> schedules.trigger(named.id));
    out().println("Schedule " + named.id + " begins a run now; `schedule show` names it.");
  }

  @Command(description = {"Deletes a schedule; runs that have begun go on.", ""})
  void delete(@Mixin Named named) {
    order(named, schedules -> schedules.delete(named.id));
    out().println("Schedule " + named.id + " is deleted.");
  }

  private static void order(Named named, Consumer<Schedules> order) {
    try (Operator operator = named.options.connect()) {
      order.accept(operator.runtime().schedules());
    }
  }

  static final class Named {
    @Parameters(paramLabel = "ID", description = "The schedule.")
    private String id = "";

    @Mixin private final Operator.Options options = new Operator.Options();
  }

  static final class Reason {
    @Option(
        names = "--reason",
        paramLabel = "TEXT",
        defaultValue = "",
        description = "Why, for those who look at it.")
    private String text = "";
  }

  static final class Times {
    @Option(
        names = "--cron",
        paramLabel = "EXPRESSION",
        description = "When runs begin, such as '0 3 * * MON-FRI'; may be given several times.")
    private @Nullable List<String> cron;

    @Option(
        names = "--time-zone",
        paramLabel = "NAME",
        description = "The time zone of the cron expressions; UTC if not given.")
    private @Nullable String zone;

    @Option(
        names = "--every",
        paramLabel = "TIME",
        description =
            "Instead of --cron, the interval from one run to the next, such as 30m; seconds"
                + " without a unit.")
    private @Nullable String every;

    @Option(
        names = "--offset",
        paramLabel = "TIME",
        description = "With --every, how much later than multiples of the interval.")
    private @Nullable String offset;

    @Option(
        names = "--overlap",
        paramLabel = "RULE",
        defaultValue = "SKIP",
        description =
            "What becomes of a run that is due while the one before is in progress:"
                + " ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} if not given.")
    private Overlap overlap = Overlap.SKIP;

    @Option(
        names = "--catch-up",
        paramLabel = "TIME",
        defaultValue = "365d",
        description =
            "How late a run may begin that was missed because the server was down;"
                + " ${DEFAULT-VALUE} if not given.")
    private String catchUp = "365d";

    @Option(
        names = "--until",
        paramLabel = "TIME",
        description = "When the schedule ends, such as 2030-01-01T00:00:00Z.")
    private @Nullable String until;

    private Schedule of(String id, String graph) {
      return Schedule.of(id, graph, timing())
          .withOverlap(overlap)
          .withCatchUp(Arguments.time("--catch-up", catchUp))
          .withUntil(until == null ? null : moment(until));
    }

    private ScheduleTiming timing() {
      if ((cron == null) == (every == null)) {
        throw new CommandFailedException("Say when runs begin: --cron, or --every.");
      }
      if (cron == null ? zone != null : offset != null) {
        throw new CommandFailedException(
            "Give --time-zone with --cron only, and --offset with --every only.");
      }
      return cron == null
          ? new Every(
              Arguments.time("--every", every),
              Arguments.time("--offset", Objects.requireNonNullElse(offset, "0s")))
          : new Cron(cron, zone(Objects.requireNonNullElse(zone, "UTC")));
    }

    private static ZoneId zone(String zone) {
      try {
        return ZoneId.of(zone);
      } catch (DateTimeException unknown) {
        throw new CommandFailedException(
            "Expected the name of a time zone such as Europe/Berlin as --time-zone but found '%s'."
                .formatted(zone));
      }
    }

    private static Instant moment(String text) {
      try {
        return Instant.parse(text);
      } catch (DateTimeException malformed) {
        throw new CommandFailedException(
            "Expected a time such as 2030-01-01T00:00:00Z as --until but found '" + text + "'.");
      }
    }
  }
}
