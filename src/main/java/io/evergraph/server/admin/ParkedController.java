package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.graph.Answer;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ParkedQuery;
import io.evergraph.runtime.ParkedTask;
import io.evergraph.runtime.ParkedTasks;
import io.evergraph.runtime.RunHandle;
import io.evergraph.runtime.ThreadId;
import io.evergraph.runtime.ThreadQuery;
import io.evergraph.runtime.TimeOrderedId;
import io.evergraph.server.Fields;
import io.evergraph.server.Kind;
import io.evergraph.state.StateUpdate;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Failed tasks that wait for a decision, of all threads and of one. Every decision about one thread
 * begins a run, under the id that the body gives.
 */
@RestController
@RequestMapping("/admin")
@Tag(name = "Parked tasks", description = "Failed tasks that wait for a decision.")
record ParkedController(GraphRuntime runtime) {
  private static final String OF_THREAD = "/threads/{threadId}/parked";
  private static final String RUN_ID = "run_id";

  @GetMapping("/parked")
  @Operation(summary = "The failed tasks that wait for a decision, of all threads")
  List<ParkedTaskResource> list(
      @RequestParam(required = false) @Nullable String graph,
      @RequestParam(required = false) @Nullable String node,
      @Parameter(description = "A part of the error, class name and message.")
          @RequestParam(required = false)
          @Nullable String error,
      @Parameter(description = "How many threads are looked at.")
          @RequestParam(defaultValue = "1000")
          int limit) {
    int most = Fields.parameter("limit", limit, 1);
    return resources(operations().parked(new ParkedQuery(null, graph, node, error, most)));
  }

  @PostMapping("/parked/retry")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content = @Content(schema = @Schema(implementation = BatchRequest.class)))
  @Operation(
      summary = "Try the failed tasks of many threads again",
      description =
          "Takes those that fit graph, node and error; all where none is given. A thread begins at"
              + " most one run for a batch id.")
  BatchResource retry(@RequestBody(required = false) @Nullable Object body) {
    BatchRequest request = BatchRequest.read(body);
    List<OutcomeResource> outcomes =
        operations().retry(request.query(), request.batch()).stream()
            .map(OutcomeResource::of)
            .toList();
    return new BatchResource(request.batchId(), outcomes);
  }

  @GetMapping(OF_THREAD)
  @Operation(summary = "The failed tasks that hold a thread")
  List<ParkedTaskResource> list(@PathVariable String threadId) {
    return resources(runtime.parked(ThreadId.of(threadId)));
  }

  @PostMapping(OF_THREAD + "/retry")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(summary = "Try all failed tasks of a thread again, with attempts anew")
  DecisionResource retryAll(
      @PathVariable String threadId, @RequestBody(required = false) @Nullable Object body) {
    return decide(threadId, Fields.ofBody(body).only(RUN_ID), Answer.retry());
  }

  @PostMapping(OF_THREAD + "/{taskId}/retry")
  @ResponseStatus(HttpStatus.ACCEPTED)
  @Operation(summary = "Try a failed task again, with attempts anew")
  DecisionResource retry(
      @PathVariable String threadId,
      @PathVariable String taskId,
      @RequestBody(required = false) @Nullable Object body) {
    return decide(threadId, Fields.ofBody(body).only(RUN_ID), Answer.retry(taskId));
  }

  @PostMapping(OF_THREAD + "/{taskId}/skip")
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
    Fields fields = Fields.ofBody(body).only(RUN_ID, "update");
    return decide(threadId, fields, Answer.skip(taskId, values(fields, "update")));
  }

  @PostMapping(OF_THREAD + "/{taskId}/edit")
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
    Fields fields = Fields.ofBody(body).only(RUN_ID, "values");
    if (fields.find("values", Kind.OBJECT).filter(it -> !it.isEmpty()).isEmpty()) {
      throw fields.misfit("values", "values by channel", fields.value("values"));
    }
    return decide(threadId, fields, Answer.edit(taskId, values(fields, "values")));
  }

  private Operations operations() {
    return new Operations(runtime);
  }

  private static List<ParkedTaskResource> resources(List<ParkedTask> tasks) {
    return tasks.stream().map(ParkedTaskResource::of).toList();
  }

  private static StateUpdate values(Fields fields, String name) {
    return fields.find(name, Kind.OBJECT).map(StateUpdate::of).orElse(StateUpdate.empty());
  }

  private DecisionResource decide(String threadId, Fields fields, Answer answer) {
    String runId = fields.find(RUN_ID, Kind.TEXT).orElse(null);
    RunHandle run = operations().decide(ThreadId.of(threadId), runId, answer);
    return new DecisionResource(threadId, run.runId());
  }

  @Schema(name = "Batch", description = "What a batch did.")
  record BatchResource(@JsonProperty("batch_id") String batchId, List<OutcomeResource> threads) {}

  @Schema(name = "Decision", description = "What a decision began.")
  record DecisionResource(
      @JsonProperty("thread_id") String threadId, @JsonProperty(RUN_ID) String runId) {}

  @Schema(name = "BatchRequest", description = "Tries failed tasks of many threads again.")
  record BatchRequest(
      @Schema(description = "The name of a graph; left out for any.") @Nullable String graph,
      @Schema(description = "The name of a node; left out for any.") @Nullable String node,
      @Schema(description = "A part of the error, class name and message; left out for any.")
          @Nullable String error,
      @Schema(defaultValue = "1000") int limit,
      @Schema(
              description =
                  "Sending the same id again serves no thread twice; left out for a new one.")
          @JsonProperty("batch_id")
          String batchId,
      @Schema(description = "Only tell what would be done.") @JsonProperty("dry_run")
          boolean dryRun,
      @Schema(defaultValue = "8") int concurrency) {
    private static final int MOST_AT_A_TIME = 64;

    static BatchRequest read(@Nullable Object body) {
      Fields fields =
          Fields.ofBody(body)
              .only("batch_id", "concurrency", "dry_run", "error", "graph", "limit", "node");
      return new BatchRequest(
          fields.find("graph", Kind.TEXT).orElse(null),
          fields.find("node", Kind.TEXT).orElse(null),
          fields.find("error", Kind.TEXT).orElse(null),
          fields.find("limit", Kind.COUNT).orElse(ThreadQuery.DEFAULT_LIMIT),
          fields.find("batch_id", Kind.TEXT).orElseGet(TimeOrderedId::next),
          fields.find("dry_run", Kind.FLAG).orElse(false),
          concurrency(fields));
    }

    private static int concurrency(Fields fields) {
      int asked = fields.find("concurrency", Kind.COUNT).orElse(ParkedTasks.DEFAULT_CONCURRENCY);
      if (asked > MOST_AT_A_TIME) {
        throw fields.misfit("concurrency", "at most " + MOST_AT_A_TIME, asked);
      }
      return asked;
    }

    Operations.Batch batch() {
      return new Operations.Batch(batchId, concurrency, dryRun);
    }

    ParkedQuery query() {
      return new ParkedQuery(null, graph, node, error, limit);
    }
  }
}
