package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.error.ThreadBusyException;
import io.evergraph.pregel.PauseMode;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.ThreadId;
import io.evergraph.server.Problem;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** One run: its status, its stream, its outcome, its end. */
@RestController
@RequestMapping("/threads/{threadId}/runs/{runId}")
@Tag(name = "Runs")
public class RunController {
  private static final Duration LONGEST_CANCEL = Duration.ofSeconds(30);

  private final GraphRuntime runtime;
  private final RunRecords records;
  private final RunStreams streams;

  /** Makes the door. */
  public RunController(GraphRuntime runtime, RunRecords records, RunStreams streams) {
    this.runtime = runtime;
    this.records = records;
    this.streams = streams;
  }

  /** Returns the run. */
  @GetMapping
  @Operation(summary = "How a run is doing")
  public RunResource get(@PathVariable String threadId, @PathVariable String runId) {
    return records.get(ThreadId.of(threadId), runId);
  }

  /** Waits for a run that was started before. */
  @GetMapping("/join")
  @Operation(
      summary = "Wait for what a run comes to",
      description = "The same answer as that of POST …/runs/wait.")
  public ResponseEntity<ResponseBodyEmitter> join(
      @PathVariable String threadId, @PathVariable String runId) {
    RunPosition run = records.position(ThreadId.of(threadId), runId);
    return ResponseEntity.ok()
        .contentType(MediaType.APPLICATION_JSON)
        .body(streams.outcome(run, RunStreams.WhenGone.CONTINUE));
  }

  /** Streams a run that was started before. */
  @GetMapping("/stream")
  @Operation(
      summary = "Stream a run from its beginning, or from where a connection broke",
      description = "The same frames, under the same ids, as those of POST …/runs/stream.")
  public ResponseEntity<SseEmitter> stream(
      @PathVariable String threadId,
      @PathVariable String runId,
      @RequestParam(name = "stream_mode", required = false) @Nullable List<String> modes,
      @RequestParam(name = "stream_subgraphs", defaultValue = "false") boolean subgraphs,
      @Parameter(description = "The id of the last frame that was seen.")
          @RequestHeader(name = "Last-Event-ID", required = false)
          @Nullable String lastEventId) {
    RunPosition run = records.position(ThreadId.of(threadId), runId);
    StreamModes wanted =
        modes == null ? records.modes(run.thread(), runId) : StreamModes.ofQuery(modes, subgraphs);
    return ResponseEntity.ok()
        .header(HttpHeaders.LOCATION, path(run) + "/stream?" + wanted.query())
        .header("X-Accel-Buffering", "no")
        .cacheControl(CacheControl.noStore())
        .contentType(MediaType.TEXT_EVENT_STREAM)
        .body(streams.frames(run, wanted, FrameId.read(lastEventId), RunStreams.WhenGone.CONTINUE));
  }

  /** Cancels a run. */
  @PostMapping("/cancel")
  @Operation(
      summary = "Stop a run",
      description =
          "Its tasks stay planned: a run without input goes on with them. With the action"
              + " 'rollback' the thread goes back to where it stood before the run. A run that has"
              + " stopped already stays as it is.")
  public ResponseEntity<Void> cancel(
      @PathVariable String threadId,
      @PathVariable String runId,
      @Parameter(description = "1 or true: answer when the run has stopped.")
          @RequestParam(name = "wait", defaultValue = "0")
          String wait,
      @RequestParam(name = "action", defaultValue = "interrupt") String action) {
    ThreadId thread = ThreadId.of(threadId);
    OnCancel writes = onCancel(action);
    boolean waits = isTrue(wait);
    String status = records.get(thread, runId).status();
    if (status.equals("pending")) {
      throw new ThreadBusyException(threadId, "the cancelling of a run that waits for its turn");
    }
    if (status.equals("running")) {
      runtime.cancel(thread, writes);
    }
    return waits && hasStopped(thread, runId)
        ? ResponseEntity.noContent().build()
        : ResponseEntity.accepted().build();
  }

  /** Pauses a run. */
  @PostMapping("/pause")
  @Operation(
      summary = "Pause a run",
      description =
          "A run without input goes on with it. Answers are taken in meanwhile. A run that has"
              + " stopped already stays as it is.")
  public ResponseEntity<Void> pause(
      @PathVariable String threadId,
      @PathVariable String runId,
      @Parameter(description = "1 or true: answer when the run has stopped.")
          @RequestParam(name = "wait", defaultValue = "0")
          String wait,
      @Parameter(description = "1 or true: cancel the tasks that run, to run them again later.")
          @RequestParam(name = "cut", defaultValue = "0")
          String cut) {
    ThreadId thread = ThreadId.of(threadId);
    boolean waits = isTrue(wait);
    if (records.get(thread, runId).status().equals("running")) {
      runtime.pause(thread, isTrue(cut) ? PauseMode.CUT_TASKS_SHORT : PauseMode.LET_TASKS_FINISH);
    }
    return waits && hasStopped(thread, runId)
        ? ResponseEntity.noContent().build()
        : ResponseEntity.accepted().build();
  }

  private static OnCancel onCancel(String action) {
    return switch (action) {
      case "interrupt" -> OnCancel.KEEP;
      case "rollback" -> OnCancel.ROLLBACK;
      default ->
          throw new InvalidInputException(
              "the parameter 'action'", "'interrupt' or 'rollback'", "'" + action + "'");
    };
  }

  private static boolean isTrue(String wait) {
    return wait.equals("1") || wait.equalsIgnoreCase("true");
  }

  private boolean hasStopped(ThreadId thread, String runId) {
    try {
      runtime.run(thread, runId).await(LONGEST_CANCEL);
      return true;
    } catch (TimeoutException goesOn) {
      return false;
    }
  }

  /** A run whose turn has not come cannot be cancelled. */
  @ExceptionHandler
  public ResponseEntity<ProblemDetail> busy(ThreadBusyException failure) {
    return Problem.of(failure, HttpStatus.CONFLICT).answer();
  }

  private static String path(RunPosition run) {
    return "/threads/" + run.thread() + "/runs/" + run.runId();
  }
}
