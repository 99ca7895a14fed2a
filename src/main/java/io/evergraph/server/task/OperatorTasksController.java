package io.evergraph.server.task;

import io.evergraph.runtime.spi.TaskQuery;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** What {@link TasksController} shows of one's own tasks, of all; behind the rule of operators. */
@RestController
@RequestMapping(OperatorTasksController.PATH)
@Tag(name = "Tasks of all users", description = "Work of agents and its records, for operators.")
record OperatorTasksController(TasksController tasks) {
  static final String PATH = "/api/admin/tasks";

  @GetMapping
  @Operation(summary = "Tasks of all users, the latest first")
  List<TaskResource> list(
      @RequestParam(name = "user", required = false) @Nullable String user,
      @RequestParam(name = "agent", required = false) @Nullable String agent,
      @RequestParam(name = "limit", defaultValue = "" + TaskQuery.USUAL_LIMIT) int limit,
      @RequestParam(name = "offset", defaultValue = "0") int offset) {
    return tasks.list(user, agent, limit, offset, null);
  }

  @GetMapping("/{taskId}")
  @Operation(summary = "How a task of any user is doing")
  TaskResource get(@PathVariable String taskId) {
    return tasks.get(taskId, null);
  }

  @PostMapping("/{taskId}/cancel")
  @Operation(summary = "Stop a task of any user")
  ResponseEntity<TaskResource> cancel(@PathVariable String taskId) {
    return tasks.cancel(taskId, null);
  }

  @GetMapping("/{taskId}/stream")
  @Operation(summary = "Stream the run of a task of any user")
  ResponseEntity<SseEmitter> stream(
      @PathVariable String taskId,
      @RequestParam(name = "stream_mode", defaultValue = "") List<String> modes,
      @RequestParam(name = "stream_subgraphs", defaultValue = "false") boolean subgraphs,
      @RequestHeader(name = "Last-Event-ID", required = false) @Nullable String lastEventId)
      throws InterruptedException {
    return tasks.stream(PATH, tasks.own(taskId, null), modes, subgraphs, lastEventId);
  }
}
