package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.PendingTasks.Position;
import io.evergraph.runtime.TaskChange;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The tasks of one thread that are being tried. 422 where what drives the runs has no such order.
 */
@RestController
@RequestMapping("/admin/threads/{threadId}/pending")
@Tag(
    name = "Pending tasks",
    description = "Tasks that are being tried: hold them, begin anew, give them other limits.")
record PendingController(GraphRuntime runtime) {

  @GetMapping
  @Operation(
      summary = "The tasks of a thread that run, wait for their next attempt, or are held",
      description = "Tasks of local nodes are not among them.")
  List<PendingTaskResource> list(@PathVariable String threadId) {
    return runtime.pending().of(ThreadId.of(threadId)).stream()
        .map(PendingTaskResource::of)
        .toList();
  }

  @PostMapping("/{taskId}/pause")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "application/json",
              examples = @ExampleObject("{\"reason\":\"the model is down\"}")))
  @Operation(
      summary = "Let no other attempt of a task begin",
      description = "One that runs is told to stop, which does not count as a failure.")
  OrderResource pause(
      @PathVariable String threadId,
      @PathVariable String taskId,
      @RequestBody(required = false) @Nullable Object body) {
    String reason = Fields.ofBody(body).only("reason").find("reason", Kind.TEXT).orElse("");
    runtime.pending().pause(ThreadId.of(threadId), taskId, reason);
    return new OrderResource(threadId, taskId);
  }

  @PostMapping("/{taskId}/unpause")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(summary = "Let a held task go on")
  OrderResource unpause(@PathVariable String threadId, @PathVariable String taskId) {
    runtime.pending().unpause(ThreadId.of(threadId), taskId);
    return new OrderResource(threadId, taskId);
  }

  @PostMapping("/{taskId}/reset")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "application/json",
              examples = @ExampleObject("{\"forget_position\":true}")))
  @Operation(
      summary = "Have a task begin with its first attempt again, at once",
      description =
          "A held one stays held. With 'forget_position' the next attempt does not see how far"
              + " earlier ones had come.")
  OrderResource reset(
      @PathVariable String threadId,
      @PathVariable String taskId,
      @RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body).only("forget_position");
    boolean forgets = fields.find("forget_position", Kind.FLAG).orElse(false);
    runtime
        .pending()
        .reset(ThreadId.of(threadId), taskId, forgets ? Position.FORGET : Position.KEEP);
    return new OrderResource(threadId, taskId);
  }

  @PostMapping("/{taskId}/limits")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content = @Content(schema = @Schema(implementation = LimitsRequest.class)))
  @Operation(
      summary = "Give the next attempts of a task other limits",
      description = "What is left out stays as it is.")
  OrderResource change(
      @PathVariable String threadId,
      @PathVariable String taskId,
      @RequestBody(required = false) @Nullable Object body) {
    runtime.pending().change(ThreadId.of(threadId), taskId, LimitsRequest.read(body).change());
    return new OrderResource(threadId, taskId);
  }

  /**
   * Other limits.
   *
   * @param hardTimeout the longest attempt; the longest silence follows in proportion
   * @param heartbeatTimeout how long its worker may be silent, at least 4 seconds
   * @param interval the pause before the second attempt; later ones grow as before
   */
  @Schema(name = "LimitsRequest", description = "Gives a task other limits.")
  record LimitsRequest(
      @JsonProperty("hard_timeout_seconds") @Nullable Integer hardTimeout,
      @JsonProperty("heartbeat_timeout_seconds") @Nullable Integer heartbeatTimeout,
      @JsonProperty("retry_interval_seconds") @Nullable Integer interval,
      @Nullable Integer attempts) {
    static LimitsRequest read(@Nullable Object body) {
      Fields fields =
          Fields.ofBody(body)
              .only(
                  "attempts",
                  "hard_timeout_seconds",
                  "heartbeat_timeout_seconds",
                  "retry_interval_seconds");
      return new LimitsRequest(
          fields.find("hard_timeout_seconds", Kind.COUNT).orElse(null),
          fields.find("heartbeat_timeout_seconds", Kind.COUNT).orElse(null),
          fields.find("retry_interval_seconds", Kind.COUNT).orElse(null),
          fields.find("attempts", Kind.COUNT).orElse(null));
    }

    TaskChange change() {
      return new TaskChange(
          seconds(hardTimeout), seconds(heartbeatTimeout), seconds(interval), attempts);
    }

    private static @Nullable Duration seconds(@Nullable Integer number) {
      return number == null ? null : Duration.ofSeconds(number);
    }
  }

  @Schema(name = "TaskOrder", description = "An order that was taken.")
  record OrderResource(
      @JsonProperty("thread_id") String threadId, @JsonProperty("task_id") String taskId) {}
}
