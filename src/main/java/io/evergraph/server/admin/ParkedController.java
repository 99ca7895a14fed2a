package io.evergraph.server.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.BatchOutcome;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.ParkedQuery;
import io.evergraph.runtime.ParkedTasks;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The parked tasks of all threads. */
@RestController
@RequestMapping("/admin/parked")
@Tag(name = "Parked tasks", description = "Failed tasks that wait for a decision.")
public class ParkedController {
  private final GraphRuntime runtime;

  /** Makes the door. */
  public ParkedController(GraphRuntime runtime) {
    this.runtime = runtime;
  }

  /** Lists parked tasks. */
  @GetMapping
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
    if (limit < 1) {
      throw new InvalidInputException("the parameter 'limit'", "1 or more", "" + limit);
    }
    return new ParkedTasks(runtime)
        .find(new ParkedQuery(null, graph, node, error, limit)).stream()
            .map(ParkedTaskResource::of)
            .toList();
  }

  /** Tries the parked tasks of many threads again. */
  @PostMapping("/retry")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content = @Content(schema = @Schema(implementation = BatchRequest.class)))
  @Operation(
      summary = "Try the failed tasks of many threads again",
      description =
          "Takes those that fit graph, node and error; all where none is given. A thread begins at"
              + " most one run for a batch id.")
  BatchResource retry(@RequestBody(required = false) @Nullable Object body) {
    BatchRequest request = BatchRequest.read(body);
    ParkedTasks parked = new ParkedTasks(runtime, request.concurrency());
    List<BatchOutcome> outcomes =
        request.dryRun()
            ? parked.plan(request.query(), request.batchId())
            : parked.retry(request.query(), request.batchId());
    return new BatchResource(
        request.batchId(), outcomes.stream().map(OutcomeResource::of).toList());
  }

  /**
   * What a batch did.
   *
   * @param batchId the id of the batch
   * @param threads what it did to each thread
   */
  @Schema(name = "Batch", description = "What a batch did.")
  record BatchResource(@JsonProperty("batch_id") String batchId, List<OutcomeResource> threads) {}
}
