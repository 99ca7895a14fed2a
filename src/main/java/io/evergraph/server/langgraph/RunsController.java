package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.Fields;
import io.evergraph.server.IdempotencyKey;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
@Tag(name = "Runs", description = "Start, answer, continue, follow and cancel runs.")
record RunsController(RunStarter starter, RunRecords records, RunResponses responses) {
  private static final String PATH = "/threads/{threadId}/runs";

  @PostMapping(PATH)
  @RunBody
  @Operation(
      summary = "Start a run in the background",
      description = "Returns at once; follow it with GET …/{run_id}/stream or …/{run_id}/join.")
  ResponseEntity<RunResource> create(
      @PathVariable String threadId,
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.created(
        starter.start(ThreadId.of(threadId), request, IdempotencyKey.of(key)), request);
  }

  @GetMapping(PATH)
  @Operation(summary = "The runs of a thread, the latest first")
  List<RunResource> list(
      @PathVariable String threadId,
      @RequestParam(name = "limit", defaultValue = "10") int limit,
      @RequestParam(name = "offset", defaultValue = "0") int offset,
      @RequestParam(name = "status", required = false) @Nullable String status,
      @Parameter(hidden = true) @RequestParam(name = "select", defaultValue = "")
          List<String> select) {
    if (!select.isEmpty()) {
      throw new InvalidInputException(
          "the parameter 'select'", "none: runs come whole", select.toString());
    }
    long most = Fields.parameter("limit", limit, 1);
    long skipped = Fields.parameter("offset", offset, 0);
    return records.latest(ThreadId.of(threadId), status, skipped + most).stream()
        .skip(skipped)
        .toList();
  }

  @PostMapping(PATH + "/wait")
  @RunBody
  @Operation(
      summary = "Start a run and wait for what it comes to",
      description =
          "The answer holds the values of the channels; beside them '__interrupt__' with the open"
              + " questions when the run waits for answers, or '__error__' alone when it failed."
              + " Line breaks may come before the object, to keep the connection open.")
  ResponseEntity<ResponseBodyEmitter> await(
      @PathVariable String threadId,
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.awaited(
        starter.start(ThreadId.of(threadId), request, IdempotencyKey.of(key)), request);
  }

  @PostMapping(PATH + "/stream")
  @RunBody
  @Operation(
      summary = "Start a run and stream it",
      description =
          "Server-sent events: 'metadata' first, then what 'stream_mode' asks for: 'values' (all"
              + " channels after each superstep), 'updates' (what each node wrote),"
              + " 'messages-tuple' and 'messages' (messages piece by piece), 'custom' (what nodes"
              + " emit), 'attempts', 'tasks', 'checkpoints', 'debug'; questions under '__interrupt__' last,"
              + " then 'end'; or 'error'. What nodes emit reaches this server from its own process"
              + " only, unless workers share a bus with it (GET /info, runtime.emissions). A client whose connection breaks goes on with GET on the"
              + " Location, with the header Last-Event-ID.")
  ResponseEntity<SseEmitter> stream(
      @PathVariable String threadId,
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.streamed(
        starter.start(ThreadId.of(threadId), request, IdempotencyKey.of(key)), request);
  }

  @PostMapping("/runs")
  @RunBody
  @Operation(
      summary = "Start a run without a thread",
      description = "Its thread is named in the answer, and ends with the run.")
  ResponseEntity<RunResource> createAlone(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.created(starter.startAlone(request, IdempotencyKey.of(key)), request);
  }

  @PostMapping("/runs/wait")
  @RunBody
  @Operation(
      summary = "Start a run without a thread and wait for what it comes to",
      description = "The same answer as that of POST /threads/{thread_id}/runs/wait.")
  ResponseEntity<ResponseBodyEmitter> awaitAlone(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.awaited(starter.startAlone(request, IdempotencyKey.of(key)), request);
  }

  @PostMapping("/runs/stream")
  @RunBody
  @Operation(
      summary = "Start a run without a thread and stream it",
      description = "The same frames as those of POST /threads/{thread_id}/runs/stream.")
  ResponseEntity<SseEmitter> streamAlone(
      @Parameter(description = IdempotencyKey.MEANING)
          @RequestHeader(name = IdempotencyKey.HEADER, required = false)
          @Nullable String key,
      @RequestBody(required = false) @Nullable Object body) {
    RunRequest request = RunRequest.read(body);
    return responses.streamed(starter.startAlone(request, IdempotencyKey.of(key)), request);
  }

  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      required = true,
      content =
          @Content(
              mediaType = "application/json",
              schema = @Schema(implementation = RunRequest.class),
              examples = {
                @ExampleObject(
                    name = "start",
                    value = "{\"assistant_id\":\"approval\",\"input\":{\"request\":\"a refund\"}}"),
                @ExampleObject(
                    name = "answer",
                    value =
                        "{\"assistant_id\":\"approval\",\"command\":{\"resume\":{\"approved\":true}}}"),
                @ExampleObject(
                    name = "continue or retry",
                    value = "{\"assistant_id\":\"approval\",\"input\":null}")
              }))
  @interface RunBody {}
}
