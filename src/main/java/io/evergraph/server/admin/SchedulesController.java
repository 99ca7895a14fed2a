package io.evergraph.server.admin;

import io.evergraph.runtime.GraphRuntime;
import io.evergraph.server.Fields;
import io.evergraph.server.IdempotencyKey;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What operators do to schedules. 422 where what drives the runs has none. */
@RestController
@RequestMapping("/admin/schedules")
@Tag(
    name = "Schedules",
    description =
        "Runs at set times: list them, pause them, begin one now. POST /runs/crons"
            + " creates them.")
record SchedulesController(GraphRuntime runtime) {

  @GetMapping
  @Operation(
      summary = "The schedules, by id",
      description = "One that has just been created may be missing for a moment.")
  List<ScheduleResource> list() {
    return runtime.schedules().list().stream().map(ScheduleResource::of).toList();
  }

  @GetMapping("/{scheduleId}")
  @Operation(summary = "A schedule, its latest and its next runs")
  ScheduleResource get(@PathVariable String scheduleId) {
    return ScheduleResource.of(runtime.schedules().get(scheduleId));
  }

  @PostMapping("/{scheduleId}/pause")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "application/json",
              examples = @ExampleObject("{\"reason\":\"the model is down\"}")))
  @Operation(summary = "Begin no other run", description = "Those that have begun go on.")
  ScheduleResource pause(
      @PathVariable String scheduleId, @RequestBody(required = false) @Nullable Object body) {
    runtime.schedules().pause(scheduleId, reason(body));
    return get(scheduleId);
  }

  @PostMapping("/{scheduleId}/unpause")
  @Operation(summary = "Begin runs again")
  ScheduleResource unpause(
      @PathVariable String scheduleId, @RequestBody(required = false) @Nullable Object body) {
    runtime.schedules().unpause(scheduleId, reason(body));
    return get(scheduleId);
  }

  private static String reason(@Nullable Object body) {
    return Fields.ofBody(body).only("reason").find("reason", Kind.TEXT).orElse("");
  }

  @PostMapping("/{scheduleId}/trigger")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(
      summary = "Begin a run now",
      description =
          "Also of a paused schedule, unless its rule for overlaps forbids it; it shows among the"
              + " latest runs.")
  ScheduleResource trigger(
      @PathVariable String scheduleId,
      @Parameter(description = "Sent again with the same key, no second run begins.")
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String header) {
    String key = IdempotencyKey.of(header).value();
    if (key == null) {
      runtime.schedules().trigger(scheduleId);
    } else {
      runtime.schedules().trigger(scheduleId, key);
    }
    return get(scheduleId);
  }
}
