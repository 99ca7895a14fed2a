package io.evergraph.server.langgraph;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Starts runs without a thread of their caller's: each has its own, which ends with it. */
@RestController
@RequestMapping("/runs")
@Tag(name = "Runs")
record StatelessRunsController(RunStarter starter, RunResponses responses) {

  @PostMapping
  @RunBody
  @Operation(
      summary = "Start a run without a thread",
      description = "Its thread is named in the answer, and ends with the run.")
  ResponseEntity<RunResource> create(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    return responses.created(starter.startAlone(RunRequest.read(body), IdempotencyKey.of(key)));
  }

  @PostMapping("/wait")
  @RunBody
  @Operation(
      summary = "Start a run without a thread and wait for what it comes to",
      description = "The same answer as that of POST /threads/{thread_id}/runs/wait.")
  ResponseEntity<ResponseBodyEmitter> await(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.awaited(starter.startAlone(request, IdempotencyKey.of(key)), request);
  }

  @PostMapping("/stream")
  @RunBody
  @Operation(
      summary = "Start a run without a thread and stream it",
      description = "The same frames as those of POST /threads/{thread_id}/runs/stream.")
  ResponseEntity<SseEmitter> stream(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.streamed(starter.startAlone(request, IdempotencyKey.of(key)), request);
  }
}
