package io.evergraph.server.langgraph;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.RunOptions;
import io.evergraph.runtime.Schedule;
import io.evergraph.runtime.ScheduleView;
import io.evergraph.state.Write;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A schedule as the clients of LangGraph know it.
 *
 * @param threadId always null: each run has a thread of its own
 * @param schedule its cron expressions; {@code @every 3600s} for an interval
 * @param payload what each run begins with
 * @param nextRunDate when the next run begins; null when none does
 */
@Schema(name = "Cron", description = "Runs of a graph at set times.")
record CronResource(
    @JsonProperty("cron_id") String cronId,
    @JsonProperty("assistant_id") String assistantId,
    @JsonProperty("thread_id") @Nullable String threadId,
    @JsonProperty("on_run_completed") String onRunCompleted,
    @JsonProperty("end_time") @Nullable String endTime,
    String schedule,
    @Nullable String timezone,
    @JsonProperty("created_at") String createdAt,
    @JsonProperty("updated_at") String updatedAt,
    Map<String, Object> payload,
    @JsonProperty("user_id") @Nullable String userId,
    @JsonProperty("next_run_date") @Nullable String nextRunDate,
    Map<String, Object> metadata,
    boolean enabled) {

  static CronResource of(ScheduleView view) {
    Schedule schedule = view.schedule();
    return new CronResource(
        schedule.id(),
        Assistants.idOf(schedule.graph()),
        null,
        "keep",
        text(schedule.until()),
        schedule
            .timing()
            .match(
                cron -> String.join("; ", cron.expressions()),
                every -> "@every " + every.interval().toSeconds() + "s"),
        schedule.timing().match(cron -> cron.zone().getId(), every -> null),
        WireTime.of(view.created()),
        WireTime.of(Optional.ofNullable(view.updated()).orElse(view.created())),
        payload(schedule),
        null,
        text(view.next().stream().findFirst().orElse(null)),
        RecordedRequest.read(schedule.options().metadata()).metadata(),
        !schedule.paused());
  }

  private static @Nullable String text(@Nullable Instant moment) {
    return moment == null ? null : WireTime.of(moment);
  }

  private static Map<String, Object> payload(Schedule schedule) {
    RunOptions options = schedule.options();
    Map<String, Object> config = new LinkedHashMap<>();
    config.put("tags", options.tags());
    Optional.ofNullable(options.maxSteps()).ifPresent(it -> config.put("recursion_limit", it));
    Map<String, Object> payload = new LinkedHashMap<>();
    payload.put("assistant_id", schedule.graph());
    payload.put("input", input(schedule));
    payload.put("context", options.context());
    payload.put("config", config);
    return payload;
  }

  private static Map<String, @Nullable Object> input(Schedule schedule) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (Write write : schedule.input().writes()) {
      values.put(write.channel(), write.value());
    }
    return values;
  }
}
