package io.evergraph.server.langgraph;

import io.evergraph.error.InvalidInputException;
import io.evergraph.graph.PauseMode;
import io.evergraph.runtime.GraphRuntime;
import io.evergraph.runtime.OnCancel;
import io.evergraph.runtime.ThreadId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

@RestController
@RequestMapping("/threads/{threadId}/runs/{runId}")
@Tag(name = "Runs")
record RunController(GraphRuntime runtime, RunRecords records, RunResponses responses) {
  private static final Duration LONGEST_CANCEL = Duration.ofSeconds(30);

  @GetMapping
  @Operation(summary = "How a run is doing")
  RunResource get(@PathVariable String threadId, @PathVariable String runId) {
    return records.get(ThreadId.of(threadId), runId);
  }

  @GetMapping("/join")
  @Operation(
      summary = "Wait for what a run comes to",
      description = "The same answer as that of POST …/runs/wait.")
  ResponseEntity<ResponseBodyEmitter> join(
      @PathVariable String threadId, @PathVariable String runId) {
    return responses.joined(records.position(ThreadId.of(threadId), runId));
  }

  @GetMapping("/stream")
  @Operation(
      summary = "Stream a run from its beginning, or from where a connection broke",
      description = "The same frames, under the same ids, as those of POST …/runs/stream.")
  ResponseEntity<SseEmitter> stream(
      @PathVariable String threadId,
      @PathVariable String runId,
      @RequestParam(name = "stream_mode", defaultValue = "") List<String> modes,
      @Parameter(description = "As the run was begun, if neither this nor the modes are given.")
          @RequestParam(name = "stream_subgraphs", required = false)
          @Nullable Boolean subgraphs,
      @Parameter(description = "1 or true: cancel the run when this client goes.")
          @RequestParam(name = "cancel_on_disconnect", defaultValue = "0")
          String cancels,
      @Parameter(description = "The id of the last frame that was seen.")
          @RequestHeader(name = "Last-Event-ID", required = false)
          @Nullable String lastEventId) {
    RunPosition run = records.position(ThreadId.of(threadId), runId);
    StreamModes wanted =
        isAsked(modes)
            ? StreamModes.ofQuery(modes, Boolean.TRUE.equals(subgraphs))
            : records.recorded(run.thread(), runId).modes().withSubgraphs(subgraphs);
    RunStreams.WhenGone whenGone =
        isTrue(cancels) ? RunStreams.WhenGone.CANCEL : RunStreams.WhenGone.CONTINUE;
    return responses.streamedAgain(run, wanted, FrameId.read(lastEventId), whenGone);
  }

  /** Some clients send the parameter without a value. */
  private static boolean isAsked(List<String> modes) {
    return modes.stream().anyMatch(mode -> !mode.isBlank());
  }

  @PostMapping("/cancel")
  @Operation(
      summary = "Stop a run",
      description =
          "Its tasks stay planned: a run without input goes on with them. With the action"
              + " 'rollback' the thread goes back to where it stood before the run. A run that"
              + " waits for its turn never begins; one that has stopped stays as it is.")
  ResponseEntity<Void> cancel(
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
    if (status.equals("pending") || status.equals("running")) {
      runtime.cancel(thread, runId, writes);
    }
    return answer(waits && hasStopped(thread, runId));
  }

  @PostMapping("/pause")
  @Operation(
      summary = "Pause a run",
      description =
          "A run without input goes on with it. Answers are taken in meanwhile. A run that has"
              + " stopped already stays as it is.")
  ResponseEntity<Void> pause(
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
      runtime.pause(
          thread, runId, isTrue(cut) ? PauseMode.CUT_TASKS_SHORT : PauseMode.LET_TASKS_FINISH);
    }
    return answer(waits && hasStopped(thread, runId));
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

  private static ResponseEntity<Void> answer(boolean stopped) {
    return stopped ? ResponseEntity.noContent().build() : ResponseEntity.accepted().build();
  }

  private boolean hasStopped(ThreadId thread, String runId) {
    try {
      runtime.run(thread, runId).await(LONGEST_CANCEL);
      return true;
    } catch (TimeoutException goesOn) {
      return false;
    }
  }
}
