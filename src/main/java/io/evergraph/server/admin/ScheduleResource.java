package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.runtime.ScheduleView.Firing;
import io.swagger.v3.oas.annotations.media.Schema.RequiredMode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A schedule. Times are ISO 8601.
 *
 * @param cron its cron expressions; empty where it has an interval
 * @param timezone that of the cron expressions; null where it has an interval
 * @param interval from one run to the next; null where it has cron expressions
 * @param offset how much later than multiples of the interval; null where it has cron expressions
 * @param until when it ends; null for never
 * @param note what was said when it was paused or went on; empty for nothing
 * @param begun how many runs it has begun
 * @param skipped how many it has not, because the one before was in progress
 * @param missed how many it has not, because it was too late for them
 * @param recent the latest runs that it began, the last one last
 * @param next when the next runs begin
 */
@io.swagger.v3.oas.annotations.media.Schema(
    name = "Schedule",
    description = "Runs of a graph at set times.")
public record ScheduleResource(
    @JsonProperty("schedule_id") String scheduleId,
    String graph,
    List<String> cron,
    @Nullable String timezone,
    @JsonProperty("interval_seconds") @Nullable Long interval,
    @JsonProperty("offset_seconds") @Nullable Long offset,
    @io.swagger.v3.oas.annotations.media.Schema(
            requiredMode = RequiredMode.REQUIRED,
            allowableValues = {
              "skip",
              "buffer_one",
              "buffer_all",
              "cancel_other",
              "terminate_other",
              "allow_all"
            })
        String overlap,
    @JsonProperty("catch_up_seconds") long catchUp,
    @Nullable String until,
    boolean paused,
    String note,
    long begun,
    long skipped,
    long missed,
    List<FiringResource> recent,
    List<String> next) {

  /** Returns the form of it. */
  public static ScheduleResource of(ScheduleView view) {
    Schedule schedule = view.schedule();
    return new ScheduleResource(
        schedule.id(),
        schedule.graph(),
        schedule.timing().match(cron -> cron.expressions(), every -> List.of()),
        schedule.timing().match(cron -> cron.zone().getId(), every -> null),
        schedule.timing().match(cron -> null, every -> every.interval().toSeconds()),
        schedule.timing().match(cron -> null, every -> every.offset().toSeconds()),
        schedule.overlap().name().toLowerCase(Locale.ROOT),
        schedule.catchUp().toSeconds(),
        schedule.until() == null ? null : String.valueOf(schedule.until()),
        schedule.paused(),
        view.note(),
        view.begun(),
        view.skipped(),
        view.missed(),
        view.recent().stream().map(FiringResource::of).toList(),
        view.next().stream().map(Instant::toString).toList());
  }

  @io.swagger.v3.oas.annotations.media.Schema(
      name = "ScheduledRun",
      description = "A run that a schedule began.")
  record FiringResource(
      @JsonProperty("thread_id") String threadId,
      @JsonProperty("run_id") String runId,
      @JsonProperty("planned_at") String plannedAt,
      @JsonProperty("started_at") String startedAt) {
    private static FiringResource of(Firing run) {
      return new FiringResource(
          run.thread().value(), run.runId(), run.planned().toString(), run.started().toString());
    }
  }
}
