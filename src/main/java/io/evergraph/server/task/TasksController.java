package io.evergraph.server.task;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.UnknownAgentTaskException;
import io.evergraph.error.UnknownThreadException;
import io.evergraph.runtime.spi.TaskQuery;
import io.evergraph.runtime.spi.TaskRecord;
import io.evergraph.server.Fields;
import io.evergraph.server.langgraph.RunStreams;
import io.evergraph.task.AgentRequest;
import io.evergraph.task.AgentTaskOrchestrator;
import io.evergraph.task.TaskHandle;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
@RequestMapping(TasksController.PATH)
@Tag(name = "Tasks", description = "Work of agents within limits, and its records.")
record TasksController(AgentTaskOrchestrator desk, RunStreams streams) {
  static final String PATH = "/tasks";

  @PostMapping
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content =
          @Content(
              mediaType = "application/json",
              schema = @Schema(implementation = TaskRequest.class),
              examples =
                  @ExampleObject(
                      "{\"agent\":\"greeting\",\"user\":\"ann\",\"input\":{\"name\":\"Ada\"}}")))
  @Operation(
      summary = "Begin a task of an agent",
      description =
          "Answers 202 when its record is stored. 503 while the agent's circuit breaker is open,"
              + " 429 beyond the limits of the user or of capacity, both with Retry-After; 403"
              + " where a hook refuses; 404 for the thread of a task of somebody else than who has"
              + " logged in. A refused request never begins.")
  ResponseEntity<TaskResource> begin(
      @RequestBody(required = false) @Nullable Object body,
      @Parameter(hidden = true) @Nullable Principal caller) {
    AgentRequest request = TaskRequest.read(body, caller);
    if (caller != null && request.thread() != null) {
      requireNotOfAnother(request.thread().value(), caller.getName());
    }
    TaskHandle task = desk.execute(request);
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .header(HttpHeaders.LOCATION, PATH + "/" + task.id())
        .body(TaskResource.of(task.admitted()));
  }

  /** The threads of the tasks of others are as unknown as their tasks. */
  private void requireNotOfAnother(String thread, String user) {
    TaskQuery onIt = TaskQuery.all().ofThread(thread).page(TaskQuery.MOST, 0);
    if (desk.notedTasks(onIt).stream().anyMatch(it -> !it.user().equals(user))) {
      throw new UnknownThreadException(thread);
    }
  }

  @GetMapping
  @Operation(
      summary = "Tasks of a user or an agent, the latest first",
      description = "Where somebody has logged in, the tasks of that user only.")
  List<TaskResource> list(
      @RequestParam(name = "user", required = false) @Nullable String user,
      @RequestParam(name = "agent", required = false) @Nullable String agent,
      @RequestParam(name = "limit", defaultValue = "" + TaskQuery.USUAL_LIMIT) int limit,
      @RequestParam(name = "offset", defaultValue = "0") int offset,
      @Parameter(hidden = true) @Nullable Principal caller) {
    TaskQuery query =
        TaskQuery.all()
            .ofUser(shown(user, caller))
            .ofAgent(agent)
            .page(Fields.parameter("limit", limit, 1), Fields.parameter("offset", offset, 0));
    return desk.tasks(query).stream().map(TaskResource::of).toList();
  }

  /** Nobody sees the tasks of somebody else. */
  private static @Nullable String shown(@Nullable String user, @Nullable Principal caller) {
    if (caller == null) {
      return user;
    }
    if (user != null && !user.equals(caller.getName())) {
      throw new InvalidInputException(
          "'user'", "'" + caller.getName() + "', who has logged in", "'" + user + "'");
    }
    return caller.getName();
  }

  @GetMapping("/{taskId}")
  @Operation(summary = "How a task is doing")
  TaskResource get(
      @PathVariable String taskId, @Parameter(hidden = true) @Nullable Principal caller) {
    return TaskResource.of(own(taskId, caller));
  }

  /** Returns a task of the caller: those of others are as unknown as those that never were. */
  TaskRecord own(String taskId, @Nullable Principal caller) {
    TaskRecord task = desk.task(taskId);
    if (caller != null && !task.user().equals(caller.getName())) {
      throw new UnknownAgentTaskException(taskId);
    }
    return task;
  }

  @PostMapping("/{taskId}/cancel")
  @Operation(
      summary = "Stop a task",
      description = "Answers at once: a run that is being stopped still counts as running.")
  ResponseEntity<TaskResource> cancel(
      @PathVariable String taskId, @Parameter(hidden = true) @Nullable Principal caller) {
    return ResponseEntity.accepted().body(TaskResource.of(desk.cancel(own(taskId, caller).id())));
  }

  @GetMapping("/{taskId}/stream")
  @Operation(
      summary = "Stream the run of a task from its beginning, or from where a connection broke",
      description =
          "The frames of GET /threads/{thread_id}/runs/{run_id}/stream. Any server on the same"
              + " runtime and records goes on with a stream that broke.")
  ResponseEntity<SseEmitter> stream(
      @PathVariable String taskId,
      @RequestParam(name = "stream_mode", defaultValue = "") List<String> modes,
      @RequestParam(name = "stream_subgraphs", defaultValue = "false") boolean subgraphs,
      @Parameter(description = "The id of the last frame that was seen.")
          @RequestHeader(name = "Last-Event-ID", required = false)
          @Nullable String lastEventId,
      @Parameter(hidden = true) @Nullable Principal caller)
      throws InterruptedException {
    return stream(PATH, own(taskId, caller), modes, subgraphs, lastEventId);
  }

  /** Whoever reads on does so where these tasks are, and need not see the threads. */
  ResponseEntity<SseEmitter> stream(
      String tasks,
      TaskRecord admitted,
      List<String> modes,
      boolean subgraphs,
      @Nullable String lastEventId)
      throws InterruptedException {
    TaskRecord task = desk.begun(admitted.id());
    String path = tasks + "/" + task.id() + "/stream";
    return streams.again(path, task.thread(), task.run(), modes, subgraphs, lastEventId);
  }
}
