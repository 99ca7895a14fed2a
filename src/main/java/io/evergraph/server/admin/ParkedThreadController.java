package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.pregel.Answer;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.server.Fields;
import io.evergraph.state.StateUpdate;
import io.evergraph.state.Write;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The parked tasks of one thread. Every order begins a run, under the id that the body gives. */
@RestController
@RequestMapping("/admin/threads/{threadId}/parked")
@Tag(name = "Parked tasks")
public class ParkedThreadController {
  private static final String RUN_ID = "run_id";

  private final GraphRuntime runtime;

  /** Makes the door. */
  public ParkedThreadController(GraphRuntime runtime) {
    this.runtime = runtime;
  }

  /** Lists the parked tasks. */
  @GetMapping
  @Operation(summary = "The failed tasks that hold a thread")
  List<ParkedTaskResource> list(@PathVariable String threadId) {
    return runtime.parked(ThreadId.of(threadId)).stream().map(ParkedTaskResource::of).toList();
  }

  /** Tries all again. */
  @PostMapping("/retry")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(summary = "Try all failed tasks of a thread again, with attempts anew")
  DecisionResource retryAll(
      @PathVariable String threadId, @RequestBody(required = false) @Nullable Object body) {
    return decide(threadId, Fields.ofBody(body), Answer.retry());
  }

  /** Tries one again. */
  @PostMapping("/{taskId}/retry")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(summary = "Try a failed task again, with attempts anew")
  DecisionResource retry(
      @PathVariable String threadId,
      @PathVariable String taskId,
      @RequestBody(required = false) @Nullable Object body) {
    return decide(threadId, Fields.ofBody(body), Answer.retry(taskId));
  }

  /** Skips one. */
  @PostMapping("/{taskId}/skip")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "application/json",
              examples = @ExampleObject("{\"update\":{\"log\":[\"done by hand\"]}}")))
  @Operation(
      summary = "Let a failed task count as finished, with an update in place of its own",
      description = "What follows its node runs next.")
  DecisionResource skip(
      @PathVariable String threadId,
      @PathVariable String taskId,
      @RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body);
    return decide(threadId, fields, Answer.skip(taskId, values(fields, "update")));
  }

  /** Tries one again with other values. */
  @PostMapping("/{taskId}/edit")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "application/json",
              examples = @ExampleObject("{\"values\":{\"count\":5}}")))
  @Operation(
      summary = "Try a failed task again with other values to read",
      description = "The values replace what it would read, for this task alone.")
  DecisionResource edit(
      @PathVariable String threadId,
      @PathVariable String taskId,
      @RequestBody(required = false) @Nullable Object body) {
    Fields fields = Fields.ofBody(body);
    if (fields.map("values").isEmpty()) {
      throw fields.misfit("values", "values by channel", fields.value("values"));
    }
    return decide(threadId, fields, Answer.edit(taskId, values(fields, "values")));
  }

  private static StateUpdate values(Fields fields, String name) {
    Map<String, @Nullable Object> values = fields.nullableMap(name);
    List<Write> writes = new ArrayList<>();
    if (values != null) {
      values.forEach((channel, value) -> writes.add(new Write(channel, value)));
    }
    return new StateUpdate(writes);
  }

  private DecisionResource decide(String threadId, Fields fields, Answer answer) {
    String runId = fields.text(RUN_ID).orElseGet(TimeOrderedId::next);
    RunHandle run = runtime.answer(ThreadId.of(threadId), runId, List.of(answer));
    return new DecisionResource(threadId, run.runId());
  }

  /**
   * What a decision began.
   *
   * @param threadId the thread
   * @param runId the run that goes on with it
   */
  @Schema(name = "Decision", description = "What a decision began.")
  record DecisionResource(
      @JsonProperty("thread_id") String threadId, @JsonProperty(RUN_ID) String runId) {}
}
